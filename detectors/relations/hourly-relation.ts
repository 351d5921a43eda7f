import { VARIABLE_INDEX, VARIABLE_SPECIFICATIONS, VARIABLES } from '../../schemas/variables.ts';
import { withoutRuler } from '../neighbours/expectation.ts';
import type { Neighbour } from '../neighbours/spatial-question.ts';
import { MAD_TO_SIGMA } from '../windows/window-values.ts';
import { HOURS_PER_DAY, type PartMeans } from './day-parts.ts';
import {
  LEARNT_DAYS,
  LEAST_SPREAD_IN_FLOORS,
  middle,
  middleByWeight,
  RELATED,
  relationWeight,
  tellsPlaces,
} from './usual-relation.ts';

/** What is usual is learnt from so many hours before, at first glance from fewer. */
export const LEARNT_HOURS = LEARNT_DAYS * HOURS_PER_DAY;
const GLANCED_HOURS = 5 * HOURS_PER_DAY;
/** Hours in which both reported that tell how two stations stand to each other. */
const FEWEST_HOURS = 36;
/** Differences that tell what is usual at an hour of the day, those of the hours beside it among them. */
const FEWEST_AT_HOUR = 4;
/** Neighbours that are asked at first glance: later, as many as RELATED. */
const GLANCED = 6;
/** Fewer may have the same clock. */
const FEWEST_NEIGHBOURS = 2;
/** Reports that lie nearer in the hour than this are of the same time [min]. */
const AT_ONE_TIME = 10;
const MINUTES = 60;
/** A departure tells of the usual scatter by so many documented floors at most. */
const MOST_IN_FLOORS = 1.75;
/** What an anemometer's floor is in the square root of a wind as strong: its derivative there. */
const FLOOR_OF_ROOT = 0.5;

/** What is asked of the hours of stations. */
export type HourlyMeans = Pick<PartMeans, 'hourMean' | 'readHourMeans' | 'hourCount' | 'minuteIn'>;

/** A station, what it measures and the neighbours that it is held against. */
export interface HourlyStation {
  readonly means: HourlyMeans;
  readonly station: number;
  /** Indices into VARIABLES. */
  readonly variables: readonly number[];
  /** Nearest first. */
  readonly neighbours: readonly Neighbour[];
}

/** How a station stands to a neighbour by the hour. */
interface HourlyNeighbour {
  readonly neighbour: Neighbour;
  /** Usual difference by hour of the day, as `readingIn` gives them. */
  readonly differences: readonly number[];
  /** Share of the weight of all. */
  readonly weight: number;
  /** By how much of an hour the station's reports lie after the neighbour's, as one at the hour and one every ten minutes do. */
  readonly after: number;
}

/** How a station usually stands to its neighbours in one variable. */
export interface HourlyRelation {
  readonly variable: number;
  readonly related: readonly HourlyNeighbour[];
  /** How far it usually is from what is usual by hour of the day, as `readingIn` gives it; versions before did not look. */
  readonly scatter?: readonly number[];
  /** Hours of the station that it was learnt from. */
  readonly learnt: number;
}

/**
 * How a station usually stands to its neighbours by the hour, in what changes with the hour at all of them.
 *
 * @param until first hour that is not learnt from
 * @param glance whether means of fewer days and neighbours will do
 */
export function hourlyRelations(
  { means, station, variables, neighbours }: HourlyStation,
  until: number,
  glance: boolean,
): HourlyRelation[] {
  const from = until - (glance ? GLANCED_HOURS : LEARNT_HOURS);
  const minute = means.minuteIn(station, from, until);
  const asked = neighbours
    .slice(0, glance ? GLANCED : RELATED)
    .map((neighbour) => ({ neighbour, after: hoursAfter(minute, means.minuteIn(neighbour.index, from, until)) }));
  return variables.filter(tellsTimes).flatMap((variable) => {
    const own = readingsOver({ means, variable }, station, from, until);
    const taught = asked.flatMap(({ neighbour, after }) => {
      const apart = readingsAfter({ means, variable }, neighbour.index, { from, until, after });
      for (let k = 0; k < apart.length; k++) apart[k] = own[k] - apart[k];
      const one = hourlyNeighbour({ variable, neighbour, from, apart, after }, glance);
      return one === null ? [] : [one];
    });
    const learnt = own.filter((value) => !Number.isNaN(value)).length;
    if (taught.length < FEWEST_NEIGHBOURS) return [];
    const weighed = shared(withoutRuler(taught));
    const scatter = Array.from({ length: HOURS_PER_DAY }, (_, hour) => {
      return middleByWeight(weighed, ({ scatter }) => scatter[hour]);
    });
    return [{ variable, related: weighed.map(({ scatter: _, ...one }) => one), scatter, learnt }];
  });
}

