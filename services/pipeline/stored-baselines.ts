import { BASELINE_DAYS } from '../../detectors/baselines/baseline-book.ts';
import type { TemporalPartition } from '../../detectors/stages/temporal-partition.ts';
import type { Baseline } from '../../schemas/baseline.ts';
import type { TimeSeriesStore } from '../stores/time-series-store.ts';

/** Stations whose baselines are held at once: each may bring a month of them. */
const STATIONS_AT_ONCE = 10_000;

/**
 * Restores the baselines of a network as they were on a day, from those that are stored.
 *
 * @param toDay newest day whose baselines may be used, days since the epoch
 * @param stations how many the network has, about
 * @param homeOf where a station is judged; undefined where its baselines are not wanted
 * @returns the day they are of; null where no baseline is stored
 */
export async function restoreBaselines(
  store: TimeSeriesStore,
  network: string,
  toDay: number,
  stations: number,
  homeOf: (station: string) => { readonly partition: TemporalPartition } | undefined,
): Promise<number | null> {
  const day = await store.baselineDay(network, toDay);
  if (day === null) return null;
  const count = Math.max(1, Math.ceil(stations / STATIONS_AT_ONCE));
  for (let index = 0; index < count; index++) {
    const stored = await store.baselines(network, day - BASELINE_DAYS - 1, day, { index, count });
    const byPartition = new Map<TemporalPartition, Baseline[]>();
    for (const baseline of stored) {
      const partition = homeOf(baseline.station)?.partition;
      if (partition === undefined) continue;
      const own = byPartition.get(partition);
      if (own === undefined) byPartition.set(partition, [baseline]);
      else own.push(baseline);
    }
    for (const [partition, own] of byPartition) partition.restore(network, own, day);
  }
  return day;
}
