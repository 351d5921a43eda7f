import { MAD_TO_SIGMA, medianThere } from '../windows/window-values.ts';
import { LEVEL_DAYS } from './usual-levels.ts';

/** Days on which both reported that tell what is usual between two stations. */
const LEAST_DAYS = 4;

const sizes = new Float64Array(LEVEL_DAYS);

/**
 * Usual difference of two stations in three hours of the day: the median of those of their means on the days before.
 *
 * @param own means of the one, `theirs` of the other, as `Levels.means` gives them; `into` is written by how much each day's
 *   difference departed from the usual one, NaN where a day does not tell
 * @returns NaN where fewer than four days tell
 */
export function usualDifference(own: Float64Array, theirs: Float64Array, into: Float64Array): number {
  for (let day = 0; day < LEVEL_DAYS; day++) into[day] = own[day] - theirs[day];
  const difference = medianOfDays(into);
  for (let day = 0; day < LEVEL_DAYS; day++) into[day] -= difference;
  return difference;
}

/** Median of what some days tell; NaN of fewer than four. */
export function medianOfDays(values: Float64Array): number {
  return medianThere(values, LEAST_DAYS);
}

/** Robust sigma of what some days departed by; NaN of fewer than four. */
export function spreadOfDays(departures: Float64Array): number {
  for (let day = 0; day < LEVEL_DAYS; day++) sizes[day] = Math.abs(departures[day]);
  return MAD_TO_SIGMA * medianOfDays(sizes);
}