/** A neighbour, and how far the station usually is from what is usual against it, by hour of the day. */
interface TaughtNeighbour extends HourlyNeighbour {
  readonly scatter: readonly number[];
}

/** The same neighbours, whose weights are shares of one. */
function shared(related: readonly TaughtNeighbour[]): TaughtNeighbour[] {
  const total = related.reduce((sum, { weight }) => sum + weight, 0);
  return related.map((one) => ({ ...one, weight: one.weight / total }));
}

/** How far a station was from a neighbour, hour by hour from one on. */
interface HoursApart {
  readonly variable: number;
  readonly neighbour: Neighbour;
  readonly from: number;
  readonly apart: Float64Array;
  readonly after: number;
}

/** How a station stands to a neighbour, by their differences. */
function hourlyNeighbour(of: HoursApart, glance: boolean): TaughtNeighbour | null {
  const { variable, neighbour, from, apart, after } = of;
  if (glance) {
    const means = meansByHour(apart, from, mostOf(variable));
    return means === null ? null : { neighbour, ...means, weight: 1, after };
  }
  const byHour: number[][] = Array.from({ length: HOURS_PER_DAY }, () => []);
  for (let k = 0, hour = hourOfDay(from); k < apart.length; k++) {
    if (!Number.isNaN(apart[k])) byHour[hour].push(apart[k]);
    if (++hour === HOURS_PER_DAY) hour = 0;
  }
  const told = byHour.flat();
  if (told.length < FEWEST_HOURS) return null;
  const whole = middle(told);
  const differences = byHour.map((own, hour) => {
    const around = [...byHour[hourOfDay(hour - 1)], ...own, ...byHour[hourOfDay(hour + 1)]];
    return around.length < FEWEST_AT_HOUR ? whole : middle(around);
  });
  const sizes = new Float64Array(apart.length);
  const sized: number[] = [];
  let hour = hourOfDay(from);
  for (let k = 0; k < apart.length; k++) {
    sizes[k] = Math.abs(apart[k] - differences[hour]);
    if (!Number.isNaN(sizes[k])) sized.push(sizes[k]);
    if (++hour === HOURS_PER_DAY) hour = 0;
  }
  const spread = MAD_TO_SIGMA * middle(sized);
  const least = LEAST_SPREAD_IN_FLOORS * floorOf(variable);
  const most = mostOf(variable);
  for (let k = 0; k < sizes.length; k++) sizes[k] = Math.min(sizes[k], most) ** 2;
  const squared = meansByHour(sizes, from, most);
  const scatter = squared?.differences.map(Math.sqrt) ?? differences.map(() => spread);
  return { neighbour, differences, weight: relationWeight(neighbour.km, spread, least), after, scatter };
}

const sums = new Float64Array(HOURS_PER_DAY);
const squares = new Float64Array(HOURS_PER_DAY);
const counts = new Float64Array(HOURS_PER_DAY);

/**
 * Means of differences, the first of which is of an hour, by the hour of day and those beside it, and their standard deviations,
 * `most` at most; null of too few.
 */
function meansByHour(
  apart: ArrayLike<number>,
  from: number,
  most: number,
): Pick<TaughtNeighbour, 'differences' | 'scatter'> | null {
  sums.fill(0);
  squares.fill(0);
  counts.fill(0);
  let [sum, square, count] = [0, 0, 0];
  let hour = hourOfDay(from);
  for (let k = 0; k < apart.length; k++) {
    const difference = apart[k];
    if (!Number.isNaN(difference)) {
      sums[hour] += difference;
      squares[hour] += difference ** 2;
      counts[hour]++;
      sum += difference;
      square += difference ** 2;
      count++;
    }
    if (++hour === HOURS_PER_DAY) hour = 0;
  }
  if (count < FEWEST_HOURS) return null;
  const told = Array.from(counts, (_, hour) => around(counts, hour));
  const meanOf = (of: Float64Array, all: number) =>
    Array.from(told, (many, hour) => (many < FEWEST_AT_HOUR ? all / count : around(of, hour) / many));
  const differences = meanOf(sums, sum);
  const scatter = meanOf(squares, square).map((mean, hour) => {
    return Math.min(Math.sqrt(Math.max(0, mean - differences[hour] ** 2)), most);
  });
  return { differences, scatter };
}

