import { VARIABLE_SPECIFICATIONS, VARIABLES } from '../../schemas/variables.ts';
import type { Neighbour } from '../neighbours/spatial-question.ts';
import { PARTS_PER_DAY, type PartMeans } from './day-parts.ts';
import { beginOf, type Swap, type SwappedVariable } from './named-condition.ts';
import {
  impliedValue,
  LEARNT_PARTS,
  meanOf,
  meansOver,
  middle,
  nearness,
  type RelatedNeighbour,
  tellsPlaces,
  usualRelation,
} from './usual-relation.ts';

/** Parts of a station that have to tell what is usual: of fewer, weather passes for another place. */
const FEWEST_LEARNT = 3 * PARTS_PER_DAY;
/** So much is looked at [parts], and so much of it has to show it. */
const LENGTH = 2 * PARTS_PER_DAY;
const FEWEST = 6;
/** Squares of departures count up to so many sigmas. */
const MOST_SIGMAS = 4;
/** A station is compared with others where its departures are so many times what is usual, over the newest day. */
const OFF = 0.7;
/** Sums of squares: by how much less they are if swapped, in so many variables, and of each station. */
const FEWEST_VARIABLES = 2;
const LEAST_OF_VARIABLE = 6;
const LEAST_EACH = 16;
/** The mean square of each if swapped, and how many times as much the squares of the two are as they stand. */
const FIT = 4;
const WORSE = 2.3;
/** A part says so much at most. */
const MOST_OF_PART = 8;
/** Least sigma, in documented floors. */
const LEAST_IN_FLOORS = 0.15;
/** At first glance: so many neighbours, so many days before, and a departure of the newest day, in documented floors. */
const GLANCED = 5;
const GLANCED_DAYS = [3, 4, 5, 6];
const GLANCE_IN_FLOORS = 0.3;

/** How a station stands to its neighbours in the variables that tell, at the end of a day. */
export interface Standing {
  readonly station: number;
  readonly relations: ReadonlyMap<number, readonly RelatedNeighbour[]>;
  /** By variable, what it read on the newest day and what its neighbours imply, part by part. */
  readonly newest: ReadonlyMap<number, NewestDay>;
}

interface NewestDay {
  readonly spread: number;
  readonly values: readonly number[];
  readonly implied: readonly number[];
}

interface Network {
  readonly means: PartMeans;
  readonly neighboursOf: (station: number) => readonly Neighbour[];
  readonly variables: readonly number[];
}

/**
 * A first look: whether a station stands to the mean of its nearest neighbours on the newest day as it did at those hours some
 * days before.
 */
export function isWorthALook({ means, neighboursOf, variables }: Network, station: number, end: number): boolean {
  const near = neighboursOf(station).slice(0, GLANCED);
  return variables.some((variable) => {
    if (!tellsPlaces(variable)) return false;
    const apart = (part: number) =>
      means.mean(station, variable, part) - meanOf(near.map(({ index }) => means.mean(index, variable, part)));
    let [sum, count] = [0, 0];
    for (let part = end - PARTS_PER_DAY; part < end; part++) {
      const newest = apart(part);
      if (Number.isNaN(newest)) continue;
      const before = meanOf(GLANCED_DAYS.map((days) => apart(part - days * PARTS_PER_DAY)));
      if (Number.isNaN(before)) continue;
      sum += (newest - before) ** 2;
      count++;
    }
    const least = GLANCE_IN_FLOORS * VARIABLE_SPECIFICATIONS[VARIABLES[variable]].floor;
    return sum > least ** 2 * count;
  });
}

/** How a station stood to its neighbours before the newest two days. */
export function standingOf({ means, neighboursOf, variables }: Network, station: number, end: number): Standing {
  const from = end - LENGTH;
  const relations = new Map<number, readonly RelatedNeighbour[]>();
  const newest = new Map<number, NewestDay>();
  for (const variable of variables) {
    if (!tellsPlaces(variable)) continue;
    const known = meansOver({ means, variable }, station, from - LEARNT_PARTS, from);
    if (known.reduce((told, value) => told + (Number.isNaN(value) ? 0 : 1), 0) < FEWEST_LEARNT) continue;
    const related = usualRelation({ means, station, variable, neighboursOf }, from - LEARNT_PARTS, from);
    if (related.length < 2) continue;
    relations.set(variable, related);
    const parts = Array.from({ length: PARTS_PER_DAY }, (_, k) => end - PARTS_PER_DAY + k);
    newest.set(variable, {
      spread: spreadOf(related, variable),
      values: parts.map((part) => means.mean(station, variable, part)),
      implied: parts.map((part) => impliedValue({ means, variable }, related, part)),
    });
  }
  return { station, relations, newest };
}

/** What is usual of a departure from all of them: a robust mean of their spreads, which weights are made of. */
function spreadOf(related: readonly RelatedNeighbour[], variable: number): number {
  const spreads = related.map(({ neighbour, weight }) => Math.sqrt(nearness(neighbour.km) / weight));
  const least = LEAST_IN_FLOORS * VARIABLE_SPECIFICATIONS[VARIABLES[variable]].floor;
  return Math.max(least, middle(spreads.slice(0, 5)));
}

/** Whether a station departs from what is usual on the newest day far enough to be compared with others. */
export function isOff({ newest }: Standing): boolean {
  let [sum, count] = [0, 0];
  for (const { spread, values, implied } of newest.values()) {
    for (const [k, value] of values.entries()) {
      const off = square((value - implied[k]) / spread);
      if (Number.isNaN(off)) continue;
      sum += off;
      count++;
    }
  }
  return count >= FEWEST && sum >= OFF * count;
}

