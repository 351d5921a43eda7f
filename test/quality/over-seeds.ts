import type { Figure } from './figures.ts';
import { type Interval, intervalOf, intervalText } from './interval.ts';
import type { Verdicts } from './scored-run.ts';

/** A figure over the runs that have it, one for each seed; null where none has. */
export function overSeeds<S>(
  scored: readonly Verdicts<S>[],
  verdicts: 'first' | 'last',
  figure: (score: S) => number | null,
): Interval | null {
  const values = scored.map((one) => figure(one[verdicts])).filter((value) => value !== null);
  return values.length === 0 ? null : intervalOf(values);
}

/**
 * What a figure loses from some runs to others, seed by seed, so that what the seeds have in common falls out.
 *
 * @param scored and `others` runs of the same seeds in the same order
 */
export function pairedLoss(
  scored: readonly Verdicts[],
  others: readonly Verdicts[],
  verdicts: 'first' | 'last',
  figure: Figure,
): Interval {
  const losses = scored.map((one, k) => (figure(one[verdicts]) ?? 0) - (figure(others[k][verdicts]) ?? 0));
  return intervalOf(losses);
}

/** An interval as a cell of a table; `-` where there is none. */
export function cellOf(interval: Interval | null, digits: number): string {
  return interval === null ? '-' : intervalText(interval, digits);
}
