import type { HourlyMeans } from '../../../detectors/relations/hourly-relation.ts';
import type { ClockQuestion } from '../../../detectors/relations/shifted-clock.ts';
import { VARIABLE_INDEX, VARIABLES } from '../../../schemas/variables.ts';
import { seeded } from '../stages/small-network.ts';
import { oneByOne } from './made-means.ts';

export const DAY = 24;
/** Hours before which nothing is wrong. */
export const LEARNT = 12 * DAY;
export const STATION = 0;
export const NEIGHBOURS = [8, 14, 22, 26].map((km, k) => ({ index: k + 1, id: `n${k + 1}`, km }));
const { temp_out, out_hum, wind_speed } = VARIABLE_INDEX;
export const MEASURED = [temp_out, out_hum, wind_speed];

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

/** How the clock of the station is wrong, and what differs besides. */
export interface Clocks {
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

/** What is asked of a station in hours of five stations, in which what passes comes to all at once. @param measured variables of all of them */
export function clockQuestion(
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
