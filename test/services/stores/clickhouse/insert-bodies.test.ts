import assert from 'node:assert/strict';
import { insertBodies } from '../../../../services/stores/clickhouse/insert-bodies.ts';
import { newestFaults } from '../../../../services/stores/clickhouse/newest-faults.ts';
import { fault, START } from '../records.ts';

function rowsOf(bodies: readonly Buffer[]): unknown[] {
  return bodies.flatMap((body) => JSON.parse(`[${body.toString()}]`) as unknown[]);
}

describe('bodies of inserts', () => {
  it('are one for what is short, and none for nothing', () => {
    const rows = [
      ['a', 1],
      ['b', null],
    ];
    const bodies = [...insertBodies(rows)];
    assert.deepEqual(
      bodies.map((body) => body.toString()),
      ['["a",1],["b",null]'],
    );
    assert.deepEqual([...insertBodies([])], []);
  });

  it('are bounded, whatever the length of rows, and have all rows in their order', () => {
    const rows = Array.from({ length: 5_000 }, (_, k) => [k, 'x'.repeat(k % 97 === 0 ? 3_000 : k % 50)]);
    const bodies = [...insertBodies(rows, 2_000)];
    assert.deepEqual(rowsOf(bodies), rows);
    for (const body of bodies) assert.ok(body.length <= 2_100 || rowsOf([body]).length === 1, String(body.length));
  });
});

describe('the newest of faults', () => {
  it('is the version that counts of each, the last of equal ones', () => {
    const versions = ['a', 'b', 'c'].map((version) => fault('n', 'one', { version, judged: START }));
    const other = fault('n', 'two', { judged: START });
    assert.deepEqual(newestFaults([versions[0], other, versions[1], versions[2]]), [versions[2], other]);
    const settled = fault('n', 'one', { judged: START - 1, state: 'settled' });
    assert.deepEqual(newestFaults([settled, ...versions]), [settled]);
  });
});
