import { crc32 } from 'node:zlib';
import type { DeliveredRecord, LogRecord } from '../../../ingest/log/event-log.ts';
import { decode, encode } from '../../../schemas/avro/codecs.ts';
import type { TopicName, TopicRecords } from '../../../schemas/topics.ts';

/** A frame: length of the body and its checksum (32 bits each), then when it was appended, lengths of key and headers, these, the record. */
const HEAD_BYTES = 8;
const BODY_HEAD_BYTES = 12;

/** Records as a segment has them, each with its record in Avro's encoding as on Kafka. @param appended ms since the epoch */
export function framesOf<K extends TopicName>(
  topic: K,
  records: readonly LogRecord<TopicRecords[K]>[],
  appended: number,
): Buffer[] {
  return records.map(({ key, value, headers }) => {
    const record = encode(topic, value);
    const headersText = headers === undefined ? '' : JSON.stringify(headers);
    const keyBytes = Buffer.byteLength(key);
    const headersBytes = Buffer.byteLength(headersText);
    const body = BODY_HEAD_BYTES + keyBytes + headersBytes + record.length;
    const frame = Buffer.allocUnsafe(HEAD_BYTES + body);
    frame.writeDoubleLE(appended, HEAD_BYTES);
    frame.writeUInt16LE(keyBytes, HEAD_BYTES + 8);
    frame.writeUInt16LE(headersBytes, HEAD_BYTES + 10);
    let at = HEAD_BYTES + BODY_HEAD_BYTES;
    at += frame.write(key, at);
    at += frame.write(headersText, at);
    record.copy(frame, at);
    frame.writeUInt32LE(body, 0);
    frame.writeUInt32LE(crc32(frame.subarray(HEAD_BYTES)), 4);
    return frame;
  });
}

/** Bytes of the frame that begins at `at`; 0 where the bytes end within it or it is not whole. */
export function frameAt(bytes: Buffer, at: number): number {
  if (at + HEAD_BYTES > bytes.length) return 0;
  const end = at + HEAD_BYTES + bytes.readUInt32LE(at);
  if (end > bytes.length || end < at + HEAD_BYTES + BODY_HEAD_BYTES) return 0;
  return crc32(bytes.subarray(at + HEAD_BYTES, end)) === bytes.readUInt32LE(at + 4) ? end - at : 0;
}

/** The record of a whole frame. */
export function recordAt<K extends TopicName>(
  topic: K,
  bytes: Buffer,
  at: number,
  offset: number,
): DeliveredRecord<TopicRecords[K]> {
  const end = at + HEAD_BYTES + bytes.readUInt32LE(at);
  const key = at + HEAD_BYTES + BODY_HEAD_BYTES;
  const headers = key + bytes.readUInt16LE(at + HEAD_BYTES + 8);
  const record = headers + bytes.readUInt16LE(at + HEAD_BYTES + 10);
  const text = bytes.toString('utf8', headers, record);
  return {
    key: bytes.toString('utf8', key, headers),
    value: decode(topic, bytes.subarray(record, end)),
    offset,
    appended: bytes.readDoubleLE(at + HEAD_BYTES),
    ...(text !== '' && { headers: JSON.parse(text) as Record<string, string> }),
  };
}
