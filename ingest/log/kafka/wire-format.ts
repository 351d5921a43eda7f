/** Confluent's wire format: a zero byte, the schema's id (32 bit, big endian), then the record in Avro's binary encoding. */
const MAGIC = 0;
const HEADER_BYTES = 5;

/** Puts the header in front of an encoded record. */
export function frame(schemaId: number, record: Buffer): Buffer {
  const framed = Buffer.allocUnsafe(HEADER_BYTES + record.length);
  framed[0] = MAGIC;
  framed.writeInt32BE(schemaId, 1);
  record.copy(framed, HEADER_BYTES);
  return framed;
}

/** Schema id and encoded record of a message; null where it does not begin with the header. */
export function unframe(message: Buffer | null): { readonly schemaId: number; readonly record: Buffer } | null {
  if (message === null || message.length < HEADER_BYTES || message[0] !== MAGIC) return null;
  return { schemaId: message.readInt32BE(1), record: message.subarray(HEADER_BYTES) };
}
