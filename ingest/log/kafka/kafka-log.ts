import { randomUUID } from 'node:crypto';
import kafkajs, { type Admin, type FetchOffsetsPartition, type Kafka, type PartitionMetadata } from 'kafkajs';
import { HalcyonError, messageOf } from '../../../schemas/errors.ts';
import type { Logger } from '../../../schemas/logger.ts';
import { count } from '../../../schemas/telemetry/instruments.ts';
import { METRICS } from '../../../schemas/telemetry/metric-table.ts';
import type { TopicName, TopicRecords } from '../../../schemas/topics.ts';
import { deadLetterOf } from '../../dead-letters.ts';
import { type Backoff, DEFAULT_BACKOFF } from '../backoff.ts';
import type { Rejection } from '../embedded-log.ts';
import type {
  BatchHandler,
  EventLog,
  LogRecord,
  Subscription,
  SubscriptionOptions,
  TracedTopic,
} from '../event-log.ts';
import { countRejected, toldBatches } from '../told-batches.ts';
import { readAreas } from './area-topic.ts';
import { AreaPlan } from './areas/area-plan.ts';
import { askedAgain } from './asked-again.ts';
import { reachBrokers } from './first-contact.ts';
import { kafkaClient } from './kafka-client.ts';
import type { KafkaSettings } from './kafka-settings.ts';
import { KafkaSubscription } from './kafka-subscription.ts';
import { assertNotMoved } from './moved-log.ts';
import { decodeMessages, encodeRecords } from './record-codec.ts';
import { RecordSender } from './record-sender.ts';
import { TopicSchemas } from './schema-registry.ts';
import { checkTopics, partitionsOf, wordsOf } from './topic-deployment.ts';
import { isSplit, topicInCluster } from './topic-specifications.ts';
import type { Undecodable } from './undecodable.ts';

export interface KafkaLogOptions {
  readonly settings: KafkaSettings;
  /** One line for the operator. */
  readonly logger: Logger;
  /** Current time, ms since the epoch. */
  readonly now: () => number;
  /** Default 100 ms, growing to 5,000 ms. */
  readonly backoff?: Backoff;
  /** How long brokers that do not answer at first are waited for [ms], default 30,000. */
  readonly brokerWaitMs?: number;
  readonly onRejection?: (rejection: Rejection) => void;
  /** Whether a log that was moved may be opened, for what it still holds. */
  readonly evenMoved?: boolean;
}

interface Connected {
  readonly kafka: Kafka;
  readonly admin: Admin;
  readonly schemas: TopicSchemas;
  readonly schemaIds: Readonly<Record<TopicName, number>>;
  readonly partitions: Readonly<Record<TopicName, PartitionMetadata[]>>;
  /** null where a hash of a station's key says in which partition it is. */
  readonly areas: AreaPlan | null;
}

/** A subscription, whatever its topic. */
type ReadingOn = Pick<KafkaSubscription<TopicName>, 'groupId' | 'positions' | 'commit' | 'stop'>;

/**
 * The event log on Apache Kafka, with schemas in a registry. A record is safe when all replicas in sync have it, so that
 * `publish` resolves only then; what the brokers do not take while they are away is sent again until they do.
 */
export class KafkaLog implements EventLog {
  readonly #options: KafkaLogOptions;
  readonly #kafka: Kafka;
  readonly #admin: Admin;
  readonly #schemas: TopicSchemas;
  readonly #schemaIds: Readonly<Record<TopicName, number>>;
  readonly #partitions: Connected['partitions'];
  readonly #areas: AreaPlan | null;
  readonly #partitioner = kafkajs.Partitioners.DefaultPartitioner();
  readonly #subscriptions = new Set<ReadingOn>();
  readonly #sender: RecordSender;
  #closed: HalcyonError | null = null;

