import type { Extent } from '../../ingest/observation-source.ts';
import { HalcyonError } from '../../schemas/errors.ts';
import { isoOf } from '../../schemas/time.ts';

/**
 * The error of a network without observations in a stretch, which says where they are.
 *
 * @param stretch first and last time [ms since the epoch]
 * @param extent of the observations; null where there are none at all
 * @param advise what to say instead for the newest observations, by their time
 */
export function nothingThere(
  network: string,
  stretch: { readonly start: number; readonly end: number },
  extent: Extent | null,
  advise?: (newest: number) => string,
): HalcyonError {
  if (extent === null) return new HalcyonError('insufficient_data', `network ${network} holds no observations yet`);
  const asked = `from ${isoOf(stretch.start)} to ${isoOf(stretch.end)}`;
  const there = `they run from ${isoOf(extent.first)} to ${isoOf(extent.last)}`;
  const advice = advise === undefined ? '' : `; for the newest: ${advise(extent.last)}`;
  return new HalcyonError('insufficient_data', `network ${network} has no observations ${asked}; ${there}${advice}`);
}
