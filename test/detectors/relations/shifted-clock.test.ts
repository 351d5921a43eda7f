import assert from 'node:assert/strict';
import type { HourlyMeans } from '../../../detectors/relations/hourly-relation.ts';
import { type ClockQuestion, shiftedClock } from '../../../detectors/relations/shifted-clock.ts';
import { VARIABLE_INDEX, VARIABLES } from '../../../schemas/variables.ts';
import { seeded } from '../stages/small-network.ts';
import { oneByOne } from './made-means.ts';

const DAY = 24;
const LEARNT = 12 * DAY;
const STATION = 0;
const NEIGHBOURS = [8, 14, 22, 26].map((km, k) => ({ index: k + 1, id: `n${k + 1}`, km }));
const { temp_out, out_hum, wind_speed } = VARIABLE_INDEX;

/** How much the weather of an hour is of each variable, and how far stations are from each other in it. */
const COURSES = new Map([
  [temp_out, { usual: 14, byDay: 5, passing: 2, apart: 0.3 }],
  [out_hum, { usual: 65, byDay: -18, passing: 6, apart: 2 }],
  [wind_speed, { usual: 16, byDay: 5, passing: 8, apart: 0.8 }],
]);

/** What passes over all stations: at once here, so that only a clock makes one late. */
const passing = (() => {
  const random = seeded(7);
  let last = 0;
  return Array.from({ length: LEARNT + 4 * DAY }, () => {
    last = 0.6 * last + random() - 0.5;
    return last;
  });
})();

interface Clocks {
  /** Hours of delay of the station, from an hour on. */
  readonly late: number;
  readonly from: number;
  /** Whether the station reported in an hour. */
  readonly isThere?: (hour: number) => boolean;
  /** Minute of the hour at which the station reports. */
  readonly minute?: number;
  /** Reports of the neighbours in an hour, the first of them at the hour. */
  readonly reports?: number;
  /** How many times as far as usual each station is from the weather of an hour of the day. */
  readonly scatter?: (hourOfDay: number) => number;
}

/** What passes over all stations at any time, in hours. */
function passingAt(time: number): number {
  const hour = Math.floor(time);
  const share = time - hour;
  return share === 0 ? passing[hour] : (1 - share) * passing[hour] + share * (passing[hour + 1] ?? passing[hour]);
}

function question(
  measured: readonly number[],
  { late, from, isThere = () => true, minute = 0, reports = 1, scatter = () => 1 }: Clocks,
): ClockQuestion {
  const noise = new Map<string, number>();
  const random = seeded(11);
  for (const station of [STATION, ...NEIGHBOURS.map(({ index }) => index)]) {
    for (const variable of measured) {
      for (let hour = 0; hour < passing.length; hour++) noise.set(`${station} ${variable} ${hour}`, random() - 0.5);
    }
  }
  const weather = (station: number, variable: number, hour: number): number => {
    const course = COURSES.get(variable);
    if (course === undefined || !measured.includes(variable) || hour < 0 || hour >= passing.length) return Number.NaN;
    const { usual, byDay, passing: share, apart } = course;
    const day = Math.sin((2 * Math.PI * hour) / DAY);
    const own =
      apart * scatter(Math.floor(hour) % DAY) * (noise.get(`${station} ${variable} ${Math.floor(hour)}`) ?? Number.NaN);
    return Math.max(0, usual + byDay * day + share * passingAt(hour) + own);
  };
  const hourMean = (station: number, variable: number, hour: number) => {
    if (station !== STATION) {
      const read = Array.from({ length: reports }, (_, k) => weather(station, variable, hour + k / reports));
      return read.reduce((sum, value) => sum + value, 0) / reports;
    }
    if (hour < from) return weather(station, variable, hour + minute / 60);
    return isThere(hour) ? weather(station, variable, hour + minute / 60 - late) : Number.NaN;
  };
  const means: HourlyMeans = {
    ...{
      hourCount: () => 1,
      minuteIn: (of: number) => (of === STATION ? minute : 30 - 30 / reports),
      hourMean,
      readHourMeans: oneByOne(hourMean),
    },
  };
  return { means, station: STATION, variables: [...VARIABLES.keys()], neighbours: NEIGHBOURS, isSurrounded: true };
}

