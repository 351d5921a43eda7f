import { medianOf, roomFor, sortAscending, takeValid } from '../windows/window-values.ts';
import type { WindowView } from '../windows/window-view.ts';
import { AROUND_SLOTS } from './neighbour-moves.ts';
import { takeSpikesOut } from './spikes-of-neighbours.ts';

/** Values that a window needs to have a middle. */
const FEWEST = 4;

let values = new Float64Array(1024);
let sorted = new Float64Array(1024);

/** Place of the first of n sorted values that is not below a value. */
function placeOf(value: number, n: number): number {
  let low = 0;
  let high = n;
  while (low < high) {
    const half = (low + high) >> 1;
    if (sorted[half] < value) low = half + 1;
    else high = half;
  }
  return low;
}

/**
 * How far a neighbour stands from its own middle, its isolated spikes left out: the counterpart of a value's departure from the middle of its window.
 * Each of its values from an hour before a candidate up to `last` is held against the median of the window before that
 * value, as the candidate was against its own, so that weather may reach the two at different times.
 *
 * @param last newest slot that is read, at most slot + AROUND_SLOTS
 * @param direction 1 upward, -1 downward
 * @param window slots of the window
 * @returns the largest departure in that direction, unit of the variable, below 0 where all stand on the other side;
 *   -Infinity where there is no value with at least four others in its window
 */
export function largestDeparture(
  windows: WindowView,
  station: number,
  variable: number,
  slot: number,
  last: number,
  direction: number,
  window: number,
): number {
  const length = window + AROUND_SLOTS + 1 + last - slot;
  values = roomFor(values, length);
  sorted = roomFor(sorted, length);
  windows.stretch(station, variable, slot - AROUND_SLOTS - window, length, 1, values);
  takeSpikesOut(values.subarray(0, length), variable);
  let n = takeValid(values.subarray(0, window), sorted);
  sortAscending(sorted, n);
  let largest = Number.NEGATIVE_INFINITY;
  for (let oldest = 0; oldest + window < length; oldest++) {
    const value = values[oldest + window];
    if (!Number.isNaN(value) && n >= FEWEST) {
      const departure = (value - medianOf(sorted, n)) * direction;
      if (departure > largest) largest = departure;
    }
    // The window moves on by a slot.
    if (!Number.isNaN(values[oldest])) {
      const place = placeOf(values[oldest], n);
      sorted.copyWithin(place, place + 1, n);
      n--;
    }
    if (!Number.isNaN(value)) {
      const place = placeOf(value, n);
      sorted.copyWithin(place + 1, place, n);
      sorted[place] = value;
      n++;
    }
  }
  return largest;
}
