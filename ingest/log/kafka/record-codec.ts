import type { Schema } from 'avsc';
import { decode, encode } from '../../../schemas/avro/codecs.ts';
import { messageOf } from '../../../schemas/errors.ts';
import type { TopicName, TopicRecords } from '../../../schemas/topics.ts';
import type { DeliveredRecord, LogRecord } from '../event-log.ts';
import { revisionOf } from '../station-record.ts';
import type { FetchedRecord } from './fetched-record.ts';
import type { TopicSchemas } from './schema-registry.ts';
import { type Undecodable, undecodable } from './undecodable.ts';
import { frame, unframe } from './wire-format.ts';

/** A record as the producer takes it. */
export interface EncodedRecord {
  readonly key: string;
  readonly value: Buffer;
  readonly headers?: Record<string, string>;
  readonly partition?: number;
}

/** Encodes records with the present schema of their topic, which the registry knows by `schemaId`. */
export function encodeRecords<K extends TopicName>(
  schemaId: number,
  topic: K,
  records: readonly LogRecord<TopicRecords[K]>[],
): EncodedRecord[] {
  return records.map(({ key, value, headers, partition }) => ({
    key,
    value: frame(schemaId, encode(topic, value)),
    ...(headers !== undefined && { headers: { ...headers } }),
    ...(partition !== undefined && { partition }),
  }));
}

/**
 * The records of messages, in their order; what cannot be read is said, never thrown.
 *
 * @throws HalcyonError `log_unavailable` where the registry does not answer: the messages may be good
 */
export async function decodeMessages<K extends TopicName>(
  schemas: TopicSchemas,
  topic: K,
  messages: readonly FetchedRecord[],
): Promise<(DeliveredRecord<TopicRecords[K]> | Undecodable)[]> {
  const outcomes: (DeliveredRecord<TopicRecords[K]> | Undecodable)[] = [];
  for (const message of messages) {
    const framed = unframe(message.value);
    if (framed === null) {
      outcomes.push(
        undecodable(message, "the message does not begin with a zero byte and a schema's id (Confluent wire format)"),
      );
      continue;
    }
    const { schemaId, record } = framed;
    // Nothing is waited for but a schema that comes for the first time: a batch has thousands of messages.
    const writer = schemas.known(schemaId) ?? (await schemas.writer(schemaId));
    if (writer === null) outcomes.push(undecodable(message, `the registry has no schema with the id ${schemaId}`));
    else outcomes.push(decodeMessage(topic, message, schemaId, record, writer));
  }
  return outcomes;
}

function decodeMessage<K extends TopicName>(
  topic: K,
  message: FetchedRecord,
  schemaId: number,
  record: Buffer,
  writer: Schema,
): DeliveredRecord<TopicRecords[K]> | Undecodable {
  try {
    const appended = message.timestamp;
    const headers = headersOf(message);
    const value = receivedByTheLog(topic, decode(topic, record, writer), appended + revisionOf(headers.headers));
    return {
      key: message.key?.toString('utf8') ?? '',
      value,
      offset: message.offset,
      appended,
      ...headers,
    };
  } catch (error) {
    return undecodable(message, `${messageOf(error)} (schema ${schemaId})`);
  }
}

/**
 * Several feeds take observations in, and their clocks may disagree: of two revisions of one the later in the log counts,
 * for the windows and for the store, so that the log says when each was received.
 */
function receivedByTheLog<K extends TopicName>(topic: K, value: TopicRecords[K], received: number): TopicRecords[K] {
  return topic === 'observations' ? { ...value, received } : value;
}

function headersOf({ headers }: FetchedRecord): { headers?: Record<string, string> } {
  if (headers === undefined || Object.keys(headers).length === 0) return {};
  return { headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)])) };
}
