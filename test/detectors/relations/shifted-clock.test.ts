import assert from 'node:assert/strict';
import type { HourlyMeans } from '../../../detectors/relations/hourly-relation.ts';
import { isClearlyShifted, shiftedClock } from '../../../detectors/relations/shifted-clock.ts';
import { VARIABLE_INDEX } from '../../../schemas/variables.ts';
import { oneByOne } from './made-means.ts';
import { clockQuestion, DAY, LEARNT, MEASURED, NEIGHBOURS, STATION } from './shifted-station.ts';

const { temp_out, wind_speed } = VARIABLE_INDEX;

describe('a clock that is an hour off', () => {
  const BEGIN = LEARNT;
  const isLate = { late: 1, from: BEGIN };

  it('shows within a day', () => {
    const change = shiftedClock(clockQuestion(MEASURED, isLate), BEGIN + DAY, BEGIN);
    assert.ok(change !== null);
    assert.ok(Math.abs(change.minutes - 60) <= 15, `${change.minutes} min`);
    assert.ok(Math.abs(change.from - BEGIN) <= 3, `${change.from - BEGIN} h`);
  });

  // Temperature, humidity and pressure alone told, of which many stations have one.
  it('shows in temperature and wind', () => {
    assert.equal(shiftedClock(clockQuestion([temp_out, wind_speed], isLate), BEGIN + DAY, 0)?.lag, 1);
    assert.equal(shiftedClock(clockQuestion([temp_out, wind_speed], { ...isLate, late: -1 }), BEGIN + DAY, 0)?.lag, -1);
  });

  // Showers of afternoons, which no two places share, drowned what the mornings show.
  it('shows in the hours in which stations agree, whatever they do in others', () => {
    const scatter = (hourOfDay: number) => (hourOfDay < 12 ? 1 : 20);
    for (const late of [1, -1]) {
      const asked = clockQuestion(MEASURED, { ...isLate, late, scatter });
      assert.equal(shiftedClock(asked, BEGIN + DAY, 0)?.lag, late);
    }
    const right = clockQuestion(MEASURED, { late: 0, from: BEGIN, scatter });
    for (const end of [BEGIN + DAY, BEGIN + 36, BEGIN + 2 * DAY]) assert.equal(shiftedClock(right, end, 0), null);
  });

  // A station that weather reached late for a day had a certain fault: three of four hours of the change were as ever.
  it('is certain only where it shows as clearly as a lag usually would', () => {
    const isClear = (late: number) => {
      const asked = clockQuestion(MEASURED, { late, from: BEGIN });
      const change = shiftedClock(asked, BEGIN + DAY, 0);
      return change === null ? null : isClearlyShifted(asked, change, change.from, BEGIN + DAY);
    };
    assert.deepEqual([1, -1, 0.6].map(isClear), [true, true, false]);
  });

  // A station at the coast had no clock fault, however clear it was.
  it('has to show more clearly where the neighbours lie on one side', () => {
    const clear = clockQuestion(MEASURED, isLate);
    assert.equal(shiftedClock({ ...clear, isSurrounded: false }, BEGIN + DAY, 0)?.lag, 1);
    const scatter = () => 18;
    const blurred = clockQuestion(MEASURED, { ...isLate, scatter });
    assert.equal(shiftedClock(blurred, BEGIN + DAY, 0)?.lag, 1);
    assert.equal(shiftedClock({ ...blurred, isSurrounded: false }, BEGIN + DAY, 0), null);
  });

  it('does not show in one variable, whatever others the station measures', () => {
    assert.equal(shiftedClock(clockQuestion([temp_out], isLate), BEGIN + 36, 0), null);
    const right = clockQuestion(MEASURED, { late: 0, from: BEGIN });
    const isIts = (station: number, variable: number, hour: number) =>
      station === STATION && variable === temp_out && hour >= BEGIN;
    const hourMean = (station: number, variable: number, hour: number) =>
      right.means.hourMean(station, variable, isIts(station, variable, hour) ? hour - 1 : hour);
    const oneLate: HourlyMeans = { ...right.means, hourMean, readHourMeans: oneByOne(hourMean) };
    assert.equal(shiftedClock({ ...right, means: oneLate }, BEGIN + DAY, 0), null);
  });

  // Seven in ten hours had to be there: a station that is silent at night was never looked at.
  it('shows where a station reports in three of five hours', () => {
    const gaps = { ...isLate, isThere: (hour: number) => hour % 5 > 1 };
    assert.equal(shiftedClock(clockQuestion(MEASURED, gaps), BEGIN + 36, 0)?.lag, 1);
  });

  // An hourly station among others that report every ten minutes was told to be 50 minutes late.
  it('is none where stations report at other minutes, or more often', () => {
    for (const others of [{ minute: 50 }, { reports: 6 }, { minute: 50, reports: 6 }]) {
      for (const end of [BEGIN + DAY, BEGIN + 36, BEGIN + 2 * DAY, BEGIN + 3 * DAY]) {
        assert.equal(shiftedClock(clockQuestion(MEASURED, { late: 0, from: BEGIN, ...others }), end, 0), null);
      }
      assert.equal(shiftedClock(clockQuestion(MEASURED, { ...isLate, ...others }), BEGIN + DAY, 0)?.lag, 1);
    }
  });

  it('is the same whether or not the hours after it have come', () => {
    const asked = clockQuestion(MEASURED, { ...isLate, minute: 40 });
    const found = (end: number, known: number) => {
      const hourMean = (station: number, variable: number, hour: number) =>
        hour < known ? asked.means.hourMean(station, variable, hour) : Number.NaN;
      const means = { ...asked.means, hourMean, readHourMeans: oneByOne(hourMean) };
      return shiftedClock({ ...asked, means }, end, 0);
    };
    const ends = Array.from({ length: 2 * DAY }, (_, k) => BEGIN + 12 + k);
    assert.ok(ends.some((end) => found(end, end) !== null));
    for (const end of ends) assert.deepEqual(found(end, end), found(end, end + 6), `${end - BEGIN} h`);
  });

  it('is none where the clock is right, or where too few neighbours tell', () => {
    const right = clockQuestion(MEASURED, { late: 0, from: BEGIN });
    assert.equal(shiftedClock(right, BEGIN + DAY, 0), null);
    assert.equal(shiftedClock(right, BEGIN + 36, 0), null);
    const lonely = clockQuestion(MEASURED, isLate);
    assert.equal(shiftedClock({ ...lonely, neighbours: NEIGHBOURS.slice(0, 1) }, BEGIN + 36, 0), null);
  });

  // Of three stations the one beside the late one was told to be an hour early, for certain.
  it('is none where one of two neighbours is late, and the other is not', () => {
    const late = clockQuestion(MEASURED, isLate);
    const neighbours = [
      { index: STATION, id: 'late', km: 2 },
      { index: 4, id: 'n4', km: 45 },
    ];
    assert.equal(shiftedClock({ ...late, station: 1, neighbours }, BEGIN + 36, 0), null);
    const others = [1, 4].map((index) => ({ index, id: `n${index}`, km: 11 * index }));
    assert.equal(shiftedClock({ ...late, neighbours: others }, BEGIN + 36, 0)?.lag, 1);
  });
});
