import { HOURS_PER_DAY } from './day-parts.ts';
import { courseError, usualAt } from './hourly-error.ts';
import {
  floorOf,
  type HourlyRelation,
  type HourlyStation,
  hourlyRelations,
  hourOfDay,
  impliedOver,
  LEARNT_HOURS,
  readingIn,
  readingsOver,
} from './hourly-relation.ts';
import { RELATED } from './usual-relation.ts';

/** Distance beyond which a neighbour's course says too little of when [km]. */
export const CLOCK_RADIUS_KM = 60;
/** Lags that are tried [h]. */
const LAGS = [-3, -2, -1, 0, 1, 2, 3];
/** The longest of them. */
const MOST = 3;
/** Lengths that are looked at, shortest first [h]. */
const LOOKS = [24, 36] as const;
/** By how much the errors must be less with a lag than without, as logarithms summed over the variables; and at first glance. */
const LEAST = 0.75;
const GLANCE = 0.12;
/** So many times as much where the neighbours lie on one side, or far away: weather on its way comes late from there. */
const ON_ONE_SIDE = 1.7;
/** It has lasted for so many hours. */
const LASTING_HOURS = 18;
/** Neighbours of so much of the weight say so, each by itself. */
const SAYING = 0.65;
/** Of so few all must: one of two may be the one that is late. */
const FEW = 2;
/**
 * Where it makes the errors less by a smaller share of what a lag as long usually makes them larger by, something else may have: a
 * clock that is wrong is wrong at every hour.
 */
const CLEAR_SHARE = 0.4;
/** So much less are the errors without the lag where the clock is right again. */
const RETURNED = 0.8;
/** No variable by itself may speak against the lag by more than this, the logarithm as well. */
const EACH = -0.3;
/** All of them but the one that shows it most show it by this together: one alone may have a fault of its own. */
const OTHERS = 0.1;
/** Where so many hours tell what is usual, it must be twice as much as where many do. */
const FEW_HOURS = 42;
const MINUTES = 60;

/** What is asked of the clock of a station. */
export interface ClockQuestion extends HourlyStation {
  /** Whether its neighbours tell its clock from weather on its way (`isSurroundedIn`). */
  readonly isSurrounded: boolean;
}

/** A station whose reports come with another time than they are of. */
export interface ClockChange {
  /** First hour of it, and the relations that tell. */
  readonly from: number;
  /** How late its values come [min]: those of an hour earlier at 60. */
  readonly minutes: number;
  readonly lag: number;
  readonly relations: readonly HourlyRelation[];
  /** By how much a lag as long usually makes the errors larger; absent where nothing tells, and in what earlier versions stored. */
  readonly usual?: number | undefined;
}

/**
 * Looks back from an hour for a shift of a station's clock: its temperature, humidity, pressure and wind follow what its
 * neighbours imply an hour or more before or after much better than what they imply now.
 *
 * @param question with the neighbours within CLOCK_RADIUS_KM
 * @param end first hour that is not over
 * @param since no hour before this one is looked at
 */
export function shiftedClock(question: ClockQuestion, end: number, since: number): ClockChange | null {
  if (end - LOOKS[0] < since) return null;
  const glance = hourlyRelations(question, end - LOOKS[0], true);
  for (const hours of LOOKS) {
    const from = end - hours;
    if (from < since || bestLag(gainsOf(question, glance, from, end)).gain < GLANCE) continue;
    const relations = hourlyRelations(question, from, false);
    const gains = gainsOf(question, relations, from, end);
    const { lag, gain } = bestLag(gains);
    // The longest lag may stand for any longer one, or for something else.
    if (Math.abs(lag) === MOST || gain < leastOf(question, relations, from, end)) continue;
    const each = gains.map((ofVariable) => ofVariable[lag + MOST]);
    if (Math.min(...each) < EACH || gain - Math.max(...each) < OTHERS) continue;
    if (!eachSays(question, relations, from, end, lag)) continue;
    const begin = splitOf(question, relations, Math.max(since, from - hours), end, 0, lag);
    if (end - begin < LASTING_HOURS) continue;
    const usual = usualLoss(question, relations, from, lag);
    return { from: begin, minutes: Math.round(MINUTES * between(gains, lag)), lag, relations, usual };
  }
  return null;
}

/** Whether a clock is wrong for certain, by the hours from one to before another. */
export function isClearlyShifted(
  question: HourlyStation,
  { relations, lag, usual }: Pick<ClockChange, 'relations' | 'lag' | 'usual'>,
  from: number,
  end: number,
): boolean {
  if (usual === undefined) return true;
  return gainOf(gainsOf(question, relations, from, end), lag) >= CLEAR_SHARE * usual;
}

/** By how much a lag, early or late, made the errors larger before an hour, in the mean; undefined where too little is there. */
function usualLoss(
  question: HourlyStation,
  relations: readonly HourlyRelation[],
  until: number,
  lag: number,
): number | undefined {
  const gains = gainsOf(question, relations, until - LEARNT_HOURS, until);
  return gains.length === 0 ? undefined : -(gainOf(gains, lag) + gainOf(gains, -lag)) / 2;
}

/**
 * Hour from which a station follows its neighbours without a lag again.
 *
 * @param from hour since which its clock is off
 * @param end first hour that is not over
 * @returns null where the last half day does not show it
 */
