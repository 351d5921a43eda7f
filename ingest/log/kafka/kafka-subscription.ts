import type { Admin, Consumer, EachBatchPayload, Kafka, TopicPartitionOffsetAndMetadata } from 'kafkajs';
import type { LogFields, Logger } from '../../../schemas/logger.ts';
import type { TopicName, TopicRecords } from '../../../schemas/topics.ts';
import { AskedTogether } from '../asked-together.ts';
import { type Backoff, waitAfter } from '../backoff.ts';
import type { Acceptance, BatchHandler, DeliveredRecord, Subscription, SubscriptionOptions } from '../event-log.ts';
import { Gathering } from '../gathering.ts';
import { countConsumed, countRebalanced } from '../told-batches.ts';
import { type FetchedRecord, recordsOf } from './fetched-record.ts';
import { RETRY } from './kafka-client.ts';
import { stickyAssigner } from './sticky-assigner.ts';
import { isUndecodable, type Undecodable } from './undecodable.ts';
import { deliveringWholeBatches } from './whole-batches.ts';

/** What a subscription is made with. */
export interface KafkaSubscriptionDependencies<K extends TopicName> {
  readonly kafka: Kafka;
  readonly admin: Admin;
  /** The records of some messages of one partition, in their order; rejects where they may be readable later. */
  readonly decode: (messages: readonly FetchedRecord[]) => Promise<(DeliveredRecord<TopicRecords[K]> | Undecodable)[]>;
  readonly options: SubscriptionOptions<K>;
  readonly handler: BatchHandler<TopicRecords[K]>;
  readonly logger: Logger;
  /** Names in the cluster. */
  readonly topic: string;
  readonly groupId: string;
  readonly backoff: Backoff;
  /** How long the group waits for a member that it no longer hears from [ms], default 10,000. */
  readonly sessionMs?: number;
  /** Takes a message that is no record of the topic; resolves when it is kept. */
  readonly setAside: (partition: number, message: Undecodable) => Promise<void>;
  /** Told of each batch that has to be delivered again. */
  readonly onRejection: (error: unknown, attempt: number) => void;
}

/** A partition that this subscriber holds. */
interface Holding {
  /** Offset of the next record to deliver; null until it is known where to begin. */
  next: number | null;
  /** How often the batch at hand was rejected. */
  rejected: number;
}

const DEFAULT_BATCH = 1_000;
/** Partitions that are worked on side by side. */
const MOST_AT_ONCE = 64;
const SESSION_MS = 10_000;
/** Heartbeats in the time that the group waits for one. */
const HEARTBEATS = 10;
/** Any fetch brings so much at most [bytes]: each costs the client and the brokers the same, whatever it brings. */
const FETCH_BYTES = 2 * 1024 * 1024;
/** A fetch that lingers waits for so much [bytes]. */
const LINGER_BYTES = 512 * 1024;
const FETCH_WAIT_MS = 500;

/**
 * One consumer of one topic. Batches of different partitions are handled side by side; a partition whose handler rejects,
 * or leaves records for later, is paused, so that the others go on and the group keeps hearing from this member.
 */
