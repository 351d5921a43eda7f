import type { KafkaMessage } from 'kafkajs';

/** A record of a fetch, read where the fetch has it: nothing is copied, and what nobody asks for is not made. */
export interface FetchedRecord {
  readonly offset: number;
  /** ms since the epoch. */
  readonly timestamp: number;
  readonly key: Buffer | null;
  readonly value: Buffer | null;
  readonly headers: KafkaMessage['headers'];
  /** Bytes of key and value. */
  readonly bytes: number;
}

/** Bytes before the records of a batch: offsets, length, checksum, times, producer. */
const HEADER_BYTES = 61;
/** Bytes that are no part of the length a batch says of itself: its first offset and the length. */
const LENGTH_END = 12;
const MAGIC_AT = 16;
const MAGIC = 2;
const ATTRIBUTES_AT = 21;
const COMPRESSION = 0x7;
const LOG_APPEND_TIME = 0x8;
const CONTROL = 0x20;

/**
 * A batch of records as the brokers keep it (format 2 of Kafka, not compressed), in place of the messages that the client
 * would make of it. The client itself asks of a message only its offset and whether it is one of its own.
 */
export class RecordBatch {
  /** Offset of the last record, which may be gone from a compacted topic, as the client has offsets. */
  readonly offset: string;
  /** True for marks of transactions, which are no records. */
  readonly isControlRecord: boolean;
  readonly #bytes: Buffer;

  private constructor(bytes: Buffer) {
    this.#bytes = bytes;
    this.offset = String(bytes.readBigInt64BE(0) + BigInt(bytes.readInt32BE(23)));
    this.isControlRecord = (bytes[ATTRIBUTES_AT + 1] & CONTROL) !== 0;
  }

  /**
   * The batches of what was fetched of a partition; one that is not all there is left out, as it is fetched again.
   *
   * @returns null where one is compressed or of an older format
   */
  static all(fetched: Buffer): RecordBatch[] | null {
    const batches: RecordBatch[] = [];
    for (let at = 0; fetched.length - at >= HEADER_BYTES; ) {
      const end = at + LENGTH_END + fetched.readInt32BE(at + LENGTH_END - 4);
      const compressed = (fetched[at + ATTRIBUTES_AT + 1] & COMPRESSION) !== 0;
      if (fetched[at + MAGIC_AT] !== MAGIC || compressed || end < at + HEADER_BYTES) return null;
      if (end > fetched.length) break;
      batches.push(new RecordBatch(fetched.subarray(at, end)));
      at = end;
    }
    return batches;
  }

  /** Adds the records from an offset on to `into`, in their order. */
  read(from: number, into: FetchedRecord[]): void {
    const bytes = this.#bytes;
    const first = Number(bytes.readBigInt64BE(0));
    const appended = (bytes[ATTRIBUTES_AT + 1] & LOG_APPEND_TIME) !== 0;
    const [firstTime, lastTime] = [Number(bytes.readBigInt64BE(27)), Number(bytes.readBigInt64BE(35))];
    const reader = new VariableInts(bytes, HEADER_BYTES);
    for (let left = bytes.readInt32BE(HEADER_BYTES - 4); left > 0; left--) {
      const length = reader.next();
      const end = reader.at + length;
      // A byte of attributes that nothing uses.
      reader.at++;
      const time = reader.next();
      const offset = first + reader.next();
      if (offset >= from) into.push(new ReadRecord(offset, appended ? lastTime : firstTime + time, bytes, reader));
      reader.at = end;
    }
  }
}

/** A record as it lies in its batch. */
class ReadRecord implements FetchedRecord {
  readonly offset: number;
  readonly timestamp: number;
  readonly #bytes: Buffer;
  readonly #keyAt: number;
  readonly #keyLength: number;
  readonly #valueAt: number;
  readonly #valueLength: number;

  /** @param reader before the length of the key */
  constructor(offset: number, timestamp: number, bytes: Buffer, reader: VariableInts) {
    this.offset = offset;
    this.timestamp = timestamp;
    this.#bytes = bytes;
    this.#keyLength = reader.next();
    this.#keyAt = reader.at;
    reader.at += Math.max(0, this.#keyLength);
    this.#valueLength = reader.next();
    this.#valueAt = reader.at;
  }

  get key(): Buffer | null {
    return this.#keyLength < 0 ? null : this.#bytes.subarray(this.#keyAt, this.#keyAt + this.#keyLength);
  }

  get value(): Buffer | null {
    return this.#valueLength < 0 ? null : this.#bytes.subarray(this.#valueAt, this.#valueAt + this.#valueLength);
  }

  get bytes(): number {
    return Math.max(0, this.#keyLength) + Math.max(0, this.#valueLength);
  }

  get headers(): KafkaMessage['headers'] {
    const reader = new VariableInts(this.#bytes, this.#valueAt + Math.max(0, this.#valueLength));
    let left = reader.next();
    if (left === 0) return undefined;
    const headers = Object.create(null) as NonNullable<KafkaMessage['headers']>;
    for (; left > 0; left--) {
      const name = reader.take(reader.next()).toString();
      const value = reader.take(Math.max(0, reader.next()));
      const before = headers[name];
      headers[name] = before === undefined ? value : [before, value].flat();
    }
    return headers;
  }
}

/** Reads integers of variable length, one after the other. */
class VariableInts {
  at: number;
  readonly #bytes: Buffer;

  constructor(bytes: Buffer, at: number) {
    this.#bytes = bytes;
    this.at = at;
  }

  /** The next integer; exact up to 2^53. */
  next(): number {
    const bytes = this.#bytes;
    let byte = bytes[this.at++];
    if (byte < 0x80) return (byte >>> 1) ^ -(byte & 1);
    let value = byte & 0x7f;
    for (let unit = 0x80; byte >= 0x80; unit *= 0x80) {
      byte = bytes[this.at++];
      value += (byte & 0x7f) * unit;
    }
    return value % 2 === 0 ? value / 2 : -(value + 1) / 2;
  }

  /** The bytes that follow. */
  take(length: number): Buffer {
    const taken = this.#bytes.subarray(this.at, this.at + length);
    this.at += length;
    return taken;
  }
}

/** The records of what the client delivers, from an offset on: batches where they came whole, else messages that it made. */
export function recordsOf(messages: readonly (KafkaMessage | RecordBatch)[], from: number): FetchedRecord[] {
  const records: FetchedRecord[] = [];
  for (const message of messages) {
    if (message instanceof RecordBatch) message.read(from, records);
    else if (Number(message.offset) >= from) records.push(recordOf(message));
  }
  return records;
}

function recordOf({ offset, timestamp, key, value, headers }: KafkaMessage): FetchedRecord {
  const bytes = (key?.length ?? 0) + (value?.length ?? 0);
  return { offset: Number(offset), timestamp: Number(timestamp), key, value, headers, bytes };
}