export function clockReturned(
  question: HourlyStation,
  { relations, lag }: Pick<ClockChange, 'relations' | 'lag'>,
  from: number,
  end: number,
): number | null {
  const gains = gainsOf(question, relations, end - HOURS_PER_DAY / 2, end);
  if (gains.length === 0 || gainOf(gains, lag) > -RETURNED) return null;
  return splitOf(question, relations, Math.max(from, end - 2 * HOURS_PER_DAY), end, lag, 0);
}

/**
 * By how much each lag makes the errors less than none does, variable by variable: the logarithm of the one mean error over
 * the other. Variables of which too little is there have no row.
 */
function gainsOf(
  { means, station }: HourlyStation,
  relations: readonly HourlyRelation[],
  from: number,
  end: number,
): number[][] {
  const apart = new Float64Array(end - from);
  // What comes after the end is not known yet, whoever has reported.
  const course = new Float64Array(end - from + 2 * MOST).fill(Number.NaN);
  return relations.flatMap((relation) => {
    course.set(impliedOver(means, relation, from - MOST, end));
    const own = readingsOver({ means, variable: relation.variable }, station, from, end);
    const usual = usualAt(relation);
    const errors = LAGS.map((lag) => {
      for (let k = 0; k < own.length; k++) apart[k] = (own[k] - course[k + MOST - lag]) / usual[hourOfDay(from + k)];
      return courseError(apart);
    });
    return errors.some(Number.isNaN) ? [] : [errors.map((error) => Math.log(errors[MOST] / error))];
  });
}

/**
 * Whether most neighbours, by their weight, say so by themselves, of two both: weather on its way comes late from some and early from
 * others, a clock is late against all.
 */
function eachSays(
  question: HourlyStation,
  relations: readonly HourlyRelation[],
  from: number,
  end: number,
  lag: number,
): boolean {
  let [saying, asked, sayers, told] = [0, 0, 0, 0];
  for (const { index } of question.neighbours.slice(0, RELATED)) {
    const alone = relations.map(({ related, ...relation }) => ({
      ...relation,
      related: related.filter(({ neighbour }) => neighbour.index === index),
    }));
    const gains = gainsOf(question, alone, from, end);
    if (gains.length === 0) continue;
    const weight = sumOf(alone.flatMap(({ related }) => related.map((one) => one.weight)));
    asked += weight;
    told++;
    if (!(gainOf(gains, lag) > 0)) continue;
    saying += weight;
    sayers++;
  }
  return saying >= SAYING * asked && (told > FEW || sayers === told);
}

/**
 * What the gain of a lag must reach. It is more where few days tell what is usual, which follow the weather of those days, where
 * less than a day is there to show it, and where the neighbours do not tell it from weather on its way.
 */
function leastOf(
  { means, station, isSurrounded }: ClockQuestion,
  relations: readonly HourlyRelation[],
  from: number,
  end: number,
): number {
  const hours = Array.from({ length: end - from }, (_, k) => from + k);
  const isTold = (hour: number) =>
    relations.some(({ variable }) => !Number.isNaN(readingIn(means, station, variable, hour)));
  const learnt = Math.max(...relations.map((relation) => relation.learnt));
  const least = isSurrounded ? LEAST : ON_ONE_SIDE * LEAST;
  return least * (1 + (FEW_HOURS / learnt) ** 2) * Math.max(1, HOURS_PER_DAY / hours.filter(isTold).length);
}

/** The lag that makes the errors of all variables least, and by how much. */
function bestLag(gains: readonly (readonly number[])[]): { lag: number; gain: number } {
  return LAGS.map((lag) => ({ lag, gain: gainOf(gains, lag) })).reduce(
    (best, one) => (one.gain > best.gain ? one : best),
    { lag: 0, gain: 0 },
  );
}

/** By how much a lag makes the errors of all variables less. */
function gainOf(gains: readonly (readonly number[])[], lag: number): number {
  return sumOf(gains.map((ofVariable) => ofVariable[lag + MOST]));
}

/** The lag of least errors between whole hours, by a parabola through those of three [h]. */
function between(gains: readonly (readonly number[])[], lag: number): number {
  const [before, at, after] = [-1, 0, 1].map((step) => sumOf(gains.map((ofVariable) => ofVariable[lag + step + MOST])));
  const bend = before - 2 * at + after;
  return bend === 0 ? lag : lag + (before - after) / (2 * bend);
}

/** Hour from which one lag goes before another, by the errors on both sides. */
function splitOf(
  { means, station }: HourlyStation,
  relations: readonly HourlyRelation[],
  from: number,
  end: number,
  before: number,
  after: number,
): number {
  const implied = relations.map((relation) => impliedOver(means, relation, from - MOST, end));
  let balance = 0;
  let least = 0;
  let split = from;
  for (let hour = from; hour < end; hour++) {
    if (Math.max(hour - before, hour - after) >= end) continue;
    for (const [nth, { variable }] of relations.entries()) {
      const value = readingIn(means, station, variable, hour);
      const at = hour - from + MOST;
      const one = (value - implied[nth][at - before]) / floorOf(variable);
      const other = (value - implied[nth][at - after]) / floorOf(variable);
      if (Number.isNaN(one) || Number.isNaN(other)) continue;
      balance += Math.min(1, one ** 2) - Math.min(1, other ** 2);
    }
    // Up to here the lag of before is the better one.
    if (balance < least) [least, split] = [balance, hour + 1];
  }
  return split;
}

function sumOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0);
}
