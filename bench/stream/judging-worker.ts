// One worker of the stream comparison: a member of the group that reads, judges and writes.
import { parentPort, workerData } from 'node:worker_threads';
import type { Answer } from '../../detectors/methods/temporal-method.ts';
import { DEFAULT_BACKOFF } from '../../ingest/log/backoff.ts';
import type { Acceptance, Assignment, Batch } from '../../ingest/log/event-log.ts';
import { kafkaClient } from '../../ingest/log/kafka/kafka-client.ts';
import { KafkaSubscription } from '../../ingest/log/kafka/kafka-subscription.ts';
import { type PlacedRecord, RecordSender } from '../../ingest/log/kafka/record-sender.ts';
import { HalcyonError } from '../../schemas/errors.ts';
import { linesTo } from '../../schemas/logger.ts';
import type { Observation } from '../../schemas/observation.ts';
import { slotOf, timeOfSlot } from '../../schemas/time.ts';
import type { Variable } from '../../schemas/variables.ts';
import { readObservation } from './observation-json.ts';
import { type Found, RollingJudgement, ruleOf } from './rolling-judgement.ts';

/** What a worker is started with. */
export interface JudgingWork {
  readonly broker: string;
  readonly from: string;
  readonly to: string;
  readonly group: string;
  readonly method: string;
  /** Fewest values that 3 sigma judges from. */
  readonly minimum: number;
  /** Observations judged so far by all workers, by partition. */
  readonly counts: Int32Array;
  /** Offset up to which they are counted, by partition: what is judged again after a change of worker counts once. */
  readonly counted: Int32Array;
}

/** A partition that is judged here. */
interface Held {
  readonly judgement: RollingJudgement;
  /** Offset below which a predecessor has judged. */
  readonly done: number;
  readonly note: string;
  /** Newest slot that was judged. */
  slot: number;
  /** Where the partition of the same number that is written to ends. */
  end: number;
  /** Anomalies that a predecessor has written but not noted: they are found again, and are there already. */
  written: number;
  /** Lets the next partition be made ready. */
  readonly ready: () => void;
}

/** A member that was killed is missed after so long [ms]. */
const SESSION_MS = 1_500;

const work = workerData as JudgingWork;
const rule = ruleOf(work.method, work.minimum);
/** What a fetch brings is judged in one go, unless that takes long: a member is heard of between two batches. */
const most = work.method === 'arima' ? 1_000 : 100_000;
const say = (line: string): void => {
  process.stderr.write(`${line}\n`);
};
const kafka = kafkaClient({ brokers: [work.broker], tls: null, sasl: null }, linesTo(say));
const admin = kafka.admin();
const sender = new RecordSender({ kafka, inCluster: () => work.to, compression: 'none', logger: linesTo(say) });
const held = new Map<number, Held>();
/** Partitions are made ready one after the other: the first is judged again soon. */
let turn: Promise<void> = Promise.resolve();

/** The windows reach so far back that what a predecessor has judged is read again, without being judged. */
async function assigned({ partition, done, note }: Assignment): Promise<number | undefined> {
  const [slot, noted] = note === '' ? [Number.NEGATIVE_INFINITY, 0] : note.split(' ').map(Number);
  const before = turn;
  let ready: () => void = () => {};
  if (done !== null) {
    turn = new Promise((resolve) => {
      ready = resolve;
    });
    await before;
  }
  const end = await endOf(partition);
  const judgement = new RollingJudgement(rule);
  held.set(partition, { judgement, done: done ?? 0, note, slot, end: noted, written: end - noted, ready });
  return done === null ? undefined : Math.min(done, await firstOf(partition, slot - rule.slots));
}

function revoked(partition: number): void {
  held.get(partition)?.ready();
  held.delete(partition);
}

async function take({ partition, records }: Batch<Observation>): Promise<Acceptance> {
  const own = held.get(partition);
  if (own === undefined) throw new Error(`partition ${partition} was delivered without being given`);
  const found: PlacedRecord[] = [];
  const tell: Found = (observation, variable, answer) => {
    found.push({ key: observation.station, value: anomalyOf(observation, variable, answer), partition });
  };
  const counted = Atomics.load(work.counted, partition);
  let judged = 0;
  for (const { value: observation, offset } of records) {
    if (offset < own.done) {
      own.judgement.warm(observation);
      continue;
    }
    const fitted = own.judgement.judge(observation, tell);
    if (offset >= counted && (fitted || work.method !== 'arima')) judged++;
    own.slot = Math.max(own.slot, slotOf(observation.time));
  }
  const next = (records.at(-1)?.offset ?? 0) + 1;
  if (next >= own.done) own.ready();
  if (next <= own.done) return { done: own.done, note: own.note };
  // What is found is a function of what was read: what a predecessor wrote last is what is found here first.
  const known = Math.min(own.written, found.length);
  own.written -= known;
  own.end += found.length;
  await sender.send('anomalies', found.slice(known));
  count(partition, judged, next);
  return { note: `${own.slot} ${own.end}` };
}

function anomalyOf({ station, time, values }: Observation, variable: Variable, { expected, scale }: Answer): Buffer {
  const value = values[variable];
  return Buffer.from(JSON.stringify({ station_id: station, time, variable, value, mean: expected, std: scale }));
}

function count(partition: number, judged: number, next: number): void {
  Atomics.store(work.counted, partition, Math.max(next, Atomics.load(work.counted, partition)));
  if (judged > 0 && Atomics.add(work.counts, partition, judged) === 0) parentPort?.postMessage(Date.now());
}

async function endOf(partition: number): Promise<number> {
  const offsets = await admin.fetchTopicOffsets(work.to);
  return Number(offsets.find((one) => one.partition === partition)?.high ?? 0);
}

async function firstOf(partition: number, slot: number): Promise<number> {
  const offsets = await admin.fetchTopicOffsetsByTimestamp(work.from, Math.max(0, timeOfSlot(slot)));
  return Number(offsets.find((one) => one.partition === partition)?.offset ?? 0);
}

await Promise.all([admin.connect(), sender.connect()]);
const subscription = new KafkaSubscription({
  kafka,
  admin,
  decode: async (messages) => messages.map(readObservation),
  options: { group: work.group, topic: 'observations', maxRecords: most, onAssigned: assigned, onRevoked: revoked },
  handler: take,
  logger: linesTo(say),
  topic: work.from,
  groupId: work.group,
  backoff: DEFAULT_BACKOFF,
  sessionMs: SESSION_MS,
  setAside: async (partition, { offset, detail }) => say(`partition ${partition}, offset ${offset}: ${detail}`),
  onRejection: (error) => say(String(error)),
});
parentPort?.once('message', () => {
  void subscription
    .stop()
    .then(() => {
      sender.end(new HalcyonError('interrupted', 'the worker stops'));
      return Promise.all([sender.disconnect(), admin.disconnect()]);
    })
    .then(() => process.exit());
});
await subscription.start();
