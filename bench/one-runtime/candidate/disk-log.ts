import { join } from 'node:path';
import type {
  BatchHandler,
  EventLog,
  LogRecord,
  Subscription,
  SubscriptionOptions,
  TracedTopic,
} from '../../../ingest/log/event-log.ts';
import { countConsumed, countRejected } from '../../../ingest/log/told-batches.ts';
import { HalcyonError } from '../../../schemas/errors.ts';
import { TOPICS, type TopicName, type TopicRecords } from '../../../schemas/topics.ts';
import { CommittedOffsets } from './committed-offsets.ts';
import { DiskReader } from './disk-reader.ts';
import { DiskTopic } from './disk-topic.ts';

/** What a log on disk is opened with. */
export interface DiskLogOptions {
  readonly folder: string;
  /** How long a batch of a group waits for company [ms], by what it asks for. */
  readonly lingerOf: (group: string, topic: TopicName, asked: number) => number;
  /** Told of each batch that has to be delivered again. */
  readonly onRejection: (topic: TopicName, group: string, error: unknown) => void;
}

type Topics = { readonly [K in TopicName]: DiskTopic<K> };
type Readers = { readonly [K in TopicName]: Set<DiskReader<K>> };

/** Topics that somebody's answer waits for: they are on the disk before it is given. */
const ACKNOWLEDGED: ReadonlySet<TopicName> = new Set(['stations', 'observations', 'dead-letters', 'rules']);
const RETAIN_MS = 5_000;

/**
 * The event log of one process on its disk, consumed as Kafka is: offsets and notes outlive the process, and readers go on
 * where their group had committed. Each topic is one partition.
 */
export class DiskLog implements EventLog {
  readonly #options: DiskLogOptions;
  readonly #topics: Topics;
  readonly #offsets: CommittedOffsets;
  readonly #readers = Object.fromEntries(TOPICS.map((topic) => [topic, new Set()])) as unknown as Readers;
  readonly #clock: NodeJS.Timeout;
  #retaining: Promise<void> = Promise.resolve();
  #closed: HalcyonError | null = null;

  private constructor(options: DiskLogOptions, topics: Topics, offsets: CommittedOffsets) {
    this.#options = options;
    this.#topics = topics;
    this.#offsets = offsets;
    this.#clock = setInterval(() => {
      this.#retaining = this.#retaining.then(() => this.#retain());
    }, RETAIN_MS);
  }

  static async open(options: DiskLogOptions): Promise<DiskLog> {
    const opened = await Promise.all(TOPICS.map((topic) => DiskTopic.open(topic, join(options.folder, topic))));
    const topics = Object.fromEntries(opened.map((topic, k) => [TOPICS[k], topic])) as unknown as Topics;
    const sync = async () => {
      await Promise.all(TOPICS.map((topic) => topics[topic].sync()));
    };
    const offsets = await CommittedOffsets.open(join(options.folder, 'committed.json'), sync);
    return new DiskLog(options, topics, offsets);
  }

  traced(topic: TopicName): TracedTopic {
    return { system: 'halcyon', destination: topic };
  }

  publish<K extends TopicName>(topic: K, records: readonly LogRecord<TopicRecords[K]>[]): Promise<void> {
    return this.#topics[topic].publish(records);
  }

  /** What nobody waits for is made safe before anything is committed that rests on it. */
  async flushed(topic: TopicName): Promise<void> {
    if (ACKNOWLEDGED.has(topic)) await this.#topics[topic].sync();
  }

  async subscribe<K extends TopicName>(
    options: SubscriptionOptions<K>,
    handler: BatchHandler<TopicRecords[K]>,
  ): Promise<Subscription> {
    if (this.#closed !== null) throw this.#closed;
    const { topic, group, lingerMs = 0, read = 'shared', partitions } = options;
    // It has one partition.
    if (read !== 'shared' && partitions?.has(0) === false) return { stop: async () => {} };
    const readers = this.#readers[topic] as Set<DiskReader<K>>;
    const reader: DiskReader<K> = new DiskReader<K>({
      topic: this.#topics[topic] as DiskTopic<K>,
      offsets: this.#offsets,
      options,
      handler: async (batch) => {
        const acceptance = (await handler(batch)) ?? {};
        countConsumed(options, batch.records, acceptance);
        return acceptance;
      },
      lingerMs: this.#options.lingerOf(group, topic, lingerMs),
      isFirst: () => !reader.isShared || this.#sharedReader(group, topic) === reader,
      onRejection: (error) => {
        countRejected(options);
        this.#options.onRejection(topic, group, error);
      },
    });
    readers.add(reader);
    reader.start();
    return {
      stop: async () => {
        await reader.stop();
        readers.delete(reader);
        for (const other of readers) other.wake();
      },
    };
  }

  partitionOf(): number {
    return 0;
  }

  async beginnings(topic: TopicName): Promise<readonly number[]> {
    return [this.#topics[topic].beginning];
  }

  async ends(topic: TopicName): Promise<readonly number[]> {
    return [this.#topics[topic].next];
  }

  async done(group: string, topic: TopicName): Promise<readonly (number | null)[]> {
    return [this.#offsets.get(group, topic)?.offset ?? null];
  }

  async notes(group: string, topic: TopicName): Promise<readonly string[]> {
    return [this.#offsets.get(group, topic)?.note ?? ''];
  }

  positions(group: string, topic: TopicName): ReadonlyMap<number, number> {
    const next = this.#sharedReader(group, topic)?.next ?? null;
    return new Map(next === null ? [] : [[0, next]]);
  }

  async commit(
    group: string,
    topic: TopicName,
    _partition: number,
    { done, note }: { readonly done: number; readonly note: string },
  ): Promise<void> {
    const reader = this.#sharedReader(group, topic);
    if (reader !== undefined && reader.next !== null) reader.commit(done, note);
  }

  async close(): Promise<void> {
    this.#closed ??= new HalcyonError('interrupted', 'the event log is closed; publish again after the next start');
    clearInterval(this.#clock);
    await this.#retaining;
    await Promise.all(TOPICS.flatMap((topic) => [...this.#readers[topic]].map((reader) => reader.stop())));
    await this.#offsets.close();
    const closed = this.#closed;
    await Promise.all(TOPICS.map((topic) => this.#topics[topic].close(closed)));
  }

  #sharedReader(group: string, topic: TopicName): Pick<DiskReader<TopicName>, 'next' | 'commit'> | undefined {
    return [...this.#readers[topic]].find((reader) => reader.isShared && reader.group === group);
  }

  async #retain(): Promise<void> {
    for (const topic of TOPICS) await this.#topics[topic].retain(this.#offsets.doneByAll(topic));
  }
}
