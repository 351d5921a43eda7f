import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { writeParquet } from '../../../../services/datasets/networks/write-parquet.ts';
import type { Column } from '../../../../services/http/formats/column.ts';
import { tableRows } from '../../../../services/http/formats/rows-table.ts';

const ROWS = 30_000;
const COLUMNS: readonly Column<number>[] = [
  { name: 'n', type: 'BIGINT', description: 'number of the row', of: (n) => n },
  { name: 'note', type: 'VARCHAR', description: 'a long text', of: longText },
];

/** A text that does not become much shorter by compressing: digests of the number of its row, one after another. */
function longText(n: number): string {
  return Array.from({ length: 40 }, (_, i) =>
    createHash('sha256')
      .update(i === 0 ? `${n}` : `${n} ${i}`)
      .digest('hex'),
  ).join('');
}

async function* batches(): AsyncGenerator<readonly number[]> {
  for (let start = 0; start < ROWS; start += 1_000) yield Array.from({ length: 1_000 }, (_, n) => start + n);
}

describe('Parquet of rows', () => {
  let folder = '';
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'halcyon-rows-'));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  it('has long rows in groups that fit into memory, in their order', async () => {
    const path = join(folder, 'rows.parquet');
    await writeParquet(path, tableRows(COLUMNS, batches()), new AbortController().signal);
    assert.deepEqual(readdirSync(folder), ['rows.parquet']);
    const instance = await DuckDBInstance.create(':memory:', { threads: '1' });
    const connection = await instance.connect();
    const counted = await connection.runAndReadAll(
      `SELECT count(*), count(*) FILTER (n = file_row_number AND note[1:64] = sha256(n::VARCHAR) AND length(note) = 40 * 64),
         (SELECT count(DISTINCT row_group_id) > 1 FROM parquet_metadata($1))
       FROM read_parquet($1, file_row_number = true)`,
      [path],
    );
    assert.deepEqual(counted.getRowsJS(), [[BigInt(ROWS), BigInt(ROWS), true]]);
    connection.closeSync();
    instance.closeSync();
  });
});
