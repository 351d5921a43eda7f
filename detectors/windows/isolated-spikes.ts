import { medianOfFirst } from './window-values.ts';

/** So many values on each side say what the level around a value is: three of five outvote two that are wrong as well. */
const SIDE = 5;
/** A spike is more than so many floors: what is less widens the scale of a window by little, and gusts are like it. */
const FLOORS = 2;
/** Where a larger share of the values would be spikes, that is how the sensor usually reads: a gusty wind has many. */
const MOST = 0.25;

let kept = new Float64Array(1024);
const side = new Float64Array(SIDE);

/**
 * A history without its isolated spikes: values that jump away from the level before them and do not stay. A spike departs by
 * more than two floors, to one side, from the median of the five values before it and from that of the five after it, and so
 * does it from the value next to it. A value with none after it stays, as nobody knows yet whether it comes back; so do a
 * front, a step and all that follows them, and all of a history of which more than a quarter would be left out.
 *
 * Source: the decision filter of Hampel (1974), Journal of the American Statistical Association 69, 383-393, with a median
 * for each side.
 *
 * @param history oldest first, NaN where missing
 * @param floor smallest departure worth noticing, unit of the history
 * @returns the history itself where it has none; otherwise one that holds until the next call, NaN in their place
 */
export function withoutSpikes(history: Float64Array, floor: number): Float64Array {
  const least = FLOORS * floor;
  let values = 0;
  let spikes = 0;
  let before = -1;
  for (let t = 0; t < history.length; t++) {
    const value = history[t];
    if (Number.isNaN(value)) continue;
    values++;
    if (before >= 0 && Math.abs(value - history[before]) > least) {
      if (spikes === 0) copy(history);
      spikes += leaveOut(history, before, least) + leaveOut(history, t, least);
    }
    before = t;
  }
  return spikes === 0 || spikes > MOST * values ? history : kept;
}

function copy(history: Float64Array): void {
  if (kept.length !== history.length) kept = new Float64Array(history.length);
  kept.set(history);
}

/** Leaves a value out of the copy if it is a spike that is still there. @returns how many were left out */
function leaveOut(history: Float64Array, t: number, least: number): number {
  const before = history[t] - levelBeside(history, t, -1);
  const after = history[t] - levelBeside(history, t, 1);
  // Where there is nothing on one side it is none, and what is infinite is for the method to refuse.
  const departure = before > 0 === after > 0 ? Math.min(Math.abs(before), Math.abs(after)) : 0;
  if (!(departure > least && departure < Number.POSITIVE_INFINITY) || Number.isNaN(kept[t])) return 0;
  kept[t] = Number.NaN;
  return 1;
}

/** Median of the nearest values on one side; NaN where there are none. */
function levelBeside(history: Float64Array, from: number, step: 1 | -1): number {
  let count = 0;
  for (let t = from + step; count < SIDE && t >= 0 && t < history.length; t += step) {
    if (!Number.isNaN(history[t])) side[count++] = history[t];
  }
  return count === 0 ? Number.NaN : medianOfFirst(side, count);
}
