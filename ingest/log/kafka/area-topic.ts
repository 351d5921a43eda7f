import { randomUUID } from 'node:crypto';
import type { Admin, Kafka, KafkaMessage } from 'kafkajs';
import { HalcyonError } from '../../../schemas/errors.ts';
import { type Areas, stationsIn } from './areas/parted-areas.ts';
import { RETRY } from './kafka-client.ts';
import type { KafkaSettings } from './kafka-settings.ts';

/** Digests of a record: below the 1 MiB that a broker takes by default. */
const DIGESTS_A_RECORD = 50_000;
const DIGEST_BYTES = Float64Array.BYTES_PER_ELEMENT;
/** Key of the record that tells of those after it; theirs are the id that it gives and the partition. */
const HEADER = 'areas';

/** What the first record says of those that follow. */
interface Header {
  readonly id: string;
  readonly partitions: number;
  readonly stations: number;
}

/** A topic beside the others, which only a log has whose partitions are areas. */
function topicOf({ prefix }: KafkaSettings): string {
  return `${prefix}areas`;
}

/**
 * Writes which station is in which area, for good. What was begun before and not finished does not count any more.
 *
 * @throws the client's error where the brokers do not take it
 */
export async function writeAreas(kafka: Kafka, admin: Admin, settings: KafkaSettings, areas: Areas): Promise<void> {
  const topic = topicOf(settings);
  if (!(await admin.listTopics()).includes(topic)) {
    const configEntries = [{ name: 'cleanup.policy', value: 'delete' }];
    configEntries.push({ name: 'retention.ms', value: '-1' }, { name: 'retention.bytes', value: '-1' });
    const created = { topic, numPartitions: 1, replicationFactor: settings.replication, configEntries };
    await admin.createTopics({ topics: [created], waitForLeaders: false });
  }
  const header: Header = { id: randomUUID(), partitions: areas.length, stations: stationsIn(areas) };
  const producer = kafka.producer({ idempotent: true, maxInFlightRequests: 1, retry: RETRY });
  await producer.connect();
  try {
    const send = (key: string, value: string | Buffer) =>
      producer.send({ topic, messages: [{ key, value, partition: 0 }], acks: -1 });
    await send(HEADER, JSON.stringify(header));
    for (const [partition, digests] of areas.entries()) {
      for (let from = 0; from < digests.length; from += DIGESTS_A_RECORD) {
        const some = digests.subarray(from, from + DIGESTS_A_RECORD);
        const value = Buffer.alloc(some.length * DIGEST_BYTES);
        for (const [k, digest] of some.entries()) value.writeDoubleLE(digest, k * DIGEST_BYTES);
        await send(`${header.id}/${partition}`, value);
      }
    }
  } finally {
    await producer.disconnect();
  }
}

/**
 * Reads the areas of a log.
 *
 * @returns null where its partitions are none, `unfinished` where not all of them were written
 * @throws HalcyonError `invalid_configuration` where somebody else wrote into the topic
 */
export async function readAreas(
  kafka: Kafka,
  admin: Admin,
  settings: KafkaSettings,
): Promise<Areas | 'unfinished' | null> {
  const topic = topicOf(settings);
  if (!(await admin.listTopics()).includes(topic)) return null;
  const [{ low, high }] = await admin.fetchTopicOffsets(topic);
  if (low === high) return 'unfinished';
  const reading = new ReadAreas();
  const consumer = kafka.consumer({ groupId: `${topic}-${randomUUID()}`, retry: RETRY });
  await consumer.connect();
  try {
    await consumer.subscribe({ topics: [topic], fromBeginning: true });
    await new Promise<void>((resolve, reject) => {
      consumer.on(consumer.events.CRASH, ({ payload: { error, restart } }) => {
        if (!restart) reject(error);
      });
      const eachMessage = async ({ message }: { message: KafkaMessage }) => {
        try {
          reading.take(message);
        } catch (error) {
          reject(error as Error);
        }
        if (BigInt(message.offset) + 1n >= BigInt(high)) resolve();
      };
      consumer.run({ autoCommit: false, eachMessage }).catch(reject);
    });
  } finally {
    await consumer.disconnect();
  }
  return reading.areas ?? 'unfinished';
}

/** What was read of the topic so far. */
class ReadAreas {
  #header: Header | null = null;
  #parts: Float64Array[][] = [];
  #stations = 0;

  /** The areas that were begun last; null where some of their stations are missing. */
  get areas(): Areas | null {
    if (this.#header === null || this.#stations !== this.#header.stations) return null;
    return this.#parts.map((parts) => {
      const digests = new Float64Array(parts.reduce((sum, { length }) => sum + length, 0));
      let at = 0;
      for (const part of parts) {
        digests.set(part, at);
        at += part.length;
      }
      return digests;
    });
  }

  take({ key, value, offset }: KafkaMessage): void {
    const name = key?.toString() ?? '';
    if (name === HEADER) {
      this.#header = headerIn(value, offset);
      this.#parts = Array.from({ length: this.#header.partitions }, () => []);
      this.#stations = 0;
      return;
    }
    const [id, partition] = name.split('/');
    // Another process began anew meanwhile.
    if (this.#header === null || id !== this.#header.id) return;
    const part = this.#parts[Number(partition)];
    if (part === undefined || value === null || value.length % DIGEST_BYTES !== 0) throw broken(offset);
    const digests = new Float64Array(value.length / DIGEST_BYTES);
    for (const k of digests.keys()) digests[k] = value.readDoubleLE(k * DIGEST_BYTES);
    part.push(digests);
    this.#stations += digests.length;
  }
}

function headerIn(value: Buffer | null, offset: string): Header {
  try {
    const { id, partitions, stations } = JSON.parse(value?.toString() ?? '') as Partial<Header>;
    if (typeof id === 'string' && Number.isSafeInteger(partitions) && Number.isSafeInteger(stations)) {
      return { id, partitions: Number(partitions), stations: Number(stations) };
    }
  } catch {
    // What is no JSON is told as what is no header.
  }
  throw broken(offset);
}

function broken(offset: string): HalcyonError {
  return new HalcyonError(
    'invalid_configuration',
    `record ${offset} of the topic of areas is not as halcyon log deploy writes it: the log has to be made anew with another HALCYON_KAFKA_PREFIX (docs/partitions.md)`,
  );
}
