import { setTimeout as sleep } from 'node:timers/promises';
import type { EventLog } from '../../ingest/log/event-log.ts';
import type { Anomaly } from '../../schemas/anomaly.ts';
import { HalcyonError } from '../../schemas/errors.ts';
import { type FaultVersion, isFaultOfDays, type StoredSensors } from '../../schemas/fault.ts';
import { timeOfSlot } from '../../schemas/time.ts';
import { everyPage } from '../stores/every-page.ts';
import type { TimeSeriesStore } from '../stores/time-series-store.ts';
import { STORE_GROUP } from './store-sink.ts';
import type { StoredTopic } from './topic-inserts.ts';

type SensorStore = Pick<TimeSeriesStore, 'sensorConditions' | 'faults' | 'faultValues' | 'anomalies'>;

/** How often it is looked whether the store has what was published [ms]. */
const AGAIN_MS = 200;
/** How long it is waited for that [ms]: then whoever takes the partition over begins again, or leaves it to others. */
const WAIT_MS = 60_000;

/** Where sensors are stored. */
export interface StoredSensorParts {
  readonly log: Pick<EventLog, 'ends' | 'done'>;
  readonly store: SensorStore;
  /** Aborted when nobody waits any more. */
  readonly stopping: AbortSignal;
  /** How long the store is waited for [ms]; a minute where not given. */
  readonly waitMs?: number;
}

/** No report is further ahead of what is settled. */
const DAY_MS = 86_400_000;
/** Faults, or verdicts, that are read at once. */
const PAGE = 1_000;
/** Topics that what is read rests on. */
const RESTS_ON = ['anomalies', 'faults'] as const;

/**
 * The sensors of a network when everything up to a slot was settled: what a predecessor published of them is in the store
 * first.
 *
 * @throws HalcyonError `store_unavailable` where that is not so after a minute, `interrupted` at a stop
 */
export async function awaitStoredSensors(
  { log, store, stopping, waitMs = WAIT_MS }: StoredSensorParts,
  network: string,
  settledUntil: number,
): Promise<StoredSensors> {
  await awaitStored({ log, stopping, waitMs }, RESTS_ON);
  return storedSensors(store, network, settledUntil);
}

/**
 * Waits until what some topics hold now is stored.
 *
 * @throws HalcyonError `store_unavailable` where that is not so after `waitMs`, `interrupted` at a stop
 */
export async function awaitStored(
  { log, stopping, waitMs = WAIT_MS }: Omit<StoredSensorParts, 'store'>,
  topics: readonly StoredTopic[],
): Promise<void> {
  const ends = await Promise.all(topics.map((topic) => log.ends(topic)));
  for (let waitedMs = 0; !(await isStored(log, topics, ends)); waitedMs += AGAIN_MS) {
    if (waitedMs >= waitMs) {
      const names = topics.join(' and ');
      throw new HalcyonError('store_unavailable', `${names} are published and not stored for ${waitMs / 1000} s`);
    }
    await sleep(AGAIN_MS, undefined, { signal: stopping }).catch((cause: unknown) => {
      throw new HalcyonError('interrupted', `stopped while ${topics.join(' and ')} were not stored yet`, { cause });
    });
  }
}

/** The same of what the store has now. */
export async function storedSensors(store: SensorStore, network: string, settledUntil: number): Promise<StoredSensors> {
  const conditions = await store.sensorConditions(network, settledUntil);
  const values = new Map<string, FaultVersion['values'][number][]>();
  const since = timeOfSlot(settledUntil);
  for (const { faultId, station: _, variable: __, ...value } of await store.faultValues(
    network,
    since,
    since + DAY_MS,
  )) {
    if (value.slot > settledUntil) values.set(faultId, [...(values.get(faultId) ?? []), value]);
  }
  const told: FaultVersion[] = [];
  for await (const page of everyPage((place) =>
    store.faults({ network, state: 'provisional', limit: PAGE, ...place }),
  )) {
    for (const fault of page) {
      // Those of days are followed by who looks at days.
      if (isFaultOfDays(fault.kind)) continue;
      told.push({ kind: 'fault', network, station: fault.station, fault, values: values.get(fault.id) ?? [] });
    }
  }
  const verdicts: Anomaly[] = [];
  const open = { network, state: 'provisional', from: since, revisions: false, limit: PAGE } as const;
  for await (const page of everyPage((place) => store.anomalies({ ...open, ...place }))) {
    verdicts.push(...page.filter(({ slot }) => slot > settledUntil));
  }
  return { conditions, told, verdicts };
}

/** Whether the store has all records up to some offsets, by topic and partition. */
async function isStored(
  log: StoredSensorParts['log'],
  topics: readonly StoredTopic[],
  ends: readonly (readonly number[])[],
): Promise<boolean> {
  const done = await Promise.all(topics.map((topic) => log.done(STORE_GROUP, topic)));
  return ends.every((ofTopic, at) =>
    ofTopic.every((end, partition) => end === 0 || (done[at]?.[partition] ?? 0) >= end),
  );
}
