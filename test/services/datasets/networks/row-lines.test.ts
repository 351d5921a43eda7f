import assert from 'node:assert/strict';
import type { Cell, Column } from '../../../../services/datasets/networks/column.ts';
import { rowLines } from '../../../../services/datasets/networks/row-lines.ts';

const COLUMNS: readonly Column<readonly Cell[]>[] = [
  { name: 'a', type: 'DOUBLE', description: '', of: (row) => row[0] },
  { name: 'b', type: 'VARCHAR', description: '', of: (row) => row[1] },
];

async function* once<T>(batch: readonly T[]): AsyncGenerator<readonly T[]> {
  yield batch;
}

/** Rows with the line that is written of each. */
const LINES: readonly (readonly [readonly Cell[], string])[] = [
  [[1, 'x'], '{"0":1,"1":"x"}'],
  [[null, null], '{}'],
  [[null, ''], '{"1":""}'],
  [[0, 'null'], '{"0":0,"1":"null"}'],
  [[0.1 + 0.2, null], '{"0":0.30000000000000004}'],
  [[5e-324, null], '{"0":5e-324}'],
  [[Number.NaN, null], '{}'],
  [[Number.POSITIVE_INFINITY, null], '{}'],
  [[false, ['x', 'a"b']], '{"0":false,"1":["x","a\\"b"]}'],
  [[null, []], '{"1":[]}'],
  [[null, 'a\nb\u0000'], '{"1":"a\\nb\\u0000"}'],
  [[null, 'half \ud800'], '{"1":"half \ufffd"}'],
];

describe('lines of rows', () => {
  for (const [row, line] of LINES) {
    it(`are ${JSON.stringify(line)} of ${JSON.stringify(row)}`, async () => {
      for await (const lines of rowLines(COLUMNS, once([row]))) assert.deepEqual(lines, { rows: 1, text: `${line}\n` });
    });
  }

  it('come a thousand at a time, and others have their turn after each', async () => {
    const rows = Array.from({ length: 3_500 }, (_, n): readonly Cell[] => [n, null]);
    const found: number[] = [];
    let turns = 0;
    const counting = () => {
      turns += 1;
      waiting = setImmediate(counting);
    };
    let waiting = setImmediate(counting);
    for await (const lines of rowLines(COLUMNS, once(rows))) found.push(lines.rows);
    clearImmediate(waiting);
    assert.deepEqual(found, [1_000, 1_000, 1_000, 500]);
    assert.ok(turns >= 3, `${turns} turns`);
  });
});
