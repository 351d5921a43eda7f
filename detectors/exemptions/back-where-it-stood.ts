import { VARIABLE_INDEX } from '../../schemas/variables.ts';
import type { SpatialQuestion } from '../neighbours/spatial-question.ts';
import { medianOf, roomFor, sortAscending, takeValid } from '../windows/window-values.ts';

/** Slots before the window that tell how the station stood to a neighbour before it: six hours. */
export const BEFORE_WINDOW = 36;
/** A neighbour's last report up to the candidate's slot is at most so far back [slots]. */
const LATEST = 9;
/** Neighbours that are asked: the nearest that can tell. */
const COMPARED = 12;
/** Differences that tell how it stood. */
const FEWEST = 4;
/** Least share of the departure by which the window is off, and most share of that by which the value is. */
const SHARE = 0.5;

let own = new Float64Array(1024);
let theirs = new Float64Array(1024);
let sorted = new Float64Array(1024);

/** Median of the values that are there; NaN of fewer than four. */
function middleOf(values: Float64Array): number {
  const n = takeValid(values, sorted);
  if (n < FEWEST) return Number.NaN;
  sortAscending(sorted, n);
  return medianOf(sorted, n);
}

/**
 * Whether a value that departs from the middle of its window is back where it stood to its neighbours before the window:
 * then it is the window that is off, full of a fault that has ended, and the value is well.
 *
 * What is usual between it and a neighbour is the median of their differences over the six hours before the window. The
 * neighbour says so where the difference of their middles is off by more than half of the departure, and their difference
 * now by at most half of that. More than half of the neighbours must.
 */
export function backWhereItStood(question: SpatialQuestion): boolean {
  const { windows, station, slot, actual, expected, neighbours, middleOf: window } = question;
  if (window === undefined) return false;
  const variable = VARIABLE_INDEX[question.variable];
  const length = BEFORE_WINDOW + window + 1;
  own = roomFor(own, length);
  theirs = roomFor(theirs, length);
  sorted = roomFor(sorted, length);
  windows.stretch(station, variable, slot - BEFORE_WINDOW - window, BEFORE_WINDOW, 1, own);
  let asked = 0;
  let say = 0;
  for (let k = 0; k < neighbours.length && asked < COMPARED; k++) {
    windows.stretch(neighbours[k].index, variable, slot - BEFORE_WINDOW - window, length, 1, theirs);
    let now = length - 1;
    while (now > length - 1 - LATEST && Number.isNaN(theirs[now])) now--;
    const middle = middleOf(theirs.subarray(BEFORE_WINDOW, length - 1));
    const last = theirs[now];
    for (let t = 0; t < BEFORE_WINDOW; t++) theirs[t] = own[t] - theirs[t];
    const usual = middleOf(theirs.subarray(0, BEFORE_WINDOW));
    const off = Math.abs(actual - last - usual);
    const windowOff = Math.abs(expected - middle - usual);
    if (Number.isNaN(off) || Number.isNaN(windowOff)) continue;
    asked++;
    if (windowOff > SHARE * Math.abs(actual - expected) && off <= SHARE * windowOff) say++;
  }
  return say * 2 > asked;
}