describe('a clock that is an hour off', () => {
  const BEGIN = LEARNT;
  const isLate = { late: 1, from: BEGIN };

  it('shows within a day', () => {
    const change = shiftedClock(question([temp_out, out_hum, wind_speed], isLate), BEGIN + DAY, BEGIN);
    assert.ok(change !== null);
    assert.ok(Math.abs(change.minutes - 60) <= 15, `${change.minutes} min`);
    assert.ok(Math.abs(change.from - BEGIN) <= 3, `${change.from - BEGIN} h`);
  });

  // Temperature, humidity and pressure alone told, of which many stations have one.
  it('shows in temperature and wind', () => {
    assert.equal(shiftedClock(question([temp_out, wind_speed], isLate), BEGIN + DAY, 0)?.lag, 1);
    assert.equal(shiftedClock(question([temp_out, wind_speed], { ...isLate, late: -1 }), BEGIN + DAY, 0)?.lag, -1);
  });

  // Showers of afternoons, which no two places share, drowned what the mornings show.
  it('shows in the hours in which stations agree, whatever they do in others', () => {
    const scatter = (hourOfDay: number) => (hourOfDay < 12 ? 1 : 20);
    for (const late of [1, -1]) {
      const asked = question([temp_out, out_hum, wind_speed], { ...isLate, late, scatter });
      assert.equal(shiftedClock(asked, BEGIN + DAY, 0)?.lag, late);
    }
    const right = question([temp_out, out_hum, wind_speed], { late: 0, from: BEGIN, scatter });
    for (const end of [BEGIN + DAY, BEGIN + 36, BEGIN + 2 * DAY]) assert.equal(shiftedClock(right, end, 0), null);
  });

  // A station at the coast had no clock fault, however clear it was.
  it('has to show more clearly where the neighbours lie on one side', () => {
    const clear = question([temp_out, out_hum, wind_speed], isLate);
    assert.equal(shiftedClock({ ...clear, isSurrounded: false }, BEGIN + DAY, 0)?.lag, 1);
    const scatter = () => 18;
    const blurred = question([temp_out, out_hum, wind_speed], { ...isLate, scatter });
    assert.equal(shiftedClock(blurred, BEGIN + DAY, 0)?.lag, 1);
    assert.equal(shiftedClock({ ...blurred, isSurrounded: false }, BEGIN + DAY, 0), null);
  });

  it('does not show in one variable, whatever others the station measures', () => {
    assert.equal(shiftedClock(question([temp_out], isLate), BEGIN + 36, 0), null);
    const right = question([temp_out, out_hum, wind_speed], { late: 0, from: BEGIN });
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
    assert.equal(shiftedClock(question([temp_out, out_hum, wind_speed], gaps), BEGIN + 36, 0)?.lag, 1);
  });

  // An hourly station among others that report every ten minutes was told to be 50 minutes late.
  it('is none where stations report at other minutes, or more often', () => {
    const measured = [temp_out, out_hum, wind_speed];
    for (const others of [{ minute: 50 }, { reports: 6 }, { minute: 50, reports: 6 }]) {
      for (const end of [BEGIN + DAY, BEGIN + 36, BEGIN + 2 * DAY, BEGIN + 3 * DAY]) {
        assert.equal(shiftedClock(question(measured, { late: 0, from: BEGIN, ...others }), end, 0), null);
      }
      assert.equal(shiftedClock(question(measured, { ...isLate, ...others }), BEGIN + DAY, 0)?.lag, 1);
    }
  });

  it('is the same whether or not the hours after it have come', () => {
    const asked = question([temp_out, out_hum, wind_speed], { ...isLate, minute: 40 });
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
    const right = question([temp_out, out_hum, wind_speed], { late: 0, from: BEGIN });
    assert.equal(shiftedClock(right, BEGIN + DAY, 0), null);
    assert.equal(shiftedClock(right, BEGIN + 36, 0), null);
    const lonely = question([temp_out, out_hum, wind_speed], isLate);
    assert.equal(shiftedClock({ ...lonely, neighbours: NEIGHBOURS.slice(0, 1) }, BEGIN + 36, 0), null);
  });

  // Of three stations the one beside the late one was told to be an hour early, for certain.
  it('is none where one of two neighbours is late, and the other is not', () => {
    const late = question([temp_out, out_hum, wind_speed], isLate);
    const neighbours = [
      { index: STATION, id: 'late', km: 2 },
      { index: 4, id: 'n4', km: 45 },
    ];
    assert.equal(shiftedClock({ ...late, station: 1, neighbours }, BEGIN + 36, 0), null);
    const others = [1, 4].map((index) => ({ index, id: `n${index}`, km: 11 * index }));
    assert.equal(shiftedClock({ ...late, neighbours: others }, BEGIN + 36, 0)?.lag, 1);
  });
});
