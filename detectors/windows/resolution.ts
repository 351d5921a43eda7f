/** Steps that instruments and formats round to, coarsest first, in the variable's own unit. */
const STEPS = [1, 0.5, 0.2, 0.1] as const;
/** Values are held in 32 bits: so far may one be from a multiple, in steps. */
const TOLERANCE = 0.01;
/** Fewer different values say nothing. */
export const LEAST_DIFFERENT = 3;

/**
 * The coarsest of the steps, from the one that is left on, of which a value is a multiple.
 *
 * @param left index of the coarsest of which all values before are, 0 before the first
 * @returns an index; one beyond the last where it is a multiple of none
 */
export function stepLeft(left: number, value: number): number {
  let step = left;
  while (step < STEPS.length && !isMultiple(value, STEPS[step])) step++;
  return step;
}

/**
 * What `stepLeft` has left of a series.
 *
 * @param different how often a value differed from the one before it, the first counted
 * @returns the step; 0 where the values are rounded to none, or fewer than three differ
 */
export function resolutionLeft(left: number, different: number): number {
  return different < LEAST_DIFFERENT || left === STEPS.length ? 0 : STEPS[left];
}

/**
 * Step to which a series is rounded: the coarsest of the common ones of which all its values are multiples. Values that are
 * multiples by chance are so rare that a handful tells.
 *
 * @param values NaN where missing
 * @returns 0 where they are rounded to none of them, or fewer than three differ
 */
export function resolutionOf(values: Float64Array): number {
  let different = 0;
  let last = Number.NaN;
  let step = 0;
  for (let t = 0; t < values.length; t++) {
    const value = values[t];
    if (Number.isNaN(value) || value === last) continue;
    different++;
    last = value;
    step = stepLeft(step, value);
  }
  return resolutionLeft(step, different);
}

function isMultiple(value: number, step: number): boolean {
  const times = value / step;
  return Math.abs(times - Math.round(times)) <= TOLERANCE;
}
