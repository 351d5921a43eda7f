import { setTimeout as sleep } from 'node:timers/promises';
import kafkajs, { type Kafka, type Producer } from 'kafkajs';
import { HalcyonError, messageOf } from '../../../schemas/errors.ts';
import type { Logger } from '../../../schemas/logger.ts';
import { count } from '../../../schemas/telemetry/instruments.ts';
import { METRICS } from '../../../schemas/telemetry/metric-table.ts';
import type { TopicName } from '../../../schemas/topics.ts';
import { Gathering } from '../gathering.ts';
import { RETRY } from './kafka-client.ts';
import type { KafkaSettings } from './kafka-settings.ts';
import type { EncodedRecord } from './record-codec.ts';
import { unacknowledged } from './unacknowledged.ts';

/** What records are sent with. */
export interface RecordSenderDependencies {
  readonly kafka: Kafka;
  /** Name of a topic in the cluster. */
  readonly inCluster: (topic: TopicName) => string;
  readonly compression: KafkaSettings['compression'];
  /** One line for the operator. */
  readonly logger: Logger;
}

/** A record that knows its partition. */
export type PlacedRecord = EncodedRecord & { readonly partition: number };

/** Largest request to the brokers [bytes of records]: below the 1 MiB that a broker takes by default. */
const SEND_BYTES = 700 * 1024;
/** Records of several publications that are sent one after the other without a pause. */
const MOST_RECORDS = 10_000;

/**
 * Sends records until the brokers have them. Publications of one topic that come while a request is under way go together in
 * the next: the partitions of a group are worked on side by side, and a request costs much the same for one or for all.
 */
export class RecordSender {
  readonly #dependencies: RecordSenderDependencies;
  readonly #gatherings = new Map<TopicName, Gathering<PlacedRecord>>();
  #producer: Producer;
  #ended: HalcyonError | null = null;

  constructor(dependencies: RecordSenderDependencies) {
    this.#dependencies = dependencies;
    this.#producer = this.#newProducer();
  }

  /** Connects to the brokers. */
  connect(): Promise<void> {
    return this.#producer.connect();
  }

  /**
   * Resolves when all replicas in sync have the records.
   *
   * @throws HalcyonError `log_unavailable` where the brokers refuse them for good, the reason of `end` after it
   */
  async send(topic: TopicName, records: readonly PlacedRecord[]): Promise<void> {
    if (this.#ended !== null) throw this.#ended;
    let gathering = this.#gatherings.get(topic);
    if (gathering === undefined) {
      const write = (all: readonly PlacedRecord[]) => this.#sendAll(topic, all);
      // Of what is refused the brokers say not which record it was.
      const apart = (error: unknown) => error instanceof HalcyonError && error.code === 'log_unavailable';
      gathering = new Gathering({ write, most: MOST_RECORDS, apart });
      this.#gatherings.set(topic, gathering);
    }
    await gathering.add(records);
  }

  /** From here on what the brokers do not take at once is given up: `send` rejects with the reason. */
  end(reason: HalcyonError): void {
    this.#ended ??= reason;
  }

  /** Leaves the brokers; after `end`. */
  disconnect(): Promise<void> {
    return this.#producer.disconnect();
  }

  #newProducer(): Producer {
    return this.#dependencies.kafka.producer({
      idempotent: true,
      maxInFlightRequests: 1,
      allowAutoTopicCreation: false,
      retry: RETRY,
      createPartitioner: kafkajs.Partitioners.DefaultPartitioner,
    });
  }

  async #sendAll(topic: TopicName, records: readonly PlacedRecord[]): Promise<void> {
    for (const piece of pieces(records)) {
      await this.#sendPiece(this.#dependencies.inCluster(topic), piece);
      count(METRICS.publishedRecords, piece.length, { topic });
      const bytes = piece.reduce((sum, record) => sum + sizeOf(record), 0);
      count(METRICS.publishedBytes, bytes, { topic });
    }
  }

  /** An outage may last longer than the client's own retries, and what counts is that each partition was acknowledged. */
  async #sendPiece(topic: string, piece: PlacedRecord[]): Promise<void> {
    let messages = piece;
    const { logger } = this.#dependencies;
    const compression =
      this.#dependencies.compression === 'gzip' ? kafkajs.CompressionTypes.GZIP : kafkajs.CompressionTypes.None;
    for (let attempt = 1; ; attempt++) {
      if (this.#ended !== null) throw this.#ended;
      const producer = this.#producer;
      try {
        const taken = await producer.send({ topic, messages, acks: -1, compression });
        messages = unacknowledged(messages, taken);
        if (messages.length === 0) return;
        logger.of('Kafka').warn(`${messages.length} records for ${topic} were left out, sending them again`, { topic });
      } catch (cause) {
        if (this.#ended !== null) throw this.#ended;
        if (refused(cause)) {
          throw new HalcyonError('log_unavailable', `the brokers refuse records for ${topic}: ${messageOf(cause)}`, {
            cause,
          });
        }
        if (attempt === 1)
          logger.of('Kafka').warn(`records for ${topic} cannot be sent, trying again`, { topic, cause });
        await this.#renew(producer);
        await sleep(RETRY.maxRetryTime);
      }
    }
  }

  /** A producer that gave up may not know which of its sequence numbers the brokers have seen: a new one begins anew. */
  async #renew(spent: Producer): Promise<void> {
    if (this.#producer !== spent || this.#ended !== null) return;
    this.#producer = this.#newProducer();
    await Promise.allSettled([spent.disconnect(), this.#producer.connect()]);
  }
}

/** True where sending again cannot help. */
function refused(error: unknown): boolean {
  const { type } = error as { type?: unknown };
  return (
    typeof type === 'string' &&
    [
      'MESSAGE_TOO_LARGE',
      'RECORD_LIST_TOO_LARGE',
      'TOPIC_AUTHORIZATION_FAILED',
      'CLUSTER_AUTHORIZATION_FAILED',
    ].includes(type)
  );
}

/** Size of a record without what the request puts around it [bytes]. */
function sizeOf({ key, value }: EncodedRecord): number {
  return key.length + value.length;
}

/** Cuts records into requests that a broker takes; one that is larger by itself goes alone. */
function* pieces(records: readonly PlacedRecord[]): Generator<PlacedRecord[]> {
  let piece: PlacedRecord[] = [];
  let bytes = 0;
  for (const record of records) {
    const size = sizeOf(record);
    if (piece.length > 0 && bytes + size > SEND_BYTES) {
      yield piece;
      piece = [];
      bytes = 0;
    }
    piece.push(record);
    bytes += size;
  }
  if (piece.length > 0) yield piece;
}
