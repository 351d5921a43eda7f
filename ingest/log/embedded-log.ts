import { HalcyonError } from '../../schemas/errors.ts';
import { type Logger, SILENT } from '../../schemas/logger.ts';
import { count } from '../../schemas/telemetry/instruments.ts';
import { METRICS } from '../../schemas/telemetry/metric-table.ts';
import { TOPICS, type TopicName, type TopicRecords } from '../../schemas/topics.ts';
import { type Backoff, DEFAULT_BACKOFF } from './backoff.ts';
import { EmbeddedGroup } from './embedded-group.ts';
import { EmbeddedTopic } from './embedded-topic.ts';
import type { BatchHandler, EventLog, LogRecord, Subscription, SubscriptionOptions, TracedTopic } from './event-log.ts';
import { countConsumed, countRejected, toldBatches } from './told-batches.ts';

/** A batch that its handler rejected. */
export interface Rejection {
  readonly topic: TopicName;
  readonly group: string;
  readonly error: unknown;
  /** How often the batch has been tried. */
  readonly attempt: number;
}

export interface EmbeddedLogOptions {
  /** Records held of each topic at most; default 65,536. */
  readonly capacity?: number;
  /** The group of each topic whose commit makes a record safe, for example the store sink. */
  readonly durableGroups?: Partial<Readonly<Record<TopicName, string>>>;
  /** Default 100 ms, growing to 5,000 ms. */
  readonly backoff?: Backoff;
  /** Told of each batch that has to be delivered again. */
  readonly onRejection?: (rejection: Rejection) => void;
  /** Takes a line for each batch; none where not given. */
  readonly logger?: Logger;
}

type Topics = { readonly [K in TopicName]: EmbeddedTopic<TopicRecords[K]> };
type Groups = { readonly [K in TopicName]: Map<string, EmbeddedGroup<TopicRecords[K]>> };

const DEFAULT_CAPACITY = 65_536;
const DEFAULT_BATCH = 1_000;

/**
 * The event log in the memory of one process: bounded, with back-pressure, nothing on disk. Records are safe when the
 * topic's durable group has committed them; a topic without one counts as safe at once.
 */
export class EmbeddedLog implements EventLog {
  readonly #topics: Topics;
  readonly #groups: Groups;
  readonly #backoff: Backoff;
  readonly #onRejection: (rejection: Rejection) => void;
  readonly #logger: Logger;
  #closed: HalcyonError | null = null;
  #followers = 0;

  /** @throws RangeError where the capacity is no whole number above 0 */
  constructor(options: EmbeddedLogOptions = {}) {
    const capacity = options.capacity ?? DEFAULT_CAPACITY;
    if (!Number.isInteger(capacity) || capacity < 1) {
      throw new RangeError(`capacity of the log is ${capacity}, should be a whole number of records above 0`);
    }
    const durable = options.durableGroups ?? {};
    this.#topics = Object.fromEntries(
      TOPICS.map((topic) => [topic, new EmbeddedTopic(capacity, durable[topic])]),
    ) as unknown as Topics;
    this.#groups = Object.fromEntries(TOPICS.map((topic) => [topic, new Map()])) as unknown as Groups;
    this.#backoff = options.backoff ?? DEFAULT_BACKOFF;
    this.#onRejection = options.onRejection ?? (() => {});
    this.#logger = options.logger ?? SILENT;
  }

  traced(topic: TopicName): TracedTopic {
    return { system: 'halcyon', destination: topic };
  }

  async publish<K extends TopicName>(topic: K, records: readonly LogRecord<TopicRecords[K]>[]): Promise<void> {
    await this.#topics[topic].publish(records);
    count(METRICS.publishedRecords, records.length, { topic });
  }

  flushed(topic: TopicName): Promise<void> {
    return this.#topics[topic].flushed();
  }

  /** Records of a topic that some group has not committed yet. */
  held(topic: TopicName): number {
    return this.#topics[topic].held;
  }

  async subscribe<K extends TopicName>(
    options: SubscriptionOptions<K>,
    handler: BatchHandler<TopicRecords[K]>,
  ): Promise<Subscription> {
    if (this.#closed !== null) throw this.#closed;
    const { topic } = options;
    // A follower is a group of its own that ends with it.
    const follows = (options.read ?? 'shared') !== 'shared';
    if (follows && options.partitions?.has(0) === false) return { stop: async () => {} };
    const name = follows ? `${options.group}-${this.#followers++}` : options.group;
    const groups = this.#groups[topic];
    let group = groups.get(name);
    if (group === undefined) {
      group = new EmbeddedGroup(this.#topics[topic], name);
      groups.set(name, group);
    }
    const told = toldBatches(handler, this.#logger, { topic, group: name });
    const subscription = group.join({
      maxRecords: options.maxRecords ?? DEFAULT_BATCH,
      lingerMs: options.lingerMs ?? 0,
      backoff: this.#backoff,
      handler: async (batch) => {
        const acceptance = (await told(batch)) ?? {};
        countConsumed(options, batch.records, acceptance);
        return acceptance;
      },
      onAssigned: options.onAssigned,
      onRevoked: options.onRevoked,
      onRejection: (error, attempt) => {
        countRejected(options);
        this.#onRejection({ topic, group: options.group, error, attempt });
      },
    });
    if (!follows) return subscription;
    return {
      stop: async () => {
        await subscription.stop();
        groups.delete(name);
        this.#topics[topic].forget(name);
      },
    };
  }

  partitionOf(): number {
    return 0;
  }

  async beginnings(topic: TopicName): Promise<readonly number[]> {
    return [this.#topics[topic].oldest];
  }

  async ends(topic: TopicName): Promise<readonly number[]> {
    return [this.#topics[topic].next];
  }

  async done(group: string, topic: TopicName): Promise<readonly (number | null)[]> {
    return [this.#topics[topic].done(group)];
  }

  async notes(group: string, topic: TopicName): Promise<readonly string[]> {
    return [this.#topics[topic].note(group)];
  }

  positions(group: string, topic: TopicName): ReadonlyMap<number, number> {
    const done = this.#topics[topic].done(group);
    return new Map(done === null ? [] : [[0, done]]);
  }

  async commit(
    group: string,
    topic: TopicName,
    _partition: number,
    { done, note }: { readonly done: number; readonly note: string },
  ): Promise<void> {
    this.#topics[topic].commitFor(group, done, note);
  }

  /** @throws nothing; publishers and flushes that still wait are rejected with HalcyonError `interrupted` */
  async close(): Promise<void> {
    if (this.#closed === null) {
      this.#closed = new HalcyonError('interrupted', 'the event log is closed; publish again after the next start');
      for (const topic of TOPICS) this.#topics[topic].close(this.#closed);
    }
    const ending: Promise<void>[] = [];
    for (const topic of TOPICS) for (const group of this.#groups[topic].values()) ending.push(group.stop());
    await Promise.all(ending);
  }
}