/** What there is in an hour of the day and those beside it. */
function around(byHour: Float64Array, hour: number): number {
  return byHour[hourOfDay(hour - 1)] + byHour[hour] + byHour[hourOfDay(hour + 1)];
}

/**
 * What the neighbours imply of a station in the hours of a stretch, the last one not included; NaN where none reported. Nothing
 * is read from that hour on, so that it is no matter whether it is over.
 */
export function impliedOver(
  means: HourlyMeans,
  { variable, related }: HourlyRelation,
  from: number,
  until: number,
): Float64Array {
  const theirs = related.map(({ neighbour, after }) =>
    readingsAfter({ means, variable }, neighbour.index, { from, until, after }),
  );
  const implied = new Float64Array(until - from);
  let [k, hour] = [0, hourOfDay(from)];
  const toldBy = ({ differences }: HourlyNeighbour, nth: number) => theirs[nth][k] + differences[hour];
  for (; k < implied.length; k++) {
    implied[k] = middleByWeight(related, toldBy);
    if (++hour === HOURS_PER_DAY) hour = 0;
  }
  return implied;
}

/** @param hour counted since 1970, or from the beginning of a day */
export function hourOfDay(hour: number): number {
  return ((hour % HOURS_PER_DAY) + HOURS_PER_DAY) % HOURS_PER_DAY;
}

/** True for what changes with the hour in the same way as at the neighbours: what tells places, and the wind. */
function tellsTimes(variable: number): boolean {
  return tellsPlaces(variable) || isWind(variable);
}

function isWind(variable: number): boolean {
  return variable === VARIABLE_INDEX.wind_speed;
}

/** What a station reads in an hour, in the unit of the variable; the square root of the wind, which varies by its strength. */
export function readingIn(means: HourlyMeans, station: number, variable: number, hour: number): number {
  const mean = means.hourMean(station, variable, hour);
  return isWind(variable) ? Math.sqrt(mean) : mean;
}

/** The same of the hours of a stretch, the last one not included. */
export function readingsOver(
  { means, variable }: { readonly means: HourlyMeans; readonly variable: number },
  station: number,
  from: number,
  until: number,
): Float64Array {
  const read = new Float64Array(until - from);
  means.readHourMeans(station, variable, from, read);
  if (isWind(variable)) for (let k = 0; k < read.length; k++) read[k] = Math.sqrt(read[k]);
  return read;
}

/** By how much of an hour one minute of it lies after another; 0 where both are of the same time, or one is not known. */
function hoursAfter(minute: number, theirs: number): number {
  const minutes = minute - theirs;
  return Math.abs(minutes) >= AT_ONE_TIME ? minutes / MINUTES : 0;
}

/** Hours of a neighbour, read so much later than its reports lie. */
interface HoursAfter {
  readonly from: number;
  readonly until: number;
  /** In hours, -1 to 1; conditions of version 0.1.0 do not have it. */
  readonly after: number | undefined;
}

/** What a neighbour reads in hours at the time of another station's reports: between its own of two hours, in proportion. */
function readingsAfter(
  of: { readonly means: HourlyMeans; readonly variable: number },
  neighbour: number,
  { from, until, after = 0 }: HoursAfter,
): Float64Array {
  if (after === 0) return readingsOver(of, neighbour, from, until);
  const read = readingsOver(of, neighbour, from - 1, until);
  const share = Math.abs(after);
  const step = Math.sign(after);
  const between = new Float64Array(until - from);
  for (let k = 0; k < between.length; k++) {
    const other = read[k + 1 + step] ?? Number.NaN;
    between[k] = (1 - share) * read[k + 1] + share * other;
  }
  return between;
}

/** A departure counts as no more than this. */
function mostOf(variable: number): number {
  return MOST_IN_FLOORS * floorOf(variable);
}

/** Documented floor of what `readingIn` gives. */
export function floorOf(variable: number): number {
  const { floor } = VARIABLE_SPECIFICATIONS[VARIABLES[variable]];
  return isWind(variable) ? FLOOR_OF_ROOT * Math.sqrt(floor) : floor;
}