export class KafkaSubscription<K extends TopicName> implements Subscription {
  readonly #dependencies: KafkaSubscriptionDependencies<K>;
  #consumer: Consumer;
  readonly #holdings = new Map<number, Holding>();
  /** What makes a partition ready, by partition. */
  readonly #preparing = new Map<number, Promise<void>>();
  /** Partitions that are done at the same time are committed in one request. */
  readonly #commits = new Gathering<TopicPartitionOffsetAndMetadata>({
    write: (offsets) => this.#consumer.commitOffsets([...offsets]),
    most: MOST_AT_ONCE,
  });
  /** What the group has committed, and where the topic begins and ends; the answers are of all its partitions. */
  readonly #offsets = new AskedTogether(() => {
    const { admin, groupId, topic } = this.#dependencies;
    return admin.fetchOffsets({ groupId, topics: [topic] });
  });
  readonly #edges = new AskedTogether(() => this.#dependencies.admin.fetchTopicOffsets(this.#dependencies.topic));
  #memberId = '';
  #stopped = false;
  /** How often in a row the client has given up. */
  #givenUp = 0;
  #ended: Promise<void> | undefined;
  readonly #sessionMs: number;

  constructor(dependencies: KafkaSubscriptionDependencies<K>) {
    this.#dependencies = dependencies;
    this.#sessionMs = dependencies.sessionMs ?? SESSION_MS;
    this.#consumer = this.#newConsumer();
  }

  /** Joins the group and begins to deliver. */
  async start(): Promise<void> {
    const { topic, options } = this.#dependencies;
    await this.#consumer.connect();
    await this.#consumer.subscribe({ topics: [topic], fromBeginning: options.read !== 'new' });
    await this.#consumer.run({
      autoCommit: false,
      eachBatchAutoResolve: false,
      partitionsConsumedConcurrently: MOST_AT_ONCE,
      eachBatch: (payload) => this.#takeBatch(payload),
    });
  }

  stop(): Promise<void> {
    this.#stopped = true;
    this.#ended ??= this.#consumer.disconnect();
    return this.#ended;
  }

  get groupId(): string {
    return this.#dependencies.groupId;
  }

  /** Offset of the next record to take, of the partitions that are being delivered. */
  get positions(): ReadonlyMap<number, number> {
    const positions = new Map<number, number>();
    for (const [partition, { next }] of this.#holdings) if (next !== null) positions.set(partition, next);
    return positions;
  }

  /** Commits between two batches where the partition is held here. */
  async commit(partition: number, { done, note }: { readonly done: number; readonly note: string }): Promise<void> {
    const holding = this.#holdings.get(partition);
    if (holding === undefined || holding.next === null) return;
    // While the group moves partitions nothing can be committed: whoever has it then goes on from what was before.
    await this.#commit(this.#dependencies.topic, partition, done, note).catch(() => undefined);
  }

  get #shared(): boolean {
    return (this.#dependencies.options.read ?? 'shared') === 'shared';
  }

  #newConsumer(): Consumer {
    const { kafka, groupId, options, topic } = this.#dependencies;
    const { lingerMs = 0 } = options;
    const consumer = deliveringWholeBatches(kafka).consumer({
      groupId,
      partitionAssigners: [stickyAssigner(() => [...this.#holdings.keys()])],
      sessionTimeout: this.#sessionMs,
      heartbeatInterval: this.#sessionMs / HEARTBEATS,
      maxWaitTimeInMs: lingerMs > 0 ? lingerMs : FETCH_WAIT_MS,
      minBytes: lingerMs > 0 ? LINGER_BYTES : 1,
      maxBytes: FETCH_BYTES,
      retry: { ...RETRY, restartOnFailure: async () => !this.#stopped },
    });
    consumer.on('consumer.group_join', ({ payload }) => {
      this.#givenUp = 0;
      this.#reassign(payload.memberId, this.#wanted(payload.memberAssignment[topic] ?? []));
    });
    consumer.on('consumer.crash', ({ payload }) => {
      if (!payload.restart) void this.#startAnew(payload.error);
    });
    return consumer;
  }

  /**
   * The client gives up for good where it takes an error to be lasting. A group that may be joined later, or a broker that
   * is not itself for a while, is not: without this the partitions here would stand still and nobody would know.
   */
  async #startAnew(error: Error): Promise<void> {
    const { backoff, onRejection } = this.#dependencies;
    const spent = this.#consumer;
    this.#givenUp++;
    onRejection(error, this.#givenUp);
    this.#debug('the client begins anew', { attempt: this.#givenUp });
    await sleep(waitAfter(backoff, this.#givenUp));
    await spent.disconnect().catch(() => undefined);
    if (this.#stopped) return;
    this.#consumer = this.#newConsumer();
    await this.start().catch((failed: Error) => this.#startAnew(failed));
    if (this.#stopped) await this.#consumer.disconnect();
  }

  /** Those of the partitions given that are to be read; of the others nothing is fetched. */
  #wanted(given: readonly number[]): readonly number[] {
    const { topic, options } = this.#dependencies;
    if (options.partitions === undefined || this.#shared) return given;
    const unread = given.filter((partition) => options.partitions?.has(partition) === false);
    if (unread.length > 0) this.#consumer.pause([{ topic, partitions: unread }]);
    return given.filter((partition) => !unread.includes(partition));
  }

  /** Who was out of the group in between holds nothing any more: another may have had it meanwhile. */
  #reassign(memberId: string, partitions: readonly number[]): void {
    const { topic, options } = this.#dependencies;
    const expelled = this.#shared && memberId !== this.#memberId;
    this.#memberId = memberId;
    for (const partition of [...this.#holdings.keys()]) {
      if (!expelled && partitions.includes(partition)) continue;
      const ready = this.#holdings.get(partition)?.next !== null;
      this.#holdings.delete(partition);
      countRebalanced(options, 'revoked');
      this.#debug('partition revoked', { partition });
      // What is being made ready is taken away when it is.
      if (ready) options.onRevoked?.(partition);
    }
    for (const partition of partitions) {
      const held = this.#holdings.get(partition);
      if (held !== undefined) {
        // Its place in the log is known here better than by what was committed.
        if (held.next !== null) this.#consumer.seek({ topic, partition, offset: String(held.next) });
        continue;
      }
      const holding: Holding = { next: null, rejected: 0 };
      this.#holdings.set(partition, holding);
      countRebalanced(options, 'assigned');
      this.#consumer.pause([{ topic, partitions: [partition] }]);
      // One after the other, where a partition goes and comes back meanwhile.
      const before = this.#preparing.get(partition) ?? Promise.resolve();
      this.#preparing.set(
        partition,
        before.then(() => this.#prepare(partition, holding)),
      );
    }
  }

  /** Finds out where a partition begins, has the subscriber make ready, then lets it be delivered. */
  async #prepare(partition: number, holding: Holding): Promise<void> {
    const { topic, options, backoff, onRejection } = this.#dependencies;
    const current = () => !this.#stopped && this.#holdings.get(partition) === holding;
    let given = false;
    for (let attempt = 1; current(); attempt++) {
      try {
        const { offset, note } = await this.#committed(partition);
        const begin = await options.onAssigned?.({ partition, done: offset, note });
        given = true;
        const next = begin ?? offset ?? (await this.#edge(partition));
        if (!current()) break;
        holding.next = next;
        this.#debug('partition assigned', { partition, from: next });
        this.#consumer.seek({ topic, partition, offset: String(next) });
        this.#consumer.resume([{ topic, partitions: [partition] }]);
        return;
      } catch (error) {
        onRejection(error, attempt);
        await sleep(waitAfter(backoff, attempt));
      }
    }
    if (given) options.onRevoked?.(partition);
  }

  async #committed(partition: number): Promise<{ offset: number | null; note: string }> {
    if (!this.#shared) return { offset: null, note: '' };
    const [found] = await this.#offsets.answer();
    const at = found?.partitions.find((one) => one.partition === partition);
    const offset = at === undefined ? -1 : Number(at.offset);
    return { offset: offset < 0 ? null : offset, note: at?.metadata ?? '' };
  }

  /** First offset to read where nothing was committed: the beginning of what the log holds, or its end. */
  async #edge(partition: number): Promise<number> {
    const { options } = this.#dependencies;
    const offsets = await this.#edges.answer();
    const found = offsets.find((one) => one.partition === partition);
    return Number((options.read === 'new' ? found?.high : found?.low) ?? 0);
  }

  async #takeBatch({ batch, heartbeat, isRunning, pause, resolveOffset }: EachBatchPayload): Promise<void> {
    const { partition } = batch;
    const holding = this.#holdings.get(partition);
    const usable = () => !this.#stopped && isRunning() && this.#holdings.get(partition) === holding;
    if (holding === undefined || holding.next === null) {
      pause();
      return;
    }
    // A group that moves on meanwhile is noticed at the next commit.
    const beating = setInterval(() => {
      heartbeat().catch(() => undefined);
    }, this.#sessionMs / HEARTBEATS);
    try {
      const messages = recordsOf(batch.messages, holding.next);
      const most = this.#dependencies.options.maxRecords ?? DEFAULT_BATCH;
      for (let from = 0; from < messages.length && usable(); from += most) {
        const chunk = messages.slice(from, from + most);
        const high = Number(batch.highWatermark);
        const taken = await this.#takeChunk(partition, holding, chunk, high, pause);
        if (!taken) return;
        resolveOffset(String((holding.next ?? 0) - 1));
      }
      // Behind the last record there may be some that a compacted topic has lost, and marks of transactions.
      if (!usable()) return;
      holding.next = Math.max(holding.next, Number(batch.lastOffset()) + 1);
      resolveOffset(batch.lastOffset());
    } finally {
      clearInterval(beating);
    }
  }

  /** Delivers some messages; false where the partition was paused because they, or some of them, are to come again. */
  async #takeChunk(
    partition: number,
    holding: Holding,
    messages: readonly FetchedRecord[],
    highWatermark: number,
    pause: () => () => void,
  ): Promise<boolean> {
    const { handler, backoff, onRejection, topic, options } = this.#dependencies;
    const end = messages[messages.length - 1].offset + 1;
    let acceptance: Acceptance;
    try {
      const records = await this.#decode(partition, messages);
      const behind = Math.max(0, highWatermark - end);
      // Who reads all of a topic is told where it has come to, also where nothing on the way could be read.
      const told = records.length > 0 || !this.#shared;
      acceptance = (told ? await handler({ partition, records, behind }) : undefined) ?? {};
    } catch (error) {
      holding.rejected++;
      onRejection(error, holding.rejected);
      this.#resumeAfter(partition, holding, pause(), sleep(waitAfter(backoff, holding.rejected)));
      return false;
    }
    holding.rejected = 0;
    countConsumed(options, messages, acceptance, ({ bytes }) => bytes);
    const { left, done, note } = acceptance;
    holding.next = left === undefined ? end : left.from;
    // What another may hold by now is committed by nobody else.
    if (this.#holdings.get(partition) !== holding) return false;
    if (this.#shared) await this.#commit(topic, partition, done ?? holding.next, note);
    if (left === undefined) return true;
    this.#resumeAfter(partition, holding, pause(), left.ready);
    return false;
  }

  async #decode(partition: number, messages: readonly FetchedRecord[]): Promise<DeliveredRecord<TopicRecords[K]>[]> {
    const records: DeliveredRecord<TopicRecords[K]>[] = [];
    for (const outcome of await this.#dependencies.decode(messages)) {
      // Followers of a topic see the same message as the group that works on it: one letter is enough.
      if (!isUndecodable(outcome)) records.push(outcome);
      else if (this.#shared) await this.#dependencies.setAside(partition, outcome);
    }
    return records;
  }

  #commit(topic: string, partition: number, offset: number, note: string | undefined): Promise<void> {
    this.#debug('commit', { partition, offset });
    const metadata = note === undefined ? {} : { metadata: note };
    return this.#commits.add([{ topic, partition, offset: String(offset), ...metadata }]);
  }

  #debug(message: string, fields: LogFields): void {
    const { logger, options } = this.#dependencies;
    logger.debug(message, { topic: options.topic, group: options.group, ...fields });
  }

  #resumeAfter(partition: number, holding: Holding, resume: () => void, ready: Promise<void>): void {
    const { topic } = this.#dependencies;
    const again = () => {
      if (this.#stopped || this.#holdings.get(partition) !== holding) return;
      this.#consumer.seek({ topic, partition, offset: String(holding.next) });
      resume();
    };
    ready.then(again, again);
  }
}

function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms).unref());
}
