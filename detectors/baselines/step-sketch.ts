import { SLOTS_PER_DAY } from '../../schemas/time.ts';
import { VARIABLE_SPECIFICATIONS, VARIABLES } from '../../schemas/variables.ts';

/** Bins of a sketch: one for no change, the others a factor of 1.4 apart beginning at half the instrument's resolution. */
export const SKETCH_BINS = 24;
/** Steps between reports further apart than this many slots (an hour) teach nothing, unless a station reports that seldom. */
export const LONGEST_STEP = 6;
/** A step of such a station may be so much longer than most [slots]. */
const LATE_SLOTS = 3;
/** Steps that are needed of a variable to teach: sixteen of the twenty-four of a day of an hourly station. */
export const LEAST_STEPS = 16;
/** So many of those of a day are enough of a station that reports less often. */
const LEAST_SHARE = 2 / 3;
/** Stands for a bin where too little was counted to name one. */
export const NO_BIN = 255;
const RATIO = 1.4;
const FIRST_EDGE = Float64Array.from(VARIABLES, (variable) => VARIABLE_SPECIFICATIONS[variable].resolution / 2);
/** Ninetieth percentile of |x| of a standard normal variable: turns a quantile of steps into one sigma. */
export const Q90_OF_NORMAL = 1.6449;

/** Longest step that teaches [slots]. */
export function longestStep(cadence: number | null): number {
  return cadence === null || cadence <= LONGEST_STEP ? LONGEST_STEP : cadence + LATE_SLOTS;
}

/**
 * Steps of a variable that a day must have to teach.
 *
 * @param cadence most common distance between the day's reports [slots]; null where there is none
 */
export function leastSteps(cadence: number | null): number {
  return cadence === null ? LEAST_STEPS : Math.min(LEAST_STEPS, Math.floor((LEAST_SHARE * SLOTS_PER_DAY) / cadence));
}

/** Bin of a change |step| of a variable (index into VARIABLES), in the variable's unit. */
export function binOf(variable: number, step: number): number {
  const relative = step / FIRST_EDGE[variable];
  if (!(relative >= 1)) return 0;
  return Math.min(SKETCH_BINS - 1, 1 + Math.floor(Math.log(relative) / Math.log(RATIO)));
}

/**
 * Bin that holds the ninetieth percentile of the steps counted in a sketch.
 *
 * @param counts SKETCH_BINS counts beginning at `from`
 * @returns NO_BIN where fewer than `least` steps were counted
 */
export function ninetiethBin(counts: Uint8Array, from: number, least: number): number {
  let total = 0;
  for (let bin = 0; bin < SKETCH_BINS; bin++) total += counts[from + bin];
  if (total < least) return NO_BIN;
  let below = 0;
  let bin = 0;
  while (below + counts[from + bin] < 0.9 * total) below += counts[from + bin++];
  return bin;
}

/**
 * Spread (one sigma, unit of the variable) for which a bin stands: its geometric middle over the ninetieth percentile of
 * a normal variable, so that single faults and the rare front do not count. NaN for NO_BIN.
 */
export function spreadOfBin(variable: number, bin: number): number {
  if (bin === NO_BIN) return Number.NaN;
  return bin === 0 ? 0 : (FIRST_EDGE[variable] * RATIO ** (bin - 0.5)) / Q90_OF_NORMAL;
}

/** The bin that stands for a spread given by `spreadOfBin`; NO_BIN for null. */
export function binOfSpread(variable: number, spread: number | null): number {
  if (spread === null) return NO_BIN;
  if (spread === 0) return 0;
  return Math.round(Math.log((spread * Q90_OF_NORMAL) / FIRST_EDGE[variable]) / Math.log(RATIO) + 0.5);
}

/** Median of the spreads that some bins stand for; NaN of none. */
export function medianSpread(variable: number, bins: readonly number[]): number {
  const spreads = bins.map((bin) => spreadOfBin(variable, bin)).sort((a, b) => a - b);
  const middle = spreads.length >> 1;
  if (spreads.length % 2 === 1) return spreads[middle];
  return spreads.length === 0 ? Number.NaN : (spreads[middle - 1] + spreads[middle]) / 2;
}
