import { VARIABLE_SPECIFICATIONS, VARIABLES } from '../../schemas/variables.ts';
import type { Neighbour } from '../neighbours/spatial-question.ts';
import { MAD_TO_SIGMA, weightedMedian } from '../windows/window-values.ts';
import type { PartMeans } from './day-parts.ts';
import { LEAST_SPREAD_IN_FLOORS, middle, relationWeight, tellsPlaces } from './usual-relation.ts';

const HOURS_PER_DAY = 24;
/** What is usual is learnt from so many days before. */
const LEARNT_HOURS = 12 * HOURS_PER_DAY;
/** At first glance by fewer. */
const GLANCED_HOURS = 5 * HOURS_PER_DAY;
/** Hours in which both reported that tell how two stations stand to each other. */
const FEWEST_HOURS = 36;
/** Differences that tell what is usual at an hour of the day, those of the hours beside it among them. */
const FEWEST_AT_HOUR = 4;
/** Neighbours that are asked at first glance, and those that are compared then. */
const GLANCED = 6;
const COMPARED = 12;
/** Fewer may have the same clock. */
const FEWEST_NEIGHBOURS = 2;
/** Distance beyond which a neighbour's course says too little of when [km]. */
export const CLOCK_RADIUS_KM = 60;
/** Lags that are tried [h]. */
const LAGS = [-3, -2, -1, 0, 1, 2, 3];
/** The longest of them. */
const MOST = 3;
/** Lengths that are looked at [h], and by how much the errors must be less with a lag than without, as logarithms summed over the variables. */
const LOOKS = [
  { hours: 24, least: 1.2 },
  { hours: 36, least: 0.8 },
] as const;
const GLANCE = 0.3;
/** It has lasted for so many hours, and the newest of them show it by this. */
const LASTING_HOURS = 18;
const SHOWN_HOURS = 12;
const NEWEST = 0.3;
/** So many of the neighbours say so, each by itself. */
const SAYING = 0.6;
/** So much less are the errors without the lag where the clock is right again. */
const RETURNED = 0.8;
/** Of each variable the lag has to make the errors less by this at least, the logarithm as well. */
const EACH = -0.1;
const FEWEST_VARIABLES = 2;
/** Hours that must be there. */
const THERE = 0.7;
/** Errors are not taken to be smaller than this, in documented floors, nor larger than so many times it. */
const LEAST_IN_FLOORS = 0.105;
const MOST_IN_FLOORS = 1.75;
const MINUTES = 60;

/** How a station stands to a neighbour by the hour. */
interface HourlyNeighbour {
  readonly neighbour: Neighbour;
  /** Usual difference by hour of the day, unit of the variable. */
  readonly differences: readonly number[];
  readonly weight: number;
}

/** How a station usually stands to its neighbours in one variable. */
interface HourlyRelation {
  readonly variable: number;
  readonly related: readonly HourlyNeighbour[];
}

/** A station whose reports come with another time than they are of. */
export interface ClockChange {
  /** First hour of it, and the relations that tell. */
  readonly from: number;
  /** How late its values come [min]: those of an hour earlier at 60. */
  readonly minutes: number;
  readonly lag: number;
  readonly relations: readonly HourlyRelation[];
}

const implied = new Float64Array(COMPARED);
const weights = new Float64Array(COMPARED);

/** What is asked about the clock of a station. */
export interface ClockQuestion {
  readonly means: PartMeans;
  readonly station: number;
  /** Indices into VARIABLES. */
  readonly variables: readonly number[];
  /** Those within CLOCK_RADIUS_KM, nearest first. */
  readonly neighbours: readonly Neighbour[];
}

/**
 * Looks back from an hour for a shift of a station's clock: its temperature, humidity and pressure follow what its neighbours
 * imply an hour or more before or after much better than what they imply now.
 *
 * @param end first hour that is not over
 * @param since no hour before this one is looked at
 */
export function shiftedClock(question: ClockQuestion, end: number, since: number): ClockChange | null {
  const near = question.neighbours;
  if (near.length < FEWEST_NEIGHBOURS) return null;
  const variables = question.variables.filter(tellsPlaces);
  for (const { hours, least } of LOOKS) {
    const from = end - hours;
    if (from < since) continue;
    const glance = relationsOf(question, variables, near.slice(0, GLANCED), from, true);
    if (bestLag(gainsOf(question, glance, from, end)).gain < GLANCE) continue;
    const relations = relationsOf(question, variables, near, from, false);
    const gains = gainsOf(question, relations, from, end);
    const { lag, gain } = bestLag(gains);
    // The longest lag may stand for any longer one, or for something else.
    if (gains.length < FEWEST_VARIABLES || gain < least || Math.abs(lag) === MOST) continue;
    if (gains.some((ofVariable) => ofVariable[lag + MOST] < EACH)) continue;
    const newest = gainsOf(question, relations, end - SHOWN_HOURS, end);
    if (sumOf(newest.map((ofVariable) => ofVariable[lag + MOST])) < NEWEST) continue;
    if (!eachSays(question, relations, from, end, lag)) continue;
    const begin = splitOf(question, relations, Math.max(since, from - hours), end, 0, lag);
    if (end - begin < LASTING_HOURS) continue;
    return { from: begin, minutes: Math.round(MINUTES * between(gains, lag)), lag, relations };
  }
  return null;
}