/** A first look: whether a station follows the place of another better than its own on the newest day. */
function follows(one: Standing, two: Standing): boolean {
  let gain = 0;
  for (const [variable, { spread, values, implied }] of one.newest) {
    const there = two.newest.get(variable);
    if (there === undefined) continue;
    for (const [k, value] of values.entries()) {
      const less = square((value - implied[k]) / spread) - square((value - there.implied[k]) / there.spread);
      if (!Number.isNaN(less)) gain += less;
    }
  }
  return gain > 0;
}

/**
 * Looks whether the records of two stations are exchanged: what each reads is what the neighbours of the other imply there, and
 * not what its own imply.
 */
export function swapOf(network: Network, one: Standing, two: Standing, end: number, since: number): Swap | null {
  if (!follows(one, two) || !follows(two, one)) return null;
  const without = (related: readonly RelatedNeighbour[] | undefined, index: number) =>
    (related ?? []).filter(({ neighbour }) => neighbour.index !== index);
  const variables: SwappedVariable[] = [];
  for (const [variable, related] of one.relations) {
    const own = without(related, two.station);
    const other = without(two.relations.get(variable), one.station);
    if (own.length === 0 || other.length === 0) continue;
    variables.push({
      variable,
      own,
      other,
      ownSpread: spreadOf(own, variable),
      otherSpread: spreadOf(other, variable),
    });
  }
  if (variables.length === 0) return null;
  const found: Swap = {
    kind: 'swapped',
    other: two.station,
    gain: 0,
    variables,
    from: end - LENGTH,
    isDoubtful: false,
  };
  const balance = (part: number) => swapEvidence(network.means, one.station, found, part);
  const first = Math.max(since, end - LENGTH);
  const from = beginOf(balance, first, end);
  // A night alone may be like that: places differ most by day.
  if (end - from < PARTS_PER_DAY) return null;
  const gain = gainOf(network.means, one.station, found, from, end);
  if (gain === null) return null;
  const swap = { ...found, gain, from: beginOf(balance, Math.max(since, first - LENGTH), end) };
  return wereInPlace(network.means, one.station, swap) ? swap : null;
}

/**
 * Whether neither of the two followed the place of the other before as it does now: records are exchanged at once, and a station
 * that was off before has another fault.
 */
function wereInPlace(means: PartMeans, station: number, { other, variables, gain, from }: Swap): boolean {
  const away = [0, 0];
  let told = 0;
  // When it began is known to half a day.
  const until = from - PARTS_PER_DAY / 2;
  for (let part = until - PARTS_PER_DAY; part < until; part++) {
    for (const variable of variables) {
      const off = departuresOf(means, station, other, variable, part);
      if (off === null) continue;
      told++;
      for (const [s, { own, swapped }] of off.entries()) away[s] += own - swapped;
    }
  }
  return away.every((sum) => sum <= (told * gain) / 2);
}

/**
 * How much better the two follow the place of the other than their own, a part and variable, of the one that does less: null
 * where they do not follow it closely and in all that tells.
 */
function gainOf(
  means: PartMeans,
  station: number,
  { other, variables }: Swap,
  from: number,
  end: number,
): number | null {
  const gains = variables.map(() => 0);
  const each = [station, other].map(() => ({ own: 0, swapped: 0, told: 0 }));
  for (let part = from; part < end; part++) {
    for (const [k, variable] of variables.entries()) {
      const off = departuresOf(means, station, other, variable, part);
      if (off === null) continue;
      for (const [s, { own, swapped }] of off.entries()) {
        each[s].own += own;
        each[s].swapped += swapped;
        each[s].told++;
        gains[k] += own - swapped;
      }
    }
  }
  const saying = gains.filter((gain) => gain > LEAST_OF_VARIABLE).length;
  if (saying < FEWEST_VARIABLES || gains.some((gain) => gain < 0)) return null;
  const isClear = each.every(
    ({ own, swapped, told }) => told >= FEWEST && swapped <= FIT * told && own - swapped >= LEAST_EACH,
  );
  const [one, two] = each;
  const isWorse = one.own + two.own >= WORSE * (one.swapped + two.swapped);
  return isClear && isWorse ? Math.min(...each.map(({ own, swapped, told }) => (own - swapped) / told)) : null;
}

/** Squares of how far each of the two is from what is implied of its own place and of the other one; null where nobody tells. */
function departuresOf(
  means: PartMeans,
  station: number,
  other: number,
  { variable, own, other: theirs, ownSpread, otherSpread }: SwappedVariable,
  part: number,
): { own: number; swapped: number }[] | null {
  const here = impliedValue({ means, variable }, own, part);
  const there = impliedValue({ means, variable }, theirs, part);
  const one = means.mean(station, variable, part);
  const two = means.mean(other, variable, part);
  if ([here, there, one, two].some(Number.isNaN)) return null;
  return [
    { own: square((one - here) / ownSpread), swapped: square((one - there) / otherSpread) },
    { own: square((two - there) / otherSpread), swapped: square((two - here) / ownSpread) },
  ];
}

/** Whether a part speaks for a swap, from -1 to 1; NaN where nobody tells. */
export function swapEvidence(means: PartMeans, station: number, { other, variables }: Swap, part: number): number {
  const told = variables.flatMap((variable) => departuresOf(means, station, other, variable, part) ?? []);
  if (told.length === 0) return Number.NaN;
  const sum = told.reduce((all, { own, swapped }) => all + own - swapped, 0);
  return Math.max(-1, Math.min(1, sum / MOST_OF_PART));
}

function square(sigmas: number): number {
  return Math.min(sigmas ** 2, MOST_SIGMAS ** 2);
}
