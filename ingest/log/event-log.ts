import type { TopicName, TopicRecords } from '../../schemas/topics.ts';

/** A record as it is published: records of one key stay in order. */
export interface LogRecord<T> {
  readonly key: string;
  readonly value: T;
  /** Trace context and the like. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Partition to put it in; by its key where not given. */
  readonly partition?: number;
}

/** A record as a consumer sees it. */
export interface DeliveredRecord<T> extends LogRecord<T> {
  readonly offset: number;
  /** When a log that outlives its readers took it, by its own clock, ms since the epoch: the order of arrival across partitions. */
  readonly appended?: number;
}

/** Records of one partition, in the order of their offsets. */
export interface Batch<T> {
  readonly partition: number;
  /** Empty only for those who read all of a topic, where nothing of a batch could be read. */
  readonly records: readonly DeliveredRecord<T>[];
  /** How many records after these the partition holds already. */
  readonly behind: number;
}

/** What a handler may say of a batch; what it leaves out holds for the whole batch. */
export interface Acceptance {
  /**
   * Offset below which everything is done: what a successor need not see again. Records from it on are delivered again
   * to whoever takes the partition over, not to this subscriber. Without it: the end of the batch.
   */
  readonly done?: number;
  /** What a successor should know beside the offset, at most 4,000 characters. */
  readonly note?: string;
  /** Set where records were left: they come again, beginning with the one of this offset, once the promise has resolved. */
  readonly left?: { readonly from: number; readonly ready: Promise<void> };
}

/** A partition that a subscriber is given. */
export interface Assignment {
  readonly partition: number;
  /** Offset of the first record that nobody of the group has done; null where none of it was ever read. */
  readonly done: number | null;
  /** What the predecessor noted there; '' where nothing was. */
  readonly note: string;
}

export interface SubscriptionOptions<K extends TopicName> {
  /** Consumers of one group share a topic; each group sees all of it. */
  readonly group: string;
  readonly topic: K;
  /**
   * `shared` (default): the members of the group share the topic. `all`: this subscriber reads all of it by itself, from the
   * beginning of what the log holds. `new`: the same, from now on. Nothing is committed then.
   */
  readonly read?: 'shared' | 'all' | 'new';
  /** Partitions that are read by who reads `all`; every one where not given. What is `shared` is shared as a whole. */
  readonly partitions?: ReadonlySet<number>;
  /** Largest batch handed over at once. */
  readonly maxRecords?: number;
  /** How long a batch that is not full waits for more, in ms; 0 hands over at once. */
  readonly lingerMs?: number;
  /**
   * Called when a partition is given to this subscriber, before anything of it is delivered.
   *
   * @returns offset to begin at, where that is not `done`
   */
  readonly onAssigned?: (assignment: Assignment) => Promise<number | undefined>;
  /** Called when a partition was taken away; nothing of it is delivered any more. */
  readonly onRevoked?: (partition: number) => void;
}

/** Takes a batch; a rejection has the same records delivered again after a back-off. */
export type BatchHandler<T> = (batch: Batch<T>) => Promise<Acceptance> | Promise<void>;

export interface Subscription {
  /** Ends after the batch at hand; what was not committed is delivered again to the group's next subscriber. */
  stop(): Promise<void>;
}

/** What a topic is called in traces, by the semantic conventions of OpenTelemetry for messaging. */
export interface TracedTopic {
  /** `kafka`, or `halcyon` for the log in the memory of a process. */
  readonly system: 'kafka' | 'halcyon';
  /** The topic as the system has it. */
  readonly destination: string;
}

/** The way into the log. */
export interface LogWriter {
  /** What traces call a topic. */
  traced(topic: TopicName): TracedTopic;

  /**
   * Appends records in their order; resolves when the log has taken them. A full log makes the publisher wait (back-pressure).
   *
   * @throws HalcyonError `interrupted` once the log is closed
   */
  publish<K extends TopicName>(topic: K, records: readonly LogRecord<TopicRecords[K]>[]): Promise<void>;

  /** Resolves when every record that the topic has taken before this call is safe: it outlives this process. */
  flushed(topic: TopicName): Promise<void>;
}

/**
 * The event log as a port: publish, and consume in batches as a group with commit after processing.
 * At least once: a batch is committed when its handler resolves; when it rejects, the same records come again after a back-off.
 */
export interface EventLog extends LogWriter {
  /** Begins to deliver a topic to a group, one batch at a time for each partition. */
  subscribe<K extends TopicName>(
    options: SubscriptionOptions<K>,
    handler: BatchHandler<TopicRecords[K]>,
  ): Promise<Subscription>;

  /** Partition that records of a key are put in. */
  partitionOf(topic: TopicName, key: string): number;

  /** Offset of the oldest record that each partition of a topic still has, by partition; that of the next where it has none. */
  beginnings(topic: TopicName): Promise<readonly number[]>;

  /** Offset that the next record of each partition of a topic will have, by partition. */
  ends(topic: TopicName): Promise<readonly number[]>;

  /** Offset below which a group has done everything, by partition; null where it has read nothing. */
  done(group: string, topic: TopicName): Promise<readonly (number | null)[]>;

  /** What the members of a group noted last beside their offsets, by partition; '' where nothing was. */
  notes(group: string, topic: TopicName): Promise<readonly string[]>;

  /**
   * Offset of the next record that this process will take for a group, of the partitions that it holds. What it has taken
   * but left open for a successor is behind that, and not done.
   */
  positions(group: string, topic: TopicName): ReadonlyMap<number, number>;

  /**
   * Commits for a group between two batches, of a partition that this process holds for it; of another nothing happens.
   *
   * @param acceptance `done` at most where the next batch begins
   */
  commit(
    group: string,
    topic: TopicName,
    partition: number,
    acceptance: { readonly done: number; readonly note: string },
  ): Promise<void>;

  /** Ends all subscriptions and refuses what is published afterwards. */
  close(): Promise<void>;
}
