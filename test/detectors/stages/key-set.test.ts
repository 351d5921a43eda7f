import assert from 'node:assert/strict';
import { KeySet } from '../../../detectors/stages/key-set.ts';

describe('a set of keys', () => {
  it('has what was added, and nothing else', () => {
    const keys = new KeySet();
    for (let k = 0; k < 100_000; k += 2) keys.add(`network/station-${k}`);
    keys.add('network/station-0');
    assert.equal(keys.size, 50_000);
    for (let k = 0; k < 100_000; k++) assert.equal(keys.has(`network/station-${k}`), k % 2 === 0, `station ${k}`);
    assert.equal(keys.has(''), false);
  });

  it('is empty once it was cleared', () => {
    const keys = new KeySet();
    keys.add('a');
    keys.clear();
    assert.deepEqual([keys.size, keys.has('a')], [0, false]);
  });
});
