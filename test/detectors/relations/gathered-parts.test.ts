import assert from 'node:assert/strict';
import { countOf, KEPT_DAYS, PARTS_PER_DAY, partOf } from '../../../detectors/relations/day-parts.ts';
import { GatheredParts } from '../../../detectors/relations/gathered-parts.ts';
import type { DocumentedVariable } from '../../../schemas/elements/element.ts';
import { SLOT_MS } from '../../../schemas/time.ts';
import { VARIABLE_INDEX } from '../../../schemas/variables.ts';
import { NO_VALUES } from '../../no-values.ts';

const { temp_out, wind_speed, bar, rain } = VARIABLE_INDEX;
const DAY_MS = 86_400_000;
const START = Date.parse('2026-03-01T00:00:00Z');

/** Observations every ten minutes over some hours. */
function hours(from: number, count: number, values: (k: number) => Partial<Record<DocumentedVariable, number | null>>) {
  return Array.from({ length: 6 * count }, (_, k) => ({
    time: from + k * SLOT_MS,
    values: { ...NO_VALUES, ...values(k) },
  }));
}

describe('the parts of days', () => {
  it('have the mean of what was reported, and of rain the sum', () => {
    const parts = new GatheredParts();
    for (const one of hours(START, 3, (k) => ({ temp_out: k, rain: 0.2 }))) parts.add(0, one);
    assert.equal(parts.mean(0, temp_out, partOf(START)), 8.5);
    assert.ok(Math.abs(parts.mean(0, rain, partOf(START)) - 3.6) < 1e-9);
    assert.equal(parts.hourMean(0, temp_out, partOf(START) * 3 + 1), 8.5);
    assert.equal(countOf(parts, 0, temp_out, partOf(START)), 18);
    assert.equal(countOf(parts, 0, bar, partOf(START)), 0);
  });

  it('tell nothing where one hour alone reported, or what cannot be', () => {
    const parts = new GatheredParts();
    for (const one of hours(START, 1, () => ({ temp_out: 5 }))) parts.add(0, one);
    for (const one of hours(START, 3, () => ({ bar: 3000 }))) parts.add(0, one);
    assert.ok(Number.isNaN(parts.mean(0, temp_out, partOf(START))));
    assert.ok(Number.isNaN(parts.mean(0, bar, partOf(START))));
    assert.ok(Number.isNaN(parts.mean(7, temp_out, partOf(START))));
  });

  // The parts of stations that report every two or three hours had no mean, so that no fault of days was looked for.
  it('have the mean of one hour where a station reports every two or three hours', () => {
    for (const every of [2, 3]) {
      const parts = new GatheredParts();
      for (let hour = 0; hour < 12; hour += every) {
        parts.add(0, { time: START + hour * 6 * SLOT_MS, values: { ...NO_VALUES, temp_out: hour } });
      }
      const means = [1, 2, 3].map((part) => parts.mean(0, temp_out, partOf(START) + part));
      assert.deepEqual(means, every === 3 ? [3, 6, 9] : [4, 7, 10]);
    }
    const hourly = new GatheredParts();
    for (const hour of [0, 1, 2, 5]) {
      hourly.add(0, { time: START + hour * 6 * SLOT_MS, values: { ...NO_VALUES, temp_out: hour } });
    }
    assert.ok(Number.isNaN(hourly.mean(0, temp_out, partOf(START) + 1)));
  });

  it('are equal in whatever order the reports of a day come, and asked for between', () => {
    const [one, other] = [new GatheredParts(), new GatheredParts()];
    const reports = hours(START, 24, (k) => ({ temp_out: ((k * 37) % 101) / 7, bar: 1000 + ((k * 13) % 31) / 9 }));
    for (const report of reports) one.add(0, report);
    for (const report of [...reports].reverse()) {
      other.add(0, report);
      other.mean(0, temp_out, partOf(report.time));
    }
    for (let k = 0; k < PARTS_PER_DAY; k++) {
      for (const v of [temp_out, bar]) {
        assert.equal(one.mean(0, v, partOf(START) + k), other.mean(0, v, partOf(START) + k));
      }
    }
  });

  it('read the same in stretches as one by one, also before what is kept, after what has come and of nobody', () => {
    const parts = new GatheredParts();
    const days = KEPT_DAYS + 5;
    // The air stands still on the third of every ten hours.
    const at = (k: number) => (Math.floor(k / 6) % 10 === 3 ? 3 : (k * 37) % 101);
    for (const one of hours(START, 24 * days, (k) => ({
      temp_out: at(k),
      out_hum: 50 + (at(k) % 40),
      bar: 1000 + at(k),
    }))) {
      parts.add(0, one);
    }
    const into = new Float64Array((days + 4) * PARTS_PER_DAY);
    const from = partOf(START) - 2 * PARTS_PER_DAY;
    for (const station of [0, 1]) {
      for (const v of [temp_out, bar, rain]) {
        parts.readMeans(station, v, from, into);
        assert.deepEqual(
          [...into],
          [...into.keys()].map((k) => parts.mean(station, v, from + k)),
        );
        parts.readHourMeans(station, v, 3 * from, into);
        assert.deepEqual(
          [...into],
          [...into.keys()].map((k) => parts.hourMean(station, v, 3 * from + k)),
        );
      }
    }
  });

  it('leave out the hours in which a station repeats what it read before, in whatever order the reports come', () => {
    const [one, other] = [new GatheredParts(), new GatheredParts()];
    // It stands still from the fifth hour to the eighth: the first of them is new.
    const reports = hours(START, 12, (k) => {
      const at = k >= 24 && k < 48 ? 23 : k;
      return { temp_out: at / 2, out_hum: 90 - (at % 50), bar: 1000 + at / 10, rain: 0.2 };
    });
    for (const report of reports) one.add(0, report);
    for (const report of [...reports].reverse()) {
      other.add(0, report);
      other.mean(0, temp_out, partOf(report.time));
    }
    const part = partOf(START);
    for (const parts of [one, other]) {
      assert.equal(parts.mean(0, temp_out, part), 8.5 / 2);
      assert.equal(parts.mean(0, temp_out, part + 1), (20.5 + 23) / 4);
      assert.ok(Number.isNaN(parts.mean(0, temp_out, part + 2)));
      assert.ok(Number.isNaN(parts.hourMean(0, bar, part * 3 + 6)));
      assert.equal(countOf(parts, 0, temp_out, part + 1), 18);
      assert.equal(parts.mean(0, temp_out, part + 3), (54 + 71) / 4);
    }
    // A sensor by itself may read the same for long.
    const alone = new GatheredParts();
    for (const report of hours(START, 3, () => ({ temp_out: 5 }))) alone.add(0, report);
    assert.equal(alone.mean(0, temp_out, part), 5);
  });

  it('have the lowest and the highest wind of an hour, in whatever order the reports come', () => {
    const winds = [3.2, 1.4, 7, 0, null, 2.5];
    const reports = hours(START, 1, (k) => ({ wind_speed: winds[k], temp_out: k }));
    const [one, other, summed] = [new GatheredParts(), new GatheredParts(), new GatheredParts()];
    for (const report of reports) one.add(0, report);
    for (const report of [...reports].reverse()) other.add(0, report);
    const hour = partOf(START) * 3;
    const of = (at: number, value: number) => Array.from({ length: 5 }, (_, v) => (v === at ? value : 0));
    summed.addHour(0, hour, {
      ...{ reports: 6, seconds: 0, sums: of(wind_speed, 1410), counts: of(wind_speed, 5) },
      ...{ lows: of(wind_speed, 0), highs: of(wind_speed, 700), impossibleSums: of(0, 0), impossibleCounts: of(0, 0) },
    });
    for (const parts of [one, other, summed]) {
      assert.deepEqual([parts.lowest(0, wind_speed, hour), parts.highest(0, wind_speed, hour)], [0, 700]);
      for (const [v, at] of [
        [temp_out, hour],
        [wind_speed, hour + 1],
        [wind_speed, hour - 1],
      ])
        assert.ok(Number.isNaN(parts.lowest(0, v, at)), `${v} at ${at - hour}`);
      assert.ok(Number.isNaN(parts.highest(1, wind_speed, hour)), 'a station that reported nothing');
    }
  });

  it('are forgotten with the days that are kept, after a silence too', () => {
    const parts = new GatheredParts();
    for (const one of hours(START, 24, () => ({ temp_out: 5 }))) parts.add(0, one);
    for (const one of hours(START + (KEPT_DAYS - 1) * DAY_MS, 3, () => ({ temp_out: 6 }))) parts.add(0, one);
    assert.equal(parts.mean(0, temp_out, partOf(START)), 5);
    for (const one of hours(START + 400 * DAY_MS, 3, () => ({ temp_out: 7 }))) parts.add(0, one);
    assert.ok(Number.isNaN(parts.mean(0, temp_out, partOf(START))));
    assert.ok(Number.isNaN(parts.mean(0, temp_out, partOf(START + 399 * DAY_MS))));
    assert.equal(parts.mean(0, temp_out, partOf(START + 400 * DAY_MS)), 7);
    // What is older than is kept changes nothing.
    for (const one of hours(START, 3, () => ({ temp_out: 9 }))) parts.add(0, one);
    assert.equal(parts.mean(0, temp_out, partOf(START + 400 * DAY_MS)), 7);
  });
});
