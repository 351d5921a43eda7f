import { medianOfFirst } from './window-values.ts';

/** So many values on each side say what the level around a value is: three of five outvote two that are wrong as well. */
const SIDE = 5;
/** A spike is more than so many floors: what is less widens the scale of a window by little, and gusts are like it. */
const FLOORS = 2;
/** Where a larger share of the values would be spikes, that is how the sensor usually reads: a gusty wind has many. */
const MOST = 0.25;

let kept = new Float64Array(1024);
/** Where the spikes of a history are, in order. */
const places: number[] = [];
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
  places.length = 0;
  let values = 0;
  let before = -1;
  for (let t = 0; t < history.length; t++) {
    const value = history[t];
    if (Number.isNaN(value)) continue;
    values++;
    if (before >= 0 && Math.abs(value - history[before]) > least) {
      // The value before may have been found after a jump of its own.
      if (places.at(-1) !== before && isSpike(history, before, least)) places.push(before);
      if (isSpike(history, t, least)) places.push(t);
    }
    before = t;
  }
  if (places.length === 0 || places.length > MOST * values) return history;
  if (kept.length !== history.length) kept = new Float64Array(history.length);
  kept.set(history);
  for (const t of places) kept[t] = Number.NaN;
  return kept;
}

/** Whether a value departs from the level before it and from that after it by more than `least`, to the same side. */
function isSpike(history: Float64Array, t: number, least: number): boolean {
  const before = history[t] - levelBeside(history, t, -1);
  const after = history[t] - levelBeside(history, t, 1);
  // Where there is nothing on one side it is none, and what is infinite is for the method to refuse.
  const departure = before > 0 === after > 0 ? Math.min(Math.abs(before), Math.abs(after)) : 0;
  return departure > least && departure < Number.POSITIVE_INFINITY;
}

/** Median of the nearest values on one side; NaN where there are none. */
function levelBeside(history: Float64Array, from: number, step: 1 | -1): number {
  let count = 0;
  for (let t = from + step; count < SIDE && t >= 0 && t < history.length; t += step) {
    if (!Number.isNaN(history[t])) side[count++] = history[t];
  }
  return count === 0 ? Number.NaN : medianOfFirst(side, count);
}
