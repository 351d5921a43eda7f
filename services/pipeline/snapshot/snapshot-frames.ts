import { type FileHandle, open } from 'node:fs/promises';
import { crc32 } from 'node:zlib';

/** Arrays of a frame, by type as it is written. */
const ARRAYS = { Float32Array, Float64Array, Int16Array, Int32Array, Uint8Array };
type ArrayType = keyof typeof ARRAYS;
type FrameArray = Float32Array | Float64Array | Int16Array | Int32Array | Uint8Array;

/** What a frame says of itself, as JSON, and the arrays that come with it. */
export interface Frame {
  readonly head: unknown;
  readonly arrays: readonly FrameArray[];
}

/** The file is no whole snapshot of this version. */
export class DamagedSnapshot extends Error {}

/** Begins every frame; it reads otherwise on a machine that has the bytes of a number in the other order. */
const MAGIC = 0x48_61_6c_31;
/** Four numbers of four bytes: MAGIC, length of the head, length of the arrays, CRC-32 of both. */
const PREFIX = 16;
/** Where typed arrays may begin. */
const ALIGNED = 8;
/** No frame is longer; what says that it is, is damaged [bytes]. */
const LONGEST = 2 ** 28;

interface WrittenHead {
  readonly head: unknown;
  readonly arrays: readonly { readonly type: ArrayType; readonly length: number }[];
}

/** The bytes of a frame. */
export function frameBytes({ head, arrays }: Frame): Uint8Array {
  const types = arrays.map((array) => ({ type: array.constructor.name as ArrayType, length: array.length }));
  const text = Buffer.from(JSON.stringify({ head, arrays: types } satisfies WrittenHead));
  let length = padded(text.length);
  for (const array of arrays) length += padded(array.byteLength);
  const bytes = Buffer.alloc(PREFIX + length);
  text.copy(bytes, PREFIX);
  let at = PREFIX + padded(text.length);
  for (const array of arrays) {
    bytes.set(new Uint8Array(array.buffer, array.byteOffset, array.byteLength), at);
    at += padded(array.byteLength);
  }
  const prefix = Uint32Array.of(MAGIC, text.length, length - padded(text.length), crc32(bytes.subarray(PREFIX)));
  bytes.set(new Uint8Array(prefix.buffer));
  return bytes;
}

/**
 * The frames of a file, one after the other.
 *
 * @throws DamagedSnapshot where the file ends in the middle of one, or one is not as it was written; what the file system says
 */
export async function* readFrames(path: string): AsyncGenerator<Frame> {
  const file = await open(path, 'r');
  try {
    for (let prefix = await read(file, PREFIX, true); prefix !== null; prefix = await read(file, PREFIX, true)) {
      const [magic, textLength, arraysLength, crc] = new Uint32Array(prefix);
      if (magic !== MAGIC || textLength + arraysLength > LONGEST) throw new DamagedSnapshot('no frame begins');
      const bytes = await read(file, padded(textLength) + arraysLength, false);
      if (crc32(new Uint8Array(bytes)) !== crc) throw new DamagedSnapshot('a checksum differs');
      yield frameOf(bytes, textLength);
    }
  } finally {
    await file.close();
  }
}

function frameOf(bytes: ArrayBuffer, textLength: number): Frame {
  const { head, arrays } = JSON.parse(Buffer.from(bytes, 0, textLength).toString()) as WrittenHead;
  let at = padded(textLength);
  const taken = arrays.map(({ type, length }) => {
    const array = new ARRAYS[type](bytes, at, length);
    at += padded(array.byteLength);
    return array;
  });
  return { head, arrays: taken };
}

/** The next bytes of a file; null where it has ended and may. */
async function read(file: FileHandle, length: number, mayEnd: true): Promise<ArrayBuffer | null>;
async function read(file: FileHandle, length: number, mayEnd: boolean): Promise<ArrayBuffer>;
async function read(file: FileHandle, length: number, mayEnd: boolean): Promise<ArrayBuffer | null> {
  const bytes = new ArrayBuffer(length);
  for (let at = 0; at < length; ) {
    const { bytesRead } = await file.read(new Uint8Array(bytes), at, length - at);
    if (bytesRead === 0 && at === 0 && mayEnd) return null;
    if (bytesRead === 0) throw new DamagedSnapshot('it ends in the middle');
    at += bytesRead;
  }
  return bytes;
}

function padded(length: number): number {
  return Math.ceil(length / ALIGNED) * ALIGNED;
}
