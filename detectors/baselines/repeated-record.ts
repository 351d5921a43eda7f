import { VARIABLE_INDEX, VARIABLES, WEATHER_VARIABLES } from '../../schemas/variables.ts';
import { FEWEST_VARIABLES } from '../windows/record-equality.ts';
import { type BaselineBlock, NEVER } from './baseline-pages.ts';
import { SKETCH_BINS } from './step-sketch.ts';

const WIDTH = VARIABLES.length;
const RAIN = VARIABLE_INDEX.rain;

/**
 * Whether a report says again what the one before it said: equal in all of at least three of the five, rain left out.
 *
 * @param row of the station in its block
 * @param report values in the order of VARIABLES as the windows hold them, NaN where missing
 * @param before slot of the report before it, NEVER where there is none near enough
 */
export function repeatsLast(
  { last, lastSlot }: BaselineBlock,
  row: number,
  report: Float32Array,
  before: number,
): boolean {
  const from = row * WIDTH;
  if (before === NEVER) return false;
  let compared = 0;
  for (let v = 0; v < WEATHER_VARIABLES; v++) {
    if (v === RAIN || lastSlot[from + v] !== before || Number.isNaN(report[v])) continue;
    if (report[v] !== last[from + v]) return false;
    compared++;
  }
  return compared >= FEWEST_VARIABLES;
}

/** Slot of a station's newest report on the day that is taught; NEVER where there is none. */
export function lastReport({ lastSlot }: BaselineBlock, row: number): number {
  let newest = NEVER;
  for (let v = 0; v < WIDTH; v++) newest = Math.max(newest, lastSlot[row * WIDTH + v]);
  return newest;
}

/** Takes back the steps of nothing into the second of equal records: with the third it is known what they were. */
export function uncountStill({ sketch, still }: BaselineBlock, row: number): void {
  for (let v = 0; v < WIDTH; v++) {
    if (still[row * WIDTH + v] === 1) sketch[(row * WIDTH + v) * SKETCH_BINS]--;
  }
}

/** Forgets the last values of a station: no step from them is known. */
export function forgetLast({ lastSlot }: BaselineBlock, row: number): void {
  lastSlot.fill(NEVER, row * WIDTH, (row + 1) * WIDTH);
}
