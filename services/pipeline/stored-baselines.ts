import { BASELINE_DAYS } from '../../detectors/baselines/baseline-book.ts';
import type { TemporalPartition } from '../../detectors/stages/temporal-partition.ts';
import type { EventLog } from '../../ingest/log/event-log.ts';
import type { Extent } from '../../ingest/observation-source.ts';
import type { OwnDay } from '../../schemas/baseline.ts';
import { dayOfSlot, slotOf } from '../../schemas/time.ts';
import type { BaselineStore } from '../stores/roles/baseline-store.ts';
import { STORE_GROUP } from './log-groups.ts';

/** What is made as it was. */
type Restored = Pick<TemporalPartition, 'restore'>;

/**
 * Restores the baselines of a network as they were on a day, from those that are stored.
 *
 * @param toDay newest day whose baselines may be used, days since the epoch
 * @param homeOf where a station is judged; undefined where its baselines are not wanted
 * @returns the day they are of; null where no baseline is stored
 */
export async function restoreBaselines(
  store: Pick<BaselineStore, 'baselineDay' | 'ownDays'>,
  network: string,
  toDay: number,
  homeOf: (station: string) => { readonly partition: Restored } | undefined,
): Promise<number | null> {
  const day = await store.baselineDay(network, toDay);
  if (day === null) return null;
  for await (const stored of store.ownDays(network, day - BASELINE_DAYS - 1, day)) {
    const byPartition = new Map<Restored, OwnDay[]>();
    for (const one of stored) {
      const partition = homeOf(one.station)?.partition;
      if (partition === undefined) continue;
      const own = byPartition.get(partition);
      if (own === undefined) byPartition.set(partition, [one]);
      else own.push(one);
    }
    for (const [partition, own] of byPartition) partition.restore(network, own, day);
  }
  return day;
}

/**
 * Day of the first slot that is judged after what is settled: its baselines are in force then. Those of later days may be stored,
 * as the mark of what is settled is written less often: they are made again.
 *
 * @param settledUntil slot; -Infinity where nothing is
 */
export function firstOpenDay(settledUntil: number, { first }: Extent): number {
  return dayOfSlot(Number.isFinite(settledUntil) ? settledUntil + 1 : slotOf(first));
}

/** Baselines of the day may be published and not stored yet: then those of the day before are the last whole ones. */
export async function baselinesLag(log: EventLog): Promise<boolean> {
  const stored = await log.done(STORE_GROUP, 'baselines');
  const ends = await log.ends('baselines');
  return ends.some((end, partition) => end > (stored[partition] ?? 0));
}
