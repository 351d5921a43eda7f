import assert from 'node:assert/strict';
import { digestOf, KeyTable } from '../../schemas/key-table.ts';

describe('a table of keys', () => {
  it('has what was put in, and nothing else', () => {
    const table = new KeyTable();
    for (let k = 0; k < 100_000; k += 2) table.set(digestOf(`network/station-${k}`), k % 65_536);
    table.set(digestOf('network/station-0'), 7);
    assert.equal(table.size, 50_000);
    assert.equal(table.get('network/station-0'), 7);
    for (let k = 1; k < 100_000; k++) {
      assert.equal(table.get(`network/station-${k}`), k % 2 === 0 ? k % 65_536 : undefined, `station ${k}`);
    }
    assert.equal(table.get(''), undefined);
  });

  it('is empty once it was cleared', () => {
    const table = new KeyTable();
    table.set(digestOf('a'), 1);
    table.clear();
    assert.deepEqual([table.size, table.get('a')], [0, undefined]);
  });

  it('knows keys by digests that never change, as logs keep them', () => {
    assert.deepEqual(
      ['', 'a', 'network/station-1', 'réseau/ετ-1'].map(digestOf),
      [4711929182166234, 6197723238550817, 4849367342972313, 2365789684715798],
    );
  });
});
