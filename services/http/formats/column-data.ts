import { type Data, Float64, Int8, makeData, TimestampMillisecond, Utf8 } from 'apache-arrow';

/*
 * Columns of millions of rows as Arrow's buffers (https://arrow.apache.org/docs/format/Columnar.html): values one after
 * another, and where some are missing a bitmap of those that are there, the first row in the lowest bit.
 */

/** Numbers; NaN is a missing one. */
export function numberData(values: Float64Array): Data<Float64> {
  const { bitmap, missing } = bitmapOf(values.length, (i) => !Number.isNaN(values[i]));
  return makeData({
    type: new Float64(),
    length: values.length,
    nullCount: missing,
    data: values,
    ...(missing > 0 && { nullBitmap: bitmap }),
  });
}

/** Small whole numbers; 0 is a missing one. */
export function flagData(flags: Uint8Array): Data<Int8> {
  const { bitmap, missing } = bitmapOf(flags.length, (i) => flags[i] !== 0);
  return makeData({
    type: new Int8(),
    length: flags.length,
    nullCount: missing,
    data: new Int8Array(flags.buffer, flags.byteOffset, flags.length),
    ...(missing > 0 && { nullBitmap: bitmap }),
  });
}

/** Times, ms since the epoch. */
export function timeData(times: Float64Array): Data<TimestampMillisecond> {
  const data = new BigInt64Array(times.length);
  for (let i = 0; i < times.length; i++) data[i] = BigInt(times[i]);
  return makeData({ type: new TimestampMillisecond('UTC'), length: times.length, nullCount: 0, data });
}

/** Texts; '' is a missing one where `emptyIsMissing`. */
export function textData(texts: readonly string[], emptyIsMissing = false): Data<Utf8> {
  const offsets = new Int32Array(texts.length + 1);
  let bytes = Buffer.allocUnsafe(16 * texts.length + 64);
  let end = 0;
  let last = '';
  let from = 0;
  for (let i = 0; i < texts.length; i++) {
    const text = texts[i];
    // A UTF-16 unit takes three bytes at most.
    if (end + 3 * text.length > bytes.length) bytes = Buffer.concat([bytes], 2 * bytes.length + 3 * text.length);
    // Rows come sorted: most texts are the one before again, and copying is cheaper than encoding.
    if (text === last && i > 0) {
      bytes.copyWithin(end, from, from + offsets[i] - offsets[i - 1]);
      from = end;
      end += offsets[i] - offsets[i - 1];
    } else {
      from = end;
      end += bytes.write(text, end);
      last = text;
    }
    offsets[i + 1] = end;
  }
  const { bitmap, missing } = emptyIsMissing
    ? bitmapOf(texts.length, (i) => texts[i] !== '')
    : { bitmap: null, missing: 0 };
  return makeData({
    type: new Utf8(),
    length: texts.length,
    nullCount: missing,
    valueOffsets: offsets,
    data: bytes.subarray(0, end),
    ...(missing > 0 && bitmap !== null && { nullBitmap: bitmap }),
  });
}

function bitmapOf(length: number, isThere: (row: number) => boolean): { bitmap: Uint8Array; missing: number } {
  const bitmap = new Uint8Array(Math.ceil(length / 8));
  let missing = 0;
  for (let i = 0; i < length; i++) {
    if (isThere(i)) bitmap[i >> 3] |= 1 << (i & 7);
    else missing += 1;
  }
  return { bitmap, missing };
}
