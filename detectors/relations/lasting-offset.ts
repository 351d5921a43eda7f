import { VARIABLE_SPECIFICATIONS, VARIABLES } from '../../schemas/variables.ts';
import { PARTS_PER_DAY } from './day-parts.ts';
import {
  agreement,
  clearest,
  glancedLengths,
  type LastingOffset,
  learntOnce,
  unsettledAround,
} from './lasting-change.ts';
import {
  departureFromOne,
  departures,
  LEARNT_PARTS,
  meanOf,
  middle,
  type RelatedNeighbour,
  type RelatedSensor,
  sigmaOf,
  usualRelation,
} from './usual-relation.ts';

/** Lengths of what follows a change that are looked at [parts]: from most of a day to a week. */
const LENGTHS = [6, 8, 10, 12, 14, 16, 20, 24, 28, 32, 40, 48, 56];
export const LONGEST_OFFSET = Math.max(...LENGTHS);
/** The two of them that tell whether it is worth to look at all: what came in a day, and what came slowly. */
const FIRST_LOOK = [PARTS_PER_DAY, 40];
const FIRST_LOOK_SHARE = 0.6;
/** Parts that must be there of what follows, as a share and at least. */
const THERE = 0.7;
const FEWEST_THERE = 5;
/** A mean over that smaller than this is no matter, in documented floors of the variable. */
const MATTERS_IN_FLOORS = 0.75;
/** A change stands out by so many sigmas. */
const SIGMAS = 5.5;
/** What it departs by strays from their mean by less than this share of it: it is off by day and by night, as weather is not. */
const STRAYING = 0.6;
/** Sigma of the mean departure of a day that is expected anywhere, in floors, and of how many stretches it counts as. */
const EXPECTED_IN_FLOORS = 0.25;
const AS_IF_MORE = 4;
/** It grows with the distance of the nearest of them: at this one its square is twice what it is beside the station [km]. */
const ALIKE_KM = 50;
const NEAREST = 3;
/** Stretches before the change begin so many parts apart; of means over longer ones less is expected, down to this length. */
const APART = 4;
const LONGEST_EXPECTED = 24;
/** It stands out by so many times what the neighbours themselves depart in the same time. */
const UNSETTLED = 4;

/** Smallest lasting offset that matters, unit of the variable. */
function leastOffset(variable: number): number {
  return MATTERS_IN_FLOORS * VARIABLE_SPECIFICATIONS[VARIABLES[variable]].floor;
}

/**
 * Looks back from the end of a day for a change after which a sensor has stood apart from its neighbours otherwise than before.
 * For each length of what follows, the mean departure from what was usual before it is held against those of equally long
 * stretches before.
 *
 * @param end first part that is not over
 * @param since no change is looked for before this part
 * @returns the change that stands out most; null where none does
 */
export function lastingOffset(sensor: RelatedSensor, end: number, since: number): LastingOffset | null {
  const learntBefore = learntOnce((from) => usualRelation(sensor, from - LEARNT_PARTS, from));
  if (!isWorthALook(sensor, end, learntBefore)) return null;
  const found: LastingOffset[] = [];
  for (const length of LENGTHS) {
    const from = end - length;
    if (from < since) break;
    const change = changeAt(sensor, from, end, learntBefore(from));
    if (change !== null) found.push(change);
  }
  return clearest(found);
}

/** Whether the newest day stands apart from what was usual before it, or some days ago. */
function isWorthALook(
  sensor: RelatedSensor,
  end: number,
  learntBefore: (from: number) => readonly RelatedNeighbour[],
): boolean {
  const newest = end - PARTS_PER_DAY;
  if (!reported(sensor, newest, end)) return false;
  const least = FIRST_LOOK_SHARE * leastOffset(sensor.variable);
  return glancedLengths(FIRST_LOOK, end).some((length) => {
    return Math.abs(meanOf(departures(sensor, learntBefore(end - length), newest, end))) >= least;
  });
}

function reported({ means, station, variable }: RelatedSensor, from: number, until: number): boolean {
  for (let part = from; part < until; part++) if (!Number.isNaN(means.mean(station, variable, part))) return true;
  return false;
}

function changeAt(
  sensor: RelatedSensor,
  from: number,
  end: number,
  related: readonly RelatedNeighbour[],
): LastingOffset | null {
  const { variable } = sensor;
  const length = end - from;
  const learntFrom = from - LEARNT_PARTS;
  if (related.length === 0) return null;
  const after = departures(sensor, related, from, end).filter((departure) => !Number.isNaN(departure));
  if (after.length < Math.max(FEWEST_THERE, THERE * length)) return null;
  const size = meanOf(after);
  if (Math.abs(size) < leastOffset(variable)) return null;
  if (deviationOf(after) > STRAYING * Math.abs(size)) return null;
  const before = departures(sensor, related, learntFrom, from);
  const told = before.filter((departure) => !Number.isNaN(departure)).length;
  const expected = expectedSigma(variable, length, related);
  const sigma = sigmaOf(stretchMeans(before, length), told, { expected, asIfMore: AS_IF_MORE });
  if (Math.abs(size) <= SIGMAS * sigma) return null;
  const agreed = agreement(related, (one) => departureFromOne(sensor, one, from, end), size);
  if (agreed === null) return null;
  const unsettled = unsettledAround(sensor, related, (theirs) => {
    return meanOf(departures(theirs, usualRelation(theirs, learntFrom, from), from, end));
  });
  return Math.abs(size) <= UNSETTLED * unsettled ? null : { kind: 'offset', from, size, sigma, related, ...agreed };
}

/** Standard deviation of values of which none is missing. */
function deviationOf(values: readonly number[]): number {
  const mean = meanOf(values);
  return Math.sqrt(values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (values.length - 1));
}

/** Means over stretches of a length, of those of which most is there. */
function stretchMeans(values: readonly number[], length: number): number[] {
  const means: number[] = [];
  for (let from = 0; from + length <= values.length; from += APART) {
    const told = values.slice(from, from + length).filter((value) => !Number.isNaN(value));
    if (told.length >= THERE * length) means.push(meanOf(told));
  }
  return means;
}

function expectedSigma(variable: number, length: number, related: readonly RelatedNeighbour[]): number {
  const km = middle(related.slice(0, NEAREST).map(({ neighbour }) => neighbour.km));
  const { floor } = VARIABLE_SPECIFICATIONS[VARIABLES[variable]];
  const shorter = PARTS_PER_DAY / Math.min(length, LONGEST_EXPECTED);
  return EXPECTED_IN_FLOORS * floor * Math.sqrt(shorter * (1 + (km / ALIKE_KM) ** 2));
}
