import { LONGEST_INTERVAL } from '../windows/cadence.ts';
import type { WindowView } from '../windows/window-view.ts';
import { takeSpikesOut } from './spikes-of-neighbours.ts';

/** The hour before a candidate, and at most an hour after it: where neighbours are looked at [slots]. */
export const AROUND_SLOTS = 6;
/** Earliest slot before a candidate that is read: where the report before it may lie. */
export const SLOTS_BEFORE = LONGEST_INTERVAL;
/** Moves are sought over one, two or three slots. */
export const LONGEST_MOVE = 3;
/** Shortest stretch that tells a trend [slots]. */
const SHORTEST_TREND = 6;
/** The trend lies within two hours before the hour [slots]. */
const TREND_SLOTS = 12;
/** First index of the hour before the candidate in a series, and the candidate's own. */
const HOUR_BEGINS = SLOTS_BEFORE - AROUND_SLOTS;
const SERIES_LENGTH = SLOTS_BEFORE + 1 + AROUND_SLOTS;

/** One neighbour's values of the variable asked about, from slot - SLOTS_BEFORE on; written anew for each neighbour. */
const series = new Float64Array(SERIES_LENGTH);

/**
 * Reads one neighbour, its isolated spikes left out, and finds its largest move in a direction around a candidate, its own trend
 * taken off.
 *
 * Moves are over one, two or three slots inside the hour before the candidate and up to `last`, and between any two
 * reports that follow each other and of which the later lies there: so a neighbour that reports every three hours, or missed a
 * slot, still has a vote.
 *
 * @param last newest slot that is read, at most slot + AROUND_SLOTS
 * @param direction 1 upward, -1 downward
 * @returns the move in that direction, unit of the variable, below 0 where it only moved the other way;
 *   -Infinity where there are no two reports to compare
 */
export function largestMove(
  windows: WindowView,
  station: number,
  variable: number,
  slot: number,
  last: number,
  direction: number,
): number {
  read(windows, station, variable, slot, last);
  takeSpikesOut(series, variable);
  return largestIn(last - slot + SLOTS_BEFORE, direction);
}

/** The same of the station itself, before its candidate: spikes stay, as what is expected of it follows them too. */
export function largestOwnMove(
  windows: WindowView,
  station: number,
  variable: number,
  slot: number,
  direction: number,
): number {
  read(windows, station, variable, slot, slot - 1);
  return largestIn(SLOTS_BEFORE - 1, direction);
}

function read(windows: WindowView, station: number, variable: number, slot: number, last: number): void {
  const begin = slot - SLOTS_BEFORE;
  windows.stretch(station, variable, begin, last - begin + 1, 1, series);
  series.fill(Number.NaN, last - begin + 1);
}

/** The largest move in `series` up to the index `end`. */
function largestIn(end: number, direction: number): number {
  // The trend lies between the first and the last report of the two hours.
  let previous = HOUR_BEGINS;
  while (previous > 0 && Number.isNaN(series[previous])) previous--;
  let first = HOUR_BEGINS - TREND_SLOTS;
  while (first < previous && Number.isNaN(series[first])) first++;
  const trend = previous - first >= SHORTEST_TREND ? (series[previous] - series[first]) / (previous - first) : 0;
  if (Number.isNaN(series[previous])) previous = Number.NEGATIVE_INFINITY;
  let largest = Number.NEGATIVE_INFINITY;
  for (let i = HOUR_BEGINS + 1; i <= end; i++) {
    const value = series[i];
    if (Number.isNaN(value)) continue;
    for (let j = i - 1; j >= i - LONGEST_MOVE && j >= HOUR_BEGINS; j--) {
      const move = (value - series[j] - (i - j) * trend) * direction;
      if (move > largest) largest = move;
    }
    const gap = i - previous;
    if (gap > 1 && gap <= LONGEST_INTERVAL) {
      const move = (value - series[previous] - gap * trend) * direction;
      if (move > largest) largest = move;
    }
    previous = i;
  }
  return largest;
}

/** Weighted sums of the neighbours' steps by the slot at which they end, and the weights. */
const stepSums = new Float64Array(SERIES_LENGTH);
const stepWeights = new Float64Array(SERIES_LENGTH);

/** Begins the mean step of several neighbours. */
export function startSteps(): void {
  stepSums.fill(0);
  stepWeights.fill(0);
}

/**
 * Adds the steps of the neighbour read last by `largestMove`, in a direction, to the mean.
 *
 * @returns slots from the candidate to the end of its largest step in that direction, below 0 where it came before; 0 for none
 */
export function addSteps(slot: number, last: number, direction: number, weight: number): number {
  let largest = 0;
  let largestAt = SLOTS_BEFORE;
  let previous = -1;
  for (let i = HOUR_BEGINS; i <= last - slot + SLOTS_BEFORE; i++) {
    if (Number.isNaN(series[i])) continue;
    if (previous >= 0 && i - previous <= LONGEST_INTERVAL) {
      const step = (series[i] - series[previous]) * direction;
      stepSums[i] += weight * step;
      stepWeights[i] += weight;
      if (step > largest) {
        largest = step;
        largestAt = i;
      }
    }
    previous = i;
  }
  return largestAt - SLOTS_BEFORE;
}

/** The largest mean step of the neighbours in the direction, at any lag within the hours around; 0 where they made none. */
export function largestMeanStep(slot: number, last: number): number {
  let largest = 0;
  for (let i = HOUR_BEGINS + 1; i <= last - slot + SLOTS_BEFORE; i++) {
    if (stepWeights[i] > 0) largest = Math.max(largest, stepSums[i] / stepWeights[i]);
  }
  return largest;
}
