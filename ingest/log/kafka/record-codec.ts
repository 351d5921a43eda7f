import type { KafkaMessage } from 'kafkajs';
import { decode, encode } from '../../../schemas/avro/codecs.ts';
import { messageOf } from '../../../schemas/errors.ts';
import type { TopicName, TopicRecords } from '../../../schemas/topics.ts';
import type { DeliveredRecord, LogRecord } from '../event-log.ts';
import { revisionOf } from '../revision-header.ts';
import type { TopicSchemas } from './schema-registry.ts';
import { frame, unframe } from './wire-format.ts';

/** A message that is no record of its topic. */
export interface Undecodable {
  readonly offset: number;
  readonly bytes: Buffer;
  readonly key: string;
  /** In words: why not. */
  readonly detail: string;
}

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
 * The record of a message; what cannot be read is said, never thrown.
 *
 * @throws HalcyonError `log_unavailable` where the registry does not answer: the message may be good
 */
export async function decodeMessage<K extends TopicName>(
  schemas: TopicSchemas,
  topic: K,
  message: KafkaMessage,
): Promise<DeliveredRecord<TopicRecords[K]> | Undecodable> {
  const offset = Number(message.offset);
  const key = message.key?.toString('utf8') ?? '';
  const bytes = message.value ?? Buffer.alloc(0);
  const framed = unframe(message.value);
  const not = (detail: string): Undecodable => ({ offset, bytes, key, detail });
  if (framed === null)
    return not("the message does not begin with a zero byte and a schema's id (Confluent wire format)");
  const writer = schemas.known(framed.schemaId) ?? (await schemas.writer(framed.schemaId));
  if (writer === null) return not(`the registry has no schema with the id ${framed.schemaId}`);
  try {
    const appended = Number(message.timestamp);
    const headers = headersOf(message);
    const value = receivedByTheLog(topic, decode(topic, framed.record, writer), appended + revisionOf(headers.headers));
    return { key, value, offset, appended, ...headers };
  } catch (error) {
    return not(`${messageOf(error)} (schema ${framed.schemaId})`);
  }
}

/** True where a message was no record of its topic. */
export function isUndecodable(outcome: object): outcome is Undecodable {
  return 'detail' in outcome;
}

/**
 * Several feeds take observations in, and their clocks may disagree: of two revisions of one the later in the log counts,
 * for the windows and for the store, so that the log says when each was received.
 */
function receivedByTheLog<K extends TopicName>(topic: K, value: TopicRecords[K], received: number): TopicRecords[K] {
  return topic === 'observations' ? { ...value, received } : value;
}

function headersOf({ headers }: KafkaMessage): { headers?: Record<string, string> } {
  if (headers === undefined || Object.keys(headers).length === 0) return {};
  return { headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)])) };
}