  private constructor(options: KafkaLogOptions, connected: Connected) {
    this.#options = options;
    this.#kafka = connected.kafka;
    this.#admin = connected.admin;
    this.#schemas = connected.schemas;
    this.#schemaIds = connected.schemaIds;
    this.#partitions = connected.partitions;
    this.#areas = connected.areas;
    const { settings, logger } = options;
    this.#sender = new RecordSender({
      kafka: connected.kafka,
      inCluster: (topic) => topicInCluster(settings, topic),
      compression: settings.compression,
      logger,
    });
  }

  /**
   * Connects to brokers and registry and checks the topics; waits half a minute for brokers that are away, and for a
   * registry as long as it takes.
   *
   * @param signal ends the waiting
   * @throws HalcyonError `log_unavailable` where no broker answers or lets this client in, or topics or schemas are missing, `invalid_configuration`
   *   where topics do not fit together, their areas are not complete or the log was moved, `interrupted` where the signal came first
   */
  static async open(options: KafkaLogOptions, signal?: AbortSignal): Promise<KafkaLog> {
    const { settings, logger } = options;
    await reachBrokers(settings, logger, signal, options.brokerWaitMs);
    const kafka = kafkaClient(settings, logger);
    const admin = kafka.admin();
    const schemas = new TopicSchemas(settings);
    try {
      await admin.connect();
      if (options.evenMoved !== true) await assertNotMoved(admin, settings);
      const partitions = await partitionsOf(admin, settings);
      for (const one of await checkTopics(admin, settings, partitions)) logger.of('Kafka').warn(wordsOf(one));
      const schemaIds = await schemas.present(logger, signal);
      const areas = await planOf(kafka, admin, settings, partitions.observations.length);
      const log = new KafkaLog(options, { kafka, admin, schemas, schemaIds, partitions, areas });
      await log.#sender.connect();
      return log;
    } catch (cause) {
      await admin.disconnect().catch(() => undefined);
      if (cause instanceof HalcyonError) throw cause;
      const brokers = settings.brokers.join(', ');
      throw new HalcyonError('log_unavailable', `no broker of ${brokers} can be used: ${messageOf(cause)}`, { cause });
    }
  }

  traced(topic: TopicName): TracedTopic {
    return { system: 'kafka', destination: topicInCluster(this.#options.settings, topic) };
  }

  async publish<K extends TopicName>(topic: K, records: readonly LogRecord<TopicRecords[K]>[]): Promise<void> {
    if (this.#closed !== null) throw this.#closed;
    if (records.length === 0) return;
    const placed = encodeRecords(this.#schemaIds[topic], topic, records).map((record) => ({
      ...record,
      partition: record.partition ?? this.partitionOf(topic, record.key),
    }));
    await this.#sender.send(topic, placed);
  }

  /** What `publish` has resolved for is safe already. */
  async flushed(): Promise<void> {}

  async subscribe<K extends TopicName>(
    options: SubscriptionOptions<K>,
    handler: BatchHandler<TopicRecords[K]>,
  ): Promise<Subscription> {
    if (this.#closed !== null) throw this.#closed;
    const { settings, backoff = DEFAULT_BACKOFF, onRejection } = this.#options;
    const logger = this.#options.logger.of('log');
    const shared = (options.read ?? 'shared') === 'shared';
    const group = groupInCluster(settings, options.group, options.topic);
    const groupId = shared ? group : `${group}-${randomUUID()}`;
    const subscription = new KafkaSubscription({
      kafka: this.#kafka,
      admin: this.#admin,
      decode: (messages) => decodeMessages(this.#schemas, options.topic, messages),
      options,
      handler: toldBatches(handler, logger, options),
      logger,
      topic: topicInCluster(settings, options.topic),
      groupId,
      backoff,
      setAside: (partition, message) => this.#setAside(options.topic, partition, message),
      onRejection: (error, attempt) => {
        countRejected(options);
        onRejection?.({ topic: options.topic, group: options.group, error, attempt });
      },
    });
    this.#subscriptions.add(subscription);
    await subscription.start();
    return {
      stop: async () => {
        await subscription.stop();
        this.#subscriptions.delete(subscription);
      },
    };
  }

  partitionOf(topic: TopicName, key: string): number {
    if (this.#areas !== null && isSplit(topic)) return this.#areas.partitionOf(key);
    const partitionMetadata = this.#partitions[topic];
    return this.#partitioner({ topic, partitionMetadata, message: { key, value: null } });
  }

  async beginnings(topic: TopicName): Promise<readonly number[]> {
    const offsets = await this.#offsetsOf(topic);
    return byPartition(offsets.map(({ partition, low }) => [partition, Number(low)]));
  }

  async ends(topic: TopicName): Promise<readonly number[]> {
    const offsets = await this.#offsetsOf(topic);
    return byPartition(offsets.map(({ partition, high }) => [partition, Number(high)]));
  }

  async done(group: string, topic: TopicName): Promise<readonly (number | null)[]> {
    const committed = await this.#committed(group, topic);
    return byPartition(
      committed.map(({ partition, offset }) => [partition, Number(offset) < 0 ? null : Number(offset)]),
    );
  }

  async notes(group: string, topic: TopicName): Promise<readonly string[]> {
    const committed = await this.#committed(group, topic);
    return byPartition(committed.map(({ partition, metadata }) => [partition, metadata ?? '']));
  }

  positions(group: string, topic: TopicName): ReadonlyMap<number, number> {
    const groupId = groupInCluster(this.#options.settings, group, topic);
    const positions = new Map<number, number>();
    for (const subscription of this.#subscriptions) {
      if (subscription.groupId !== groupId) continue;
      for (const [partition, next] of subscription.positions) positions.set(partition, next);
    }
    return positions;
  }

  async commit(
    group: string,
    topic: TopicName,
    partition: number,
    acceptance: { readonly done: number; readonly note: string },
  ): Promise<void> {
    const groupId = groupInCluster(this.#options.settings, group, topic);
    for (const subscription of this.#subscriptions) {
      if (subscription.groupId === groupId) await subscription.commit(partition, acceptance);
    }
  }

  async close(): Promise<void> {
    this.#closed ??= new HalcyonError('interrupted', 'the event log is closed; publish again after the next start');
    this.#sender.end(this.#closed);
    await Promise.allSettled(Array.from(this.#subscriptions, (subscription) => subscription.stop()));
    await Promise.allSettled([this.#sender.disconnect(), this.#admin.disconnect()]);
  }

  async #committed(group: string, topic: TopicName): Promise<FetchOffsetsPartition[]> {
    const { settings } = this.#options;
    const topics = [topicInCluster(settings, topic)];
    const groupId = groupInCluster(settings, group, topic);
    const [found] = await askedAgain(() => this.#admin.fetchOffsets({ groupId, topics }));
    return found?.partitions ?? [];
  }

  #offsetsOf(topic: TopicName): ReturnType<Admin['fetchTopicOffsets']> {
    return askedAgain(() => this.#admin.fetchTopicOffsets(topicInCluster(this.#options.settings, topic)));
  }

  /** What is no record of its topic is kept as it came, and the partition goes on. */
  async #setAside(topic: TopicName, partition: number, { offset, bytes, key, detail }: Undecodable): Promise<void> {
    const source = `log-${topic}`;
    const network = key.split('/', 1)[0] ?? '';
    const fate = { network, source, reason: 'unreadable', detail, received: this.#options.now() } as const;
    const place = `${partition}-${offset}`;
    const mediaType = 'application/vnd.confluent.avro';
    const letter = deadLetterOf({ fields: null, body: bytes, mediaType, context: '', place }, fate);
    await this.publish('dead-letters', [{ key: source, value: letter }]);
    count(METRICS.deadLetters, 1, { source, reason: letter.reason });
  }
}

/** The areas of a log, where its partitions are some. @throws HalcyonError `invalid_configuration` where they are not complete */
async function planOf(
  kafka: Kafka,
  admin: Admin,
  settings: KafkaSettings,
  partitions: number,
): Promise<AreaPlan | null> {
  const areas = await readAreas(kafka, admin, settings);
  if (areas === null) return null;
  if (areas !== 'unfinished' && areas.length === partitions) return new AreaPlan(areas);
  const found = areas === 'unfinished' ? 'not all areas of the log are written' : `the log has ${areas.length} areas`;
  throw new HalcyonError(
    'invalid_configuration',
    `${found}, and ${partitions} partitions: repeat halcyon log deploy --areas with another HALCYON_KAFKA_PREFIX (docs/partitions.md)`,
  );
}

/** Each topic is read by a group of its own, so that members of one need not read all of them. */
export function groupInCluster({ prefix }: KafkaSettings, group: string, topic: TopicName): string {
  return `${prefix}${group}-${topic}`;
}

function byPartition<T>(entries: readonly [number, T][]): T[] {
  return [...entries].sort(([a], [b]) => a - b).map(([, value]) => value);
}
