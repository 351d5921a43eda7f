import { VARIABLE_SPECIFICATIONS, VARIABLES } from '../../schemas/variables.ts';
import type { Neighbour } from '../neighbours/spatial-question.ts';
import { HOURS_PER_DAY, HOURS_PER_PART, PARTS_PER_DAY, type PartMeans } from './day-parts.ts';
import { courseError, errorOf, levelError, usualAt } from './hourly-error.ts';
import {
  type HourlyMeans,
  type HourlyRelation,
  hourlyRelations,
  hourOfDay,
  impliedOver,
  readingsOver,
} from './hourly-relation.ts';
import { beginOf, type Swap, type SwappedVariable } from './named-condition.ts';
import { meanOf, tellsPlaces } from './usual-relation.ts';

/** Hours of a station that have to tell what is usual, of one variable at least: of fewer, weather passes for another place. */
const FEWEST_LEARNT = 3 * HOURS_PER_DAY;
/** What is usual is learnt before the newest of these [parts]; it may have begun as long before them. */
const LENGTH = 2 * PARTS_PER_DAY;
/** Lengths that are looked at, shortest first [parts]. */
const LOOKS = [PARTS_PER_DAY, 1.5 * PARTS_PER_DAY] as const;
/** It has lasted a day: a night alone may be like that. When it began is known to a part. */
const LASTING = PARTS_PER_DAY - 1;
/** By how much the errors of each station must be less if swapped, as logarithms summed over the variables. */
const LEAST = 0.7;
/** So many variables show it by so much, both stations together, and none speaks against it by more than this. */
const FEWEST_VARIABLES = 2;
const LEAST_OF_VARIABLE = 0.2;
const AGAINST = -0.3;
/** Mean error of each if swapped, at most: what is usual is half of it. */
const FIT = 1.3;
/** So much less at the other place says no more than this, in a part. */
const MOST_OF_PART = 4;
/** At first glance: so many neighbours, so many days before, and a departure of the newest day, in documented floors. */
const GLANCED = 5;
const GLANCED_DAYS = [3, 4, 5, 6];
const GLANCE_IN_FLOORS = 0.2;

/** How a station stands to its neighbours in the variables that tell, at the end of a day. */
export interface Standing {
  readonly station: number;
  /** By variable, what it read on the newest day, hour by hour, and its place at first glance. */
  readonly newest: ReadonlyMap<number, NewestDay>;
  /** How it usually stands to them, by variable: made when somebody asks. */
  readonly relations: () => ReadonlyMap<number, HourlyRelation>;
}

/** What a place is like over some hours: what its neighbours imply there, and how far it usually is from that. */
interface Place {
  readonly implied: Float64Array;
  readonly usual: Float64Array;
}

