import { VARIABLE_INDEX, VARIABLE_SPECIFICATIONS, VARIABLES } from '../../schemas/variables.ts';
import type { DenseReports } from './dense-reports.ts';

const RAIN = VARIABLE_INDEX.rain;
const LOW = Float64Array.from(VARIABLES, (variable) => VARIABLE_SPECIFICATIONS[variable].low);
const HIGH = Float64Array.from(VARIABLES, (variable) => VARIABLE_SPECIFICATIONS[variable].high);

/** What the window holds for a value, in 32 bits: NaN for a missing one, Infinity for one that cannot be. */
export function contentOf(value: number | null, variable: number): number {
  if (value === null || Number.isNaN(value)) return Number.NaN;
  if (value < LOW[variable] || value > HIGH[variable]) return Number.POSITIVE_INFINITY;
  // What a sum with 0 makes of -0 is 0.
  return Math.fround(value) + 0;
}

/** What the window holds for the rain of a report beside the slots, whose amount is of ten minutes or adds up with others. */
export function denseRain(dense: DenseReports, index: number): number {
  return contentOf(dense.rainOfTenMinutes(index), RAIN);
}
