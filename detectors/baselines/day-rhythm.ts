import { VARIABLES } from '../../schemas/variables.ts';
import { LEAST_DIFFERENT, resolutionLeft, stepLeft } from '../windows/resolution.ts';
import { type BaselineBlock, GAPS, NEVER } from './baseline-pages.ts';

const WIDTH = VARIABLES.length;

/**
 * Takes in how long after the one before a report came, and to what its values are rounded. To be called before they become
 * the last ones.
 *
 * @param row of the station in its block
 * @param report values in the order of VARIABLES as the windows hold them, NaN where missing
 * @param before slot of the report before it on the day that is taught, NEVER where there is none
 */
export function takeRhythm(
  block: BaselineBlock,
  row: number,
  report: Float32Array,
  slot: number,
  before: number,
): void {
  const { gaps, left, different, last, lastSlot } = block;
  const gap = slot - before;
  if (gap <= GAPS && gaps[row * GAPS + gap - 1] < 255) gaps[row * GAPS + gap - 1]++;
  for (let v = 0; v < WIDTH; v++) {
    const place = row * WIDTH + v;
    if (Number.isNaN(report[v]) || (lastSlot[place] !== NEVER && report[v] === last[place])) continue;
    if (different[place] < LEAST_DIFFERENT) different[place]++;
    left[place] = stepLeft(left[place], report[v]);
  }
}

/** Most common distance between the day's reports, the shorter on a tie [slots]; null where no two came within three hours. */
export function cadenceOfDay({ gaps }: BaselineBlock, row: number): number | null {
  let best = 0;
  for (let gap = 1; gap < GAPS; gap++) if (gaps[row * GAPS + gap] > gaps[row * GAPS + best]) best = gap;
  return gaps[row * GAPS + best] === 0 ? null : best + 1;
}

/** Step to which the day's values of a variable are rounded, its unit; NaN where they do not tell. */
export function resolutionOfDay({ left, different }: BaselineBlock, row: number, variable: number): number {
  const place = row * WIDTH + variable;
  return resolutionLeft(left[place], different[place]) || Number.NaN;
}