/**
 * Hour from which a station follows its neighbours without a lag again.
 *
 * @param from hour since which its clock is off
 * @param end first hour that is not over
 * @returns null where the last half day does not show it
 */
export function clockReturned(
  question: ClockQuestion,
  { relations, lag }: Pick<ClockChange, 'relations' | 'lag'>,
  from: number,
  end: number,
): number | null {
  const gains = gainsOf(question, relations, end - HOURS_PER_DAY / 2, end);
  if (gains.length === 0 || sumOf(gains.map((ofVariable) => ofVariable[lag + MOST])) > -RETURNED) return null;
  return splitOf(question, relations, Math.max(from, end - 2 * HOURS_PER_DAY), end, lag, 0);
}

/** How a station stands to its neighbours by the hour, variable by variable; by means where only a glance is wanted. */
function relationsOf(
  question: ClockQuestion,
  variables: readonly number[],
  neighbours: readonly Neighbour[],
  until: number,
  glance: boolean,
): HourlyRelation[] {
  const length = glance ? GLANCED_HOURS : LEARNT_HOURS;
  const from = until - length;
  return variables.flatMap((variable) => {
    const { means, station } = question;
    const own = Array.from({ length }, (_, k) => means.hourMean(station, variable, from + k));
    const related = neighbours.slice(0, COMPARED).flatMap((neighbour) => {
      apart.fill(Number.NaN);
      for (let k = 0; k < length; k++) {
        apart[k] = own[k] - means.hourMean(neighbour.index, variable, from + k);
      }
      const one = hourlyNeighbour(variable, neighbour, from, glance);
      return one === null ? [] : [one];
    });
    return related.length < FEWEST_NEIGHBOURS ? [] : [{ variable, related }];
  });
}

/** Differences from the neighbour that is looked at, hour by hour. */
const apart = new Float64Array(LEARNT_HOURS);

/** How a station stands to a neighbour, by the differences in `apart`, of which the first is of an hour. */
function hourlyNeighbour(
  variable: number,
  neighbour: Neighbour,
  from: number,
  glance: boolean,
): HourlyNeighbour | null {
  if (glance) {
    const differences = meansByHour(from);
    return differences === null ? null : { neighbour, differences, weight: 1 };
  }
  const byHour: number[][] = Array.from({ length: HOURS_PER_DAY }, () => []);
  for (let k = 0; k < LEARNT_HOURS; k++) if (!Number.isNaN(apart[k])) byHour[hourOfDay(from + k)].push(apart[k]);
  const told = byHour.flat();
  if (told.length < FEWEST_HOURS) return null;
  const whole = middle(told);
  const differences = byHour.map((own, hour) => {
    const around = [...byHour[hourOfDay(hour - 1)], ...own, ...byHour[hourOfDay(hour + 1)]];
    return around.length < FEWEST_AT_HOUR ? whole : middle(around);
  });
  const sizes = Array.from(apart, (difference, k) => Math.abs(difference - differences[hourOfDay(from + k)]));
  const spread = MAD_TO_SIGMA * middle(sizes.filter((size) => !Number.isNaN(size)));
  const least = LEAST_SPREAD_IN_FLOORS * floorOf(variable);
  return { neighbour, differences, weight: relationWeight(neighbour.km, spread, least) };
}

const sums = new Float64Array(HOURS_PER_DAY);
const counts = new Float64Array(HOURS_PER_DAY);

/** Means of the differences in `apart` by the hour of day and those beside it; null of too few. */
function meansByHour(from: number): number[] | null {
  sums.fill(0);
  counts.fill(0);
  let [sum, count] = [0, 0];
  for (let k = 0; k < LEARNT_HOURS; k++) {
    const difference = apart[k];
    if (Number.isNaN(difference)) continue;
    const hour = hourOfDay(from + k);
    sums[hour] += difference;
    counts[hour]++;
    sum += difference;
    count++;
  }
  if (count < FEWEST_HOURS) return null;
  return Array.from(sums, (own, hour) => {
    const [before, after] = [hourOfDay(hour - 1), hourOfDay(hour + 1)];
    const told = counts[before] + counts[hour] + counts[after];
    return told < FEWEST_AT_HOUR ? sum / count : (sums[before] + own + sums[after]) / told;
  });
}

