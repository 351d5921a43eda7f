import { VARIABLE_INDEX, VARIABLES } from '../../schemas/variables.ts';
import { FEWEST_VARIABLES } from '../spatial/resumption.ts';
import { type BaselineBlock, NEVER } from './baseline-pages.ts';
import { SKETCH_BINS } from './step-sketch.ts';

const WIDTH = VARIABLES.length;
const RAIN = VARIABLE_INDEX.rain;

/**
 * Whether a report says again what the one before it said: equal in all of at least three variables, rain left out.
 *
 * @param row of the station in its block
 * @param report values in the order of VARIABLES as the windows hold them, NaN where missing
 * @param longest slots between the two at most
 */
export function repeatsLast(
  { last, lastSlot }: BaselineBlock,
  row: number,
  report: Float32Array,
  slot: number,
  longest: number,
): boolean {
  const from = row * WIDTH;
  let before = NEVER;
  for (let v = 0; v < WIDTH; v++) before = Math.max(before, lastSlot[from + v]);
  if (slot - before > longest) return false;
  let compared = 0;
  for (let v = 0; v < WIDTH; v++) {
    if (v === RAIN || lastSlot[from + v] !== before || Number.isNaN(report[v])) continue;
    if (report[v] !== last[from + v]) return false;
    compared++;
  }
  return compared >= FEWEST_VARIABLES;
}

/** Takes back the steps of nothing into the second of equal records: with the third it is known what they were. */
export function uncountStill({ sketch, still }: BaselineBlock, row: number): void {
  for (let v = 0; v < WIDTH; v++) {
    if ((still[row] & (1 << v)) !== 0) sketch[(row * WIDTH + v) * SKETCH_BINS]--;
  }
}

/** Forgets the last values of a station: no step from them is known. */
export function forgetLast({ lastSlot }: BaselineBlock, row: number): void {
  lastSlot.fill(NEVER, row * WIDTH, (row + 1) * WIDTH);
}
