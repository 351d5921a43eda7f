import type { Kafka } from 'kafkajs';
import { RecordBatch } from './fetched-record.ts';

/** A request as the client makes it, and how it reads the answer. */
interface Asked {
  readonly request: { readonly apiVersion: number };
  readonly response: { decode(answer: Buffer): Promise<unknown> };
}

/** A broker as the client has it. */
interface Broker {
  lookupRequest: (key: number, definition: unknown) => (request: unknown) => Asked;
  fetch(request: unknown): Promise<unknown>;
}

/** What a consumer asks for its brokers. */
interface Cluster {
  findBroker(which: unknown): Promise<Broker>;
}

/** The version of a fetch that is read here: the newest of the client, which brokers speak since Kafka 2.3. */
const FETCH_VERSION = 11;

/**
 * A client whose consumers deliver whole batches of records, a `RecordBatch` in place of the messages in it: of each message
 * the client makes a dozen objects and big integers, which costs more than judging what it says. Where its inside is not as
 * expected, or an answer is, the client makes messages as ever.
 */
export function deliveringWholeBatches(kafka: Kafka): Kafka {
  const inside = kafka as unknown as Record<symbol, (options: unknown) => Cluster>;
  const creating = Object.getOwnPropertySymbols(kafka).find(({ description }) =>
    /createCluster$/.test(description ?? ''),
  );
  if (creating === undefined) return kafka;
  const create = (options: unknown): Cluster => {
    const cluster = inside[creating](options);
    const find = cluster.findBroker.bind(cluster);
    cluster.findBroker = async (which) => readingBatches(await find(which));
    return cluster;
  };
  return Object.create(kafka, { [creating]: { value: create } }) as Kafka;
}

/** A broker of one consumer: its fetches are read as batches, and nothing else of it is another. */
function readingBatches(broker: Broker): Broker {
  if (Object.hasOwn(broker, 'fetch')) return broker;
  const { fetch } = broker;
  broker.fetch = (request) => {
    const lookupRequest: Broker['lookupRequest'] = (key, definition) => {
      const ask = broker.lookupRequest(key, definition);
      return (content) => {
        const asked = ask(content);
        if (asked.request.apiVersion !== FETCH_VERSION) return asked;
        const decode = async (answer: Buffer) => readFetch(answer) ?? asked.response.decode(answer);
        return { ...asked, response: { ...asked.response, decode } };
      };
    };
    return fetch.call(Object.create(broker, { lookupRequest: { value: lookupRequest } }), request);
  };
  return broker;
}

/**
 * What the brokers answer to a fetch, in the form that the client has for it.
 *
 * @returns null where it holds what only the client reads: compressed or old batches, transactions that were given up
 */
export function readFetch(answer: Buffer): object | null {
  const reader = new Fields(answer);
  const clientSideThrottleTime = reader.int32();
  const errorCode = reader.int16();
  const sessionId = reader.int32();
  const responses: object[] = [];
  for (let topics = reader.int32(); topics > 0; topics--) {
    const topicName = reader.take(reader.int16()).toString();
    const partitions: object[] = [];
    for (let left = reader.int32(); left > 0; left--) {
      const head = {
        partition: reader.int32(),
        errorCode: reader.int16(),
        highWatermark: reader.int64(),
        lastStableOffset: reader.int64(),
        lastStartOffset: reader.int64(),
      };
      if (reader.int32() > 0) return null;
      const preferredReadReplica = reader.int32();
      const messages = RecordBatch.all(reader.take(Math.max(0, reader.int32())));
      if (messages === null) return null;
      partitions.push({ ...head, abortedTransactions: [], preferredReadReplica, messages });
    }
    responses.push({ topicName, partitions });
  }
  return { throttleTime: 0, clientSideThrottleTime, errorCode, sessionId, responses };
}

/** Reads the fields of an answer one after the other. */
class Fields {
  readonly #bytes: Buffer;
  #at = 0;

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
  }

  int16(): number {
    this.#at += 2;
    return this.#bytes.readInt16BE(this.#at - 2);
  }

  int32(): number {
    this.#at += 4;
    return this.#bytes.readInt32BE(this.#at - 4);
  }

  /** As the client has integers of 64 bits. */
  int64(): string {
    this.#at += 8;
    return String(this.#bytes.readBigInt64BE(this.#at - 8));
  }

  take(length: number): Buffer {
    this.#at += length;
    return this.#bytes.subarray(this.#at - length, this.#at);
  }
}
