import assert from 'node:assert/strict';
import { GatheredParts } from '../../../detectors/relations/gathered-parts.ts';
import { freshAgain, resentRecord } from '../../../detectors/relations/resent-record.ts';
import type { Values } from '../../../schemas/observation.ts';
import { SLOTS_PER_HOUR, timeOfSlot } from '../../../schemas/time.ts';

const FIRST_HOUR = 20_600 * 24;
const HOURS = 60;

/** What is never twice the same. */
const moving = (hour: number): Values => ({
  ...{ temp_out: 10 + hour / 10, out_hum: 90 - hour / 2, wind_speed: 5 + (hour % 7), bar: 1000 + hour / 7 },
  rain: null,
});

/** Hours of a station that reports so often in each. */
function hoursOf(valuesAt: (hour: number) => Values | null, reports = 1): GatheredParts {
  const means = new GatheredParts();
  for (let hour = 0; hour < HOURS; hour++) {
    for (let k = 0; k < reports; k++) {
      const values = valuesAt(hour);
      const time = timeOfSlot((FIRST_HOUR + hour) * SLOTS_PER_HOUR + k);
      if (values !== null) means.add(0, { time, values });
    }
  }
  return means;
}

function found(valuesAt: (hour: number) => Values | null, reports = 1) {
  const record = resentRecord(hoursOf(valuesAt, reports), 0, FIRST_HOUR + HOURS, FIRST_HOUR);
  return record === null ? null : { lag: record.lag, hours: FIRST_HOUR + HOURS - record.from };
}

const again = (hours: number, lag: number) => (hour: number) => moving(hour < HOURS - hours ? hour : hour - lag);

describe('a record that is sent again', () => {
  it('is none of values that move', () => assert.equal(found(moving), null));

  it('takes three hours of six reports, seven hours of one', () => {
    assert.equal(found(again(2, 24), 6), null);
    assert.deepEqual(found(again(3, 24), 6), { lag: 24, hours: 3 });
    assert.equal(found(again(6, 24)), null);
    assert.deepEqual(found(again(7, 24)), { lag: 24, hours: 7 });
  });

  it('is none where hardly anything moves, as in calm and saturated air', () => {
    const calm = (hour: number): Values => {
      return { temp_out: 12 + (hour % 24 === 5 ? 1 : 0), out_hum: 100, wind_speed: 0, bar: 1013, rain: 0 };
    };
    assert.equal(found(calm), null);
    assert.equal(found(calm, 6), null);
  });

  it('is none of a station that stands still', () => {
    assert.equal(
      found((hour) => moving(Math.min(hour, 20))),
      null,
    );
  });

  it('is none of two variables, which often come again together', () => {
    const two = (hour: number): Values => ({ ...again(12, 24)(hour), wind_speed: null, bar: null });
    assert.equal(found(two), null);
  });

  it('goes on over hours in which nothing came', () => {
    const gaps = (hour: number) => (hour % 5 === 4 ? null : again(20, 25)(hour));
    assert.deepEqual(found(gaps), { lag: 25, hours: 20 });
  });

  it('does not begin before what is asked about', () => {
    const means = hoursOf(again(20, 24));
    const record = resentRecord(means, 0, FIRST_HOUR + HOURS, FIRST_HOUR + HOURS - 8);
    assert.equal(record?.from, FIRST_HOUR + HOURS - 8);
  });

  it('is found where it was over in the hours that no look before has seen', () => {
    const short = (hour: number) => moving(hour >= 55 && hour < 58 ? hour - 24 : hour);
    assert.deepEqual(found(short, 6), { lag: 24, hours: HOURS - 55 });
    const earlier = (hour: number) => moving(hour >= 48 && hour < 53 ? hour - 24 : hour);
    assert.equal(found(earlier, 6), null);
  });

  it('is over with two hours in a row of fresh values', () => {
    const record = { from: FIRST_HOUR + 40, lag: 24 };
    const isOld = (hour: number) => hour >= 40 && hour < 50 && hour !== 44;
    const means = hoursOf((hour) => moving(isOld(hour) ? hour - 24 : hour));
    assert.equal(freshAgain(means, 0, record, FIRST_HOUR + 51), null, 'one hour may lack a report');
    assert.equal(freshAgain(means, 0, record, FIRST_HOUR + 52), FIRST_HOUR + 50);
  });
});
