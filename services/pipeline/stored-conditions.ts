import { setTimeout as sleep } from 'node:timers/promises';
import type { EventLog } from '../../ingest/log/event-log.ts';
import type { SensorCondition } from '../../schemas/fault.ts';
import type { TimeSeriesStore } from '../stores/time-series-store.ts';
import { STORE_GROUP } from './store-sink.ts';

/** How often it is looked whether the store has what was published [ms]. */
const AGAIN_MS = 200;

/**
 * The conditions of a network's sensors when everything up to a slot was settled: what a predecessor published of them is in
 * the store first.
 */
export async function storedConditions(
  log: Pick<EventLog, 'ends' | 'done'>,
  store: Pick<TimeSeriesStore, 'sensorConditions'>,
  network: string,
  settledUntil: number,
): Promise<SensorCondition[]> {
  const ends = await log.ends('faults');
  for (;;) {
    const done = await log.done(STORE_GROUP, 'faults');
    if (ends.every((end, partition) => end === 0 || (done[partition] ?? 0) >= end)) break;
    await sleep(AGAIN_MS);
  }
  return store.sensorConditions(network, settledUntil);
}
