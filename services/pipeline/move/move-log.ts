import { type JudgementPlan, settledBy } from '../../../detectors/network/judgement-plan.ts';
import { noteOf, spatialNoteOf } from '../../../detectors/stages/watermark-note.ts';
import type { EventLog, LogRecord } from '../../../ingest/log/event-log.ts';
import { readRange } from '../../../ingest/log/read-range.ts';
import { stationRecord } from '../../../ingest/log/station-record.ts';
import type { Candidate, TemporalRecord } from '../../../schemas/anomaly.ts';
import { HalcyonError } from '../../../schemas/errors.ts';
import { stationKey } from '../../../schemas/station.ts';
import type { TopicName } from '../../../schemas/topics.ts';
import type { NetworkRegistry } from '../../stores/roles/network-registry.ts';
import type { ObservationStore } from '../../stores/roles/observation-store.ts';
import { STORE_GROUP } from '../log-groups.ts';
import { STORED } from '../topic-inserts.ts';
import { type LogProgress, logProgress } from './log-progress.ts';
import { noteBeginning } from './noted-beginning.ts';

/** What a log is moved with. */
export interface LogMoveDependencies {
  readonly from: EventLog;
  /** Deployed, and never worked on; what feeds have sent to it waits. */
  readonly to: EventLog;
  readonly store: Pick<ObservationStore, 'extent'> & Pick<NetworkRegistry, 'allStations'>;
  readonly plan: JudgementPlan;
  /** Parts that work on each of them now. */
  readonly workersFrom: () => Promise<readonly string[]>;
  readonly workersTo: () => Promise<readonly string[]>;
  /** Has `from` be refused from here on. */
  readonly close: () => Promise<void>;
  /** Ends it before all is moved. */
  readonly signal: AbortSignal;
}

/** What was moved. */
export interface MovedLog {
  readonly stations: number;
  readonly rules: number;
  /** Candidates whose verdicts may still change. */
  readonly candidates: number;
  readonly networks: number;
}

/** Name of those who read a log for it. */
const READER = 'move';
/** Records that are published at once. */
const AT_ONCE = 1_000;

/**
 * Carries the work on a log over into another one, whose stations are in other partitions: what is known of stations, the
 * rules, the candidates that are not settled, and how far each stage had come. Workers of the new log take it over as they
 * do from any predecessor, with windows, baselines and faults of sensors from the store.
 *
 * Nothing of `from` is altered before everything is done, so that it can be repeated after an end on the way.
 *
 * @throws HalcyonError `conflict` where one of them is worked on, or `from` has something that is not judged or stored yet
 */
export async function moveLog(dependencies: LogMoveDependencies): Promise<MovedLog> {
  const { from, to, store, signal } = dependencies;
  await assertAtRest(dependencies);
  const ends = await from.ends('observations');
  const progress = await logProgress(from, store);
  if (progress.waiting.length > 0) {
    throw new HalcyonError(
      'conflict',
      `the old log is not drained, ${progress.waiting.join('; ')}: start what is missing on it, and wait for halcyon log drained`,
    );
  }
  const stations = await copied(from, to, 'stations', signal);
  const rules = await copied(from, to, 'rules', signal);
  const candidates = await copiedCandidates(dependencies, progress);
  const homes = await homesOf(dependencies);
  const here = (watermarks: ReadonlyMap<string, number>, partition: number) =>
    new Map([...watermarks].filter(([network]) => homes.get(network)?.has(partition)));
  // Nothing of the new log has been read: positions are the beginning of every partition.
  const positions = (await to.ends('observations')).map(() => 0);
  await noteBeginning(to, 'temporal', 'observations', (partition) => noteOf(here(progress.temporal, partition)));
  await noteBeginning(to, 'spatial', 'temporal-anomalies', (partition) =>
    spatialNoteOf(here(progress.spatial, partition), positions),
  );
  await assertAtRest(dependencies);
  const endsNow = await from.ends('observations');
  if (endsNow.some((end, partition) => end !== ends[partition])) {
    throw new HalcyonError(
      'conflict',
      'observations came to the old log meanwhile: stop who sends them, start the workers on it, wait for halcyon log drained, and repeat',
    );
  }
  await dependencies.close();
  return { stations, rules, candidates, networks: progress.spatial.size };
}

/** @throws HalcyonError `conflict` where one of the logs is worked on, or the new one was before */
async function assertAtRest({ to, workersFrom, workersTo }: LogMoveDependencies): Promise<void> {
  const busy = await workersFrom();
  if (busy.length > 0) {
    throw new HalcyonError(
      'conflict',
      `${busy.join(', ')} still work on the old log: stop them (brokers miss one that was killed after ten seconds), and repeat`,
    );
  }
  const early = await workersTo();
  if (early.length > 0) {
    throw new HalcyonError(
      'conflict',
      `${early.join(', ')} work on the new log already: only feed may be started before the move`,
    );
  }
  const begun = async (group: string, topic: TopicName) =>
    (await to.done(group, topic)).some((offset) => offset !== null && offset > 0);
  const topics = await Promise.all(STORED.map((topic) => begun(STORE_GROUP, topic)));
  if (topics.includes(true) || (await begun('temporal', 'observations'))) {
    throw new HalcyonError(
      'conflict',
      'the new log was worked on before: HALCYON_KAFKA_PREFIX should name one that halcyon log deploy has just made',
    );
  }
}

/** Copies all of a topic that keeps the newest record of each key. @returns how many records */
async function copied<K extends 'stations' | 'rules'>(
  from: EventLog,
  to: EventLog,
  topic: K,
  signal: AbortSignal,
): Promise<number> {
  let count = 0;
  await readRange(from, { topic, group: READER, signal }, async (records) => {
    await to.publish(
      topic,
      records.map(({ key, value }) => ({ key, value })),
    );
    count += records.length;
  });
  return count;
}

/** Copies the candidates that are not settled to the partitions of their stations' observations, in the order of slots. */
async function copiedCandidates(
  { from, to, plan, signal }: LogMoveDependencies,
  { verified, spatial }: LogProgress,
): Promise<number> {
  const open: LogRecord<Candidate>[] = [];
  await readRange(from, { topic: 'temporal-anomalies', group: READER, from: verified, signal }, (records) => {
    for (const { value, headers } of records) {
      if (value.kind !== 'candidate') continue;
      const settled = settledBy(plan, spatial.get(value.network) ?? Number.NEGATIVE_INFINITY);
      if (value.slot <= settled) continue;
      const record = stationRecord(value);
      const partition = to.partitionOf('observations', record.key);
      open.push(headers === undefined ? { ...record, partition } : { ...record, partition, headers });
    }
  });
  open.sort((a, b) => a.value.slot - b.value.slot);
  for (let start = 0; start < open.length; start += AT_ONCE) {
    const some: LogRecord<TemporalRecord>[] = open.slice(start, start + AT_ONCE);
    await to.publish('temporal-anomalies', some);
  }
  return open.length;
}

/** Partitions of the new log that hold stations of each network. */
async function homesOf({ to, store }: LogMoveDependencies): Promise<ReadonlyMap<string, ReadonlySet<number>>> {
  const homes = new Map<string, Set<number>>();
  for (const { network, id } of await store.allStations()) {
    const partition = to.partitionOf('observations', stationKey(network, id));
    const known = homes.get(network);
    if (known === undefined) homes.set(network, new Set([partition]));
    else known.add(partition);
  }
  return homes;
}