/** What the neighbours imply of a station in an hour; NaN where none reported. */
function impliedAt(means: PartMeans, { variable, related }: HourlyRelation, hour: number): number {
  let count = 0;
  for (const { neighbour, differences, weight } of related) {
    const value = means.hourMean(neighbour.index, variable, hour) + differences[hourOfDay(hour)];
    if (Number.isNaN(value)) continue;
    implied[count] = value;
    weights[count++] = weight;
  }
  return weightedMedian(implied, weights, count);
}

/**
 * By how much each lag makes the errors less than none does, variable by variable: the logarithm of the one mean squared error
 * over the other. Variables of which too little is there have no row.
 */
function gainsOf(
  { means, station }: ClockQuestion,
  relations: readonly HourlyRelation[],
  from: number,
  end: number,
): number[][] {
  return relations.flatMap((relation) => {
    // What comes after the end is not known yet, whoever has reported.
    const course = Array.from({ length: end - from + 2 * MOST }, (_, k) =>
      from - MOST + k < end ? impliedAt(means, relation, from - MOST + k) : Number.NaN,
    );
    const own = Array.from({ length: end - from }, (_, k) => means.hourMean(station, relation.variable, from + k));
    const errors = LAGS.map((lag) =>
      errorOf(
        own.map((value, k) => value - course[k + MOST - lag]),
        floorOf(relation.variable),
      ),
    );
    return errors.some(Number.isNaN) ? [] : [errors.map((error) => Math.log(errors[MOST] / error))];
  });
}

/**
 * Whether most neighbours by themselves say so: weather on its way comes late from some and early from others, a clock is late
 * against all.
 */
function eachSays(
  question: ClockQuestion,
  relations: readonly HourlyRelation[],
  from: number,
  end: number,
  lag: number,
): boolean {
  const gains = question.neighbours.slice(0, COMPARED).flatMap(({ index }) => {
    const alone = relations.map(({ variable, related }) => ({
      variable,
      related: related.filter(({ neighbour }) => neighbour.index === index),
    }));
    const told = gainsOf(question, alone, from, end);
    return told.length === 0 ? [] : [sumOf(told.map((ofVariable) => ofVariable[lag + MOST]))];
  });
  return gains.filter((gain) => gain > 0).length >= SAYING * gains.length;
}

/** The lag that makes the errors of all variables least, and by how much. */
function bestLag(gains: readonly (readonly number[])[]): { lag: number; gain: number } {
  return LAGS.map((lag) => ({ lag, gain: sumOf(gains.map((ofVariable) => ofVariable[lag + MOST])) })).reduce(
    (best, one) => (one.gain > best.gain ? one : best),
    { lag: 0, gain: 0 },
  );
}

/** The lag of least errors between whole hours, by a parabola through those of three [h]. */
function between(gains: readonly (readonly number[])[], lag: number): number {
  const [before, at, after] = [-1, 0, 1].map((step) => sumOf(gains.map((ofVariable) => ofVariable[lag + step + MOST])));
  const bend = before - 2 * at + after;
  return bend === 0 ? lag : lag + (before - after) / (2 * bend);
}

/** Mean squared departure around their median, none counting as more than there is or less than what is ordinary; NaN of too few. */
function errorOf(departures: readonly number[], floor: number): number {
  const told = departures.filter((departure) => !Number.isNaN(departure));
  if (told.length < THERE * departures.length) return Number.NaN;
  const usual = middle(told);
  const squares = told.map((departure) => Math.min((departure - usual) ** 2, (MOST_IN_FLOORS * floor) ** 2));
  return average(squares) + (LEAST_IN_FLOORS * floor) ** 2;
}

/** Hour from which one lag goes before another, by the errors on both sides. */
function splitOf(
  { means, station }: ClockQuestion,
  relations: readonly HourlyRelation[],
  from: number,
  end: number,
  before: number,
  after: number,
): number {
  let balance = 0;
  let least = 0;
  let split = from;
  for (let hour = from; hour < end; hour++) {
    for (const relation of relations) {
      const value = means.hourMean(station, relation.variable, hour);
      const one = (value - impliedAt(means, relation, hour - before)) / floorOf(relation.variable);
      const other = (value - impliedAt(means, relation, hour - after)) / floorOf(relation.variable);
      if (Math.max(hour - before, hour - after) >= end) continue;
      if (Number.isNaN(one) || Number.isNaN(other)) continue;
      balance += Math.min(1, one ** 2) - Math.min(1, other ** 2);
    }
    // Up to here the lag of before is the better one.
    if (balance < least) [least, split] = [balance, hour + 1];
  }
  return split;
}

function hourOfDay(hour: number): number {
  return ((hour % HOURS_PER_DAY) + HOURS_PER_DAY) % HOURS_PER_DAY;
}

function floorOf(variable: number): number {
  return VARIABLE_SPECIFICATIONS[VARIABLES[variable]].floor;
}

function average(values: readonly number[]): number {
  return sumOf(values) / values.length;
}

function sumOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0);
}
