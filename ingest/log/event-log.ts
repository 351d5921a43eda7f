import type { TopicName, TopicRecords } from '../../schemas/topics.ts';

/** A record as it is published: records of one key stay in order. */
export interface LogRecord<T> {
  readonly key: string;
  readonly value: T;
  /** Trace context and the like. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** A record as a consumer sees it. */
export interface DeliveredRecord<T> extends LogRecord<T> {
  readonly offset: number;
}

/** Records of one partition, in the order of their offsets. */
export interface Batch<T> {
  readonly partition: number;
  readonly records: readonly DeliveredRecord<T>[];
}

export interface SubscriptionOptions<K extends TopicName> {
  /** Consumers of one group share a topic; each group sees all of it. */
  readonly group: string;
  readonly topic: K;
  /** Largest batch handed over at once. */
  readonly maxRecords?: number;
  /** How long a batch that is not full waits for more, in ms; 0 hands over at once. */
  readonly lingerMs?: number;
}

export interface Subscription {
  /** Ends after the batch at hand; what was not committed is delivered again to the group's next subscriber. */
  stop(): Promise<void>;
}

/**
 * The event log as a port: publish, and consume in batches as a group with commit after processing.
 * At least once: a batch is committed when its handler resolves; when it rejects, the same records come again after a back-off.
 */
export interface EventLog {
  /**
   * Appends records in their order; resolves when the log has taken them. A full log makes the publisher wait (back-pressure).
   *
   * @throws HalcyonError `interrupted` once the log is closed
   */
  publish<K extends TopicName>(topic: K, records: readonly LogRecord<TopicRecords[K]>[]): Promise<void>;

  /** Resolves when every record of the topic published before this call is safe: it outlives this process. */
  flushed(topic: TopicName): Promise<void>;

  /** Begins to deliver a topic to a group, one batch at a time for each partition. */
  subscribe<K extends TopicName>(
    options: SubscriptionOptions<K>,
    handler: (batch: Batch<TopicRecords[K]>) => Promise<void>,
  ): Promise<Subscription>;

  /** Ends all subscriptions and refuses what is published afterwards. */
  close(): Promise<void>;
}