interface NewestDay {
  readonly values: Float64Array;
  readonly place: Place;
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

/** How a station stood to its neighbours before the newest two days, and where it stands now. @param end first part that is not over */
export function standingOf({ means, neighboursOf, variables }: Network, station: number, end: number): Standing {
  const asked = { means, station, variables, neighbours: neighboursOf(station) };
  const learnt = (glance: boolean) => {
    const told = hourlyRelations(asked, (end - LENGTH) * HOURS_PER_PART, glance);
    const isKnown = told.some((one) => one.learnt >= FEWEST_LEARNT);
    return new Map(isKnown ? told.map((one) => [one.variable, one]) : []);
  };
  const [from, until] = [(end - PARTS_PER_DAY) * HOURS_PER_PART, end * HOURS_PER_PART];
  const newest = [...learnt(true)].map(([variable, relation]) => {
    const values = readingsOver({ means, variable }, station, from, until);
    return [variable, { values, place: placeOver(means, relation, from, until) }] as const;
  });
  let relations: ReadonlyMap<number, HourlyRelation> | undefined;
  return {
    station,
    newest: new Map(newest),
    relations: () => {
      relations ??= learnt(false);
      return relations;
    },
  };
}

/** A first look: whether a station follows the place of another better than its own on the newest day. */
function follows(one: Standing, two: Standing): boolean {
  const less = [...one.newest].map(([variable, { values, place }]) => {
    const there = two.newest.get(variable);
    return there === undefined ? 0 : lessError(awayFrom(values, place), awayFrom(values, there.place)).sum;
  });
  return sumOf(less) > 0;
}

function placeOver(means: HourlyMeans, relation: HourlyRelation, from: number, until: number): Place {
  const implied = impliedOver(means, relation, from, until);
  const usual = usualAt(relation);
  return { implied, usual: implied.map((_, k) => usual[hourOfDay(from + k)]) };
}

/** How far values are from what is implied of a place, hour by hour, in what is usual there. */
function awayFrom(values: Float64Array, { implied, usual }: Place): Float64Array {
  return values.map((value, k) => (value - implied[k]) / usual[k]);
}

/** By how much the errors of some departures are more than those of others, summed over the hours that tell, and how many do. */
function lessError(own: Float64Array, swapped: Float64Array): { sum: number; told: number } {
  let [sum, told] = [0, 0];
  for (let k = 0; k < own.length; k++) {
    const less = errorOf(own[k]) - errorOf(swapped[k]);
    if (Number.isNaN(less)) continue;
    sum += less;
    told++;
  }
  return { sum, told };
}

/**
 * Looks whether the records of two stations are exchanged: what each reads, hour by hour, is what the neighbours of the other
 * imply there, and not what its own imply; and each follows the course of the other place too, whatever the level.
 *
 * @param end first part that is not over
 * @param since no part before this one is looked at
 */
export function swapOf({ means }: Network, one: Standing, two: Standing, end: number, since: number): Swap | null {
  if (!follows(one, two) || !follows(two, one)) return null;
  const variables: SwappedVariable[] = [];
  for (const [variable, relation] of one.relations()) {
    const there = two.relations().get(variable);
    if (there === undefined) continue;
    const [own, other] = [without(relation, two.station), without(there, one.station)];
    if (own.related.length > 0 && other.related.length > 0) variables.push({ variable, own, other });
  }
  const found: Swap = { kind: 'swapped', other: two.station, gain: 0, variables, from: end, isDoubtful: false };
  for (const parts of LOOKS) {
    if (end - parts < since) break;
    const gain = gainOf(errorsOf(means, one.station, found, end - parts, end));
    if (gain === null) continue;
    const balance = (part: number) => leastEvidence(means, one.station, found, part);
    const from = beginOf(balance, Math.max(since, end - 2 * LENGTH), end);
    const swap = { ...found, gain, from };
    return end - from >= LASTING && wereInPlace(means, one.station, swap) ? swap : null;
  }
  return null;
}

function without(relation: HourlyRelation, station: number): HourlyRelation {
  return { ...relation, related: relation.related.filter(({ neighbour }) => neighbour.index !== station) };
}

/** Mean errors of the two stations in one variable, held against their own places and against those of each other. */
interface ErrorsOfPlaces {
  readonly level: readonly PlaceErrors[];
  readonly course: readonly PlaceErrors[];
}

interface PlaceErrors {
  readonly own: number;
  readonly swapped: number;
}

/** The errors over a stretch of parts, variable by variable, of those of which enough is there. */
function errorsOf(
  means: HourlyMeans,
  station: number,
  swap: Pick<Swap, 'other' | 'variables'>,
  from: number,
  end: number,
): ErrorsOfPlaces[] {
  return swap.variables.flatMap((variable) => {
    const away = departuresOf(means, station, swap.other, variable, from, end);
    const by = (error: (departures: Float64Array) => number) =>
      away.map(({ own, swapped }) => ({ own: error(own), swapped: error(swapped) }));
    const level = by(levelError);
    const isTold = level.every(({ own, swapped }) => !Number.isNaN(own) && !Number.isNaN(swapped));
    return isTold ? [{ level, course: by(courseError) }] : [];
  });
}

/**
 * By how much the errors of the station that shows it less are less at the place of the other, as a logarithm: null where the two
 * do not follow it closely, and in all that tells.
 */
function gainOf(errors: readonly ErrorsOfPlaces[]): number | null {
  const both = errors.map(({ level }) => level.reduce((sum, one) => sum + gain(one), 0));
  if (both.filter((gain) => gain >= LEAST_OF_VARIABLE).length < FEWEST_VARIABLES) return null;
  if (both.some((gain) => gain < AGAINST)) return null;
  const ofStations = [0, 1].map((nth) => ({
    level: sumOf(errors.map(({ level }) => gain(level[nth]))),
    course: sumOf(errors.map(({ course }) => gain(course[nth]))),
    left: sumOf(errors.map(({ level }) => level[nth].swapped)) / errors.length,
  }));
  const isClear = ofStations.every(({ level, course, left }) => level >= LEAST && course >= 0 && left <= FIT);
  return isClear ? Math.min(...ofStations.map(({ level }) => level)) : null;
}

function gain({ own, swapped }: PlaceErrors): number {
  return Math.log(own / swapped);
}

/**
 * Whether neither of the two followed the place of the other before as it does now: records are exchanged at once, and a station
 * that was off before has another fault.
 */
function wereInPlace(means: HourlyMeans, station: number, swap: Swap): boolean {
  // When it began is known to half a day.
  const until = swap.from - PARTS_PER_DAY / 2;
  const before = errorsOf(means, station, swap, until - PARTS_PER_DAY, until);
  return [0, 1].every((nth) => sumOf(before.map(({ level }) => gain(level[nth]))) <= swap.gain / 2);
}

/** How far each of the two is from what is implied of its own place and of the other one, hour by hour, in what is usual there. */
function departuresOf(
  means: HourlyMeans,
  station: number,
  other: number,
  { variable, own, other: theirs }: SwappedVariable,
  ...[from, end]: [from: number, end: number]
): { own: Float64Array; swapped: Float64Array }[] {
  const [begin, until] = [from * HOURS_PER_PART, end * HOURS_PER_PART];
  const [here, there] = [own, theirs].map((relation) => placeOver(means, relation, begin, until));
  const [one, two] = [station, other].map((of) => readingsOver({ means, variable }, of, begin, until));
  return [
    { own: awayFrom(one, here), swapped: awayFrom(one, there) },
    { own: awayFrom(two, there), swapped: awayFrom(two, here) },
  ];
}

/** Whether a part speaks for a swap, from -1 to 1; NaN where nobody tells. */
export function swapEvidence(
  means: HourlyMeans,
  station: number,
  swap: Pick<Swap, 'other' | 'variables'>,
  part: number,
): number {
  return limited(sumOf(evidenceOfEach(means, station, swap, part)));
}

/** The same of the one that shows it less: both begin at once. */
function leastEvidence(means: HourlyMeans, station: number, swap: Swap, part: number): number {
  return limited(Math.min(...evidenceOfEach(means, station, swap, part)));
}

function limited(evidence: number): number {
  return Math.max(-1, Math.min(1, evidence / MOST_OF_PART));
}

/** By how much the errors of each of the two are less at the other place, summed over a part; NaN where nobody tells of it. */
function evidenceOfEach(
  means: HourlyMeans,
  station: number,
  { other, variables }: Pick<Swap, 'other' | 'variables'>,
  part: number,
): number[] {
  const away = variables.map((variable) => departuresOf(means, station, other, variable, part, part + 1));
  return [0, 1].map((nth) => {
    const less = away.map((ofBoth) => lessError(ofBoth[nth].own, ofBoth[nth].swapped));
    return less.some(({ told }) => told > 0) ? sumOf(less.map(({ sum }) => sum)) : Number.NaN;
  });
}

function sumOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0);
}
