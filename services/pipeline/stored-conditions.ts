import { setTimeout as sleep } from 'node:timers/promises';
import type { EventLog } from '../../ingest/log/event-log.ts';
import { HalcyonError } from '../../schemas/errors.ts';
import type { SensorCondition } from '../../schemas/fault.ts';
import type { TimeSeriesStore } from '../stores/time-series-store.ts';
import { STORE_GROUP } from './store-sink.ts';

/** How often it is looked whether the store has what was published [ms]. */
const AGAIN_MS = 200;
/** How long it is waited for that [ms]: then whoever takes the partition over begins again, or leaves it to others. */
const WAIT_MS = 60_000;

/** Where conditions are stored. */
export interface ConditionParts {
  readonly log: Pick<EventLog, 'ends' | 'done'>;
  readonly store: Pick<TimeSeriesStore, 'sensorConditions'>;
  /** Aborted when nobody waits any more. */
  readonly stopping: AbortSignal;
  /** How long the store is waited for [ms]; a minute where not given. */
  readonly waitMs?: number;
}

/**
 * The conditions of a network's sensors when everything up to a slot was settled: what a predecessor published of them is in
 * the store first.
 *
 * @throws HalcyonError `store_unavailable` where that is not so after a minute, `interrupted` at a stop
 */
export async function storedConditions(
  { log, store, stopping, waitMs = WAIT_MS }: ConditionParts,
  network: string,
  settledUntil: number,
): Promise<SensorCondition[]> {
  const ends = await log.ends('faults');
  for (let waitedMs = 0; !(await isStored(log, ends)); waitedMs += AGAIN_MS) {
    if (waitedMs >= waitMs) {
      const seconds = waitMs / 1000;
      throw new HalcyonError(
        'store_unavailable',
        `the faults of sensors are published and not stored for ${seconds} s`,
      );
    }
    await sleep(AGAIN_MS, undefined, { signal: stopping }).catch((cause: unknown) => {
      throw new HalcyonError('interrupted', 'stopped while the faults of sensors were not stored yet', { cause });
    });
  }
  return store.sensorConditions(network, settledUntil);
}

/** Whether the store has all records of faults up to some offsets, by partition. */
async function isStored(log: ConditionParts['log'], ends: readonly number[]): Promise<boolean> {
  const done = await log.done(STORE_GROUP, 'faults');
  return ends.every((end, partition) => end === 0 || (done[partition] ?? 0) >= end);
}
