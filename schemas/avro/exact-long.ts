import avsc, { type Schema, type Type } from 'avsc';

const HALF = 2 ** 32;

/**
 * Avro's long as a number, exact for every safe integer; avsc's own is exact only up to 2^52. What JavaScript's numbers
 * cannot hold is refused instead of rounded.
 */
const EXACT_LONG = avsc.types.LongType.__with({
  fromBuffer: (bytes: Buffer) => {
    const value = bytes.readInt32LE(4) * HALF + bytes.readUInt32LE(0);
    if (!Number.isSafeInteger(value)) throw new RangeError('a 64-bit whole number is too large to be read exactly');
    return value;
  },
  toBuffer: (value: number) => {
    const bytes = Buffer.allocUnsafe(8);
    const high = Math.floor(value / HALF);
    bytes.writeUInt32LE(value - high * HALF, 0);
    bytes.writeInt32LE(high, 4);
    return bytes;
  },
  fromJSON: Number,
  toJSON: Number,
  isValid: Number.isSafeInteger,
  compare: (a: number, b: number) => Math.sign(a - b),
});

/** The type of a schema, with longs that are exact. @throws Error where it is no schema */
export function typeOf(schema: Schema): Type {
  return avsc.Type.forSchema(schema, { typeHook: (part) => (isLong(part) ? EXACT_LONG : undefined) });
}

/** Also a long with a logical type, such as timestamp-millis. */
function isLong(part: Schema): boolean {
  return part === 'long' || (typeof part === 'object' && 'type' in part && part.type === 'long');
}
