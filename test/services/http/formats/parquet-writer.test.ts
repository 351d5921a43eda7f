import assert from 'node:assert/strict';
import parquet from 'parquet-wasm/node';
import { parquetFile } from '../../../../services/http/formats/parquet-file.ts';
import { tableRows } from '../../../../services/http/formats/rows-table.ts';

const COLUMNS = [{ name: 'n', type: 'BIGINT', description: 'a number', of: (n: number) => n }] as const;

function table(pieces: AsyncIterable<readonly number[]> | Iterable<readonly number[]>) {
  return tableRows<number>(COLUMNS, pieces);
}

async function wholeOf(file: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const pieces: Uint8Array[] = [];
  for await (const piece of file) pieces.push(piece);
  return Buffer.concat(pieces);
}

function rowsOf(file: Uint8Array): number {
  return parquet.readParquet(file).numBatches === 0
    ? 0
    : parquet
        .readParquet(file)
        .recordBatches()
        .reduce((sum, { numRows }) => sum + numRows, 0);
}

describe('the thread that writes Parquet', () => {
  it('writes several files at a time, each with its own rows', async () => {
    const counts = [1, 2_500, 0, 7];
    const files = await Promise.all(
      counts.map((count) => wholeOf(parquetFile(table([Array.from({ length: count }, (_, n) => n)])))),
    );
    assert.deepEqual(files.map(rowsOf), counts);
  });

  it('goes on with others where a reader leaves one, and where one fails', async () => {
    const left = parquetFile(table(endless()));
    await left.next();
    await left.return(undefined);
    await assert.rejects(wholeOf(parquetFile(table(failing()))), /the store is away/);
    assert.equal(rowsOf(await wholeOf(parquetFile(table([[1, 2, 3]])))), 3);
  });
});

/** Pieces of a thousand rows: bytes come with the first group of rows, a hundred thousand. */
async function* endless(): AsyncGenerator<readonly number[]> {
  const piece = Array.from({ length: 1_000 }, (_, n) => n);
  for (;;) yield piece;
}

async function* failing(): AsyncGenerator<readonly number[]> {
  yield [1];
  throw new Error('the store is away');
}
