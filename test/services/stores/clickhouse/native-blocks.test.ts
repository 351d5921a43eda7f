import assert from 'node:assert/strict';
import { ClickHouseError } from '@clickhouse/client';
import { HalcyonError } from '../../../../schemas/errors.ts';
import { nativeBlocks } from '../../../../services/stores/clickhouse/native-blocks.ts';

const TYPES = ['String', 'Float64', 'Float64', 'UInt8', 'LowCardinality(String)'] as const;
const CELLS_OF_TWO_BYTES = 1;
const ROWS: [string, number, number, number][] = [
  ['a', -3, 1.5, 0],
  ['a', 1_795_381_800_000, Number.NaN, 1],
  ['ä'.repeat(100), 0, -0, 255],
  ['', 7, 1e300, 2],
];

function text(value: string): Buffer {
  const bytes = Buffer.from(value);
  assert.ok(bytes.length < 16_384);
  const length = bytes.length < 128 ? [bytes.length] : [(bytes.length & 127) | 128, bytes.length >> 7];
  return Buffer.concat([Buffer.from(length), bytes]);
}

/** A block of rows as the engine writes it. */
function block(rows: typeof ROWS): Buffer {
  const times = new Float64Array(rows.map(([, time]) => time));
  const values = new Float64Array(rows.map(([, , value]) => value));
  return Buffer.concat([
    ...[Buffer.from([5, rows.length]), text('station'), text('String'), ...rows.map(([station]) => text(station))],
    ...[text('time'), text('Float64'), Buffer.from(times.buffer)],
    ...[text('ifNull(temp_out, nan)'), text('Float64'), Buffer.from(values.buffer)],
    ...[text('judged'), text('UInt8'), Buffer.from(rows.map(([, , , judged]) => judged))],
    ...[text('source'), text('LowCardinality(String)'), fewTexts(rows.map(([, time]) => sourceOf(time)))],
  ]);
}

/** What of a row is the same in many. */
function sourceOf(time: number): string {
  return time > 0 ? 'push' : 'import';
}

/** A column of few texts: the first of them is the empty one, whether any row has it or not. */
function fewTexts(cells: readonly string[]): Buffer {
  if (cells.length === 0) return Buffer.alloc(0);
  const texts = ['', ...new Set(cells)];
  const longs = (...numbers: number[]) => Buffer.from(new BigUint64Array(numbers.map(BigInt)).buffer);
  return Buffer.concat([
    longs(1, CELLS_OF_TWO_BYTES | 0x600, texts.length),
    ...texts.map(text),
    longs(cells.length),
    Buffer.from(new Uint16Array(cells.map((cell) => texts.indexOf(cell))).buffer),
  ]);
}

async function* pieces(bytes: Buffer, size: number): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

async function rowsOf(bytes: Buffer, size: number): Promise<unknown[]> {
  const rows: unknown[] = [];
  for await (const { rows: count, columns } of nativeBlocks(pieces(bytes, size), TYPES, 'the store')) {
    for (let i = 0; i < count; i++) {
      rows.push(columns.map((column) => ('texts' in column ? column.texts[column.cells[i]] : column[i])));
    }
  }
  return rows;
}

describe('blocks of the native format', () => {
  const answer = Buffer.concat([block(ROWS), block([]), block(ROWS.slice(1))]);

  it('are the same however the answer is cut into pieces', async () => {
    for (const size of [1, 7, 64, 1_000, answer.length]) {
      const whole = [...ROWS, ...ROWS.slice(1)].map((row) => [...row, sourceOf(row[1])]);
      assert.deepEqual(await rowsOf(answer, size), whole);
    }
    assert.deepEqual(await rowsOf(Buffer.alloc(0), 1), []);
  });

  it('end with the error of an engine that fails in the middle', async () => {
    const broken =
      '\r\n__exception__\r\ntag\r\nCode: 241. DB::Exception: Memory limit exceeded. (MEMORY_LIMIT_EXCEEDED)\n';
    const failing = rowsOf(Buffer.concat([block(ROWS), Buffer.from(broken)]), 1_000);
    await assert.rejects(failing, (error) => error instanceof ClickHouseError && error.code === '241');
  });

  it('end with a clear error where the answer breaks off or is none', async () => {
    const codeOf = async (bytes: Buffer) => {
      const error = await rowsOf(bytes, 100).catch((thrown: unknown) => thrown);
      return error instanceof HalcyonError ? error.code : error;
    };
    assert.equal(await codeOf(answer.subarray(0, answer.length - 1)), 'store_unavailable');
    assert.equal(await codeOf(Buffer.from('<html>404</html>')), 'store_unreadable');
    const other = block(ROWS);
    other.write('UInt256', other.indexOf('Float64'), 'latin1');
    assert.equal(await codeOf(other), 'store_unreadable');
    const textsElsewhere = block(ROWS);
    textsElsewhere[textsElsewhere.indexOf(Buffer.from([CELLS_OF_TWO_BYTES, 6, 0])) + 1] = 5;
    assert.equal(await codeOf(textsElsewhere), 'store_unreadable');
  });
});
