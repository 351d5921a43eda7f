import { BASELINE_DAYS } from '../../detectors/baselines/baseline-book.ts';
import type { TemporalPartition } from '../../detectors/stages/temporal-partition.ts';
import type { TimeSeriesStore } from '../stores/time-series-store.ts';

/** A partition whose baselines are restored, and the stations that are in it. */
export interface Restored {
  readonly partition: TemporalPartition;
  readonly holds: (station: string) => boolean;
}

/** Stations whose baselines are held at once: each may bring a month of them. */
const STATIONS_AT_ONCE = 10_000;

/**
 * Restores the baselines of a network as they were on a day, from those that are stored.
 *
 * @param toDay newest day whose baselines may be used, days since the epoch
 * @param stations how many the network has, about
 * @returns first slot whose observations go on teaching; null where no baseline is stored: all of them do
 */
export async function restoreBaselines(
  store: TimeSeriesStore,
  network: string,
  toDay: number,
  stations: number,
  into: readonly Restored[],
): Promise<number | null> {
  const day = await store.baselineDay(network, toDay);
  if (day === null) return null;
  let from = Number.POSITIVE_INFINITY;
  const count = Math.max(1, Math.ceil(stations / STATIONS_AT_ONCE));
  for (let index = 0; index < count; index++) {
    const stored = await store.baselines(network, day - BASELINE_DAYS - 1, day, { index, count });
    for (const { partition, holds } of into) {
      const own = stored.filter(({ station }) => holds(station));
      from = Math.min(from, partition.restore(network, own, day));
    }
  }
  return from;
}
