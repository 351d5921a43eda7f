import assert from 'node:assert/strict';
import { readContents } from '../../../detectors/faults/lasting-content.ts';

describe('what a successor goes on with', () => {
  it('has what is of a station and of no variable: swaps', () => {
    const named = [
      { station: 's01', variable: null, state: { condition: { kind: 'swapped', other: 's02' } } },
      { station: 's01', variable: 'an element of before' },
    ];
    const content = { next: 6, sensors: [], clocks: [{ station: 's03', variable: null }], named, told: [] };
    const [read] = readContents(JSON.stringify([content]), (id) => Number(id.slice(1)));
    assert.deepEqual(read.named, [{ ...named[0], state: { condition: { kind: 'swapped', other: 2 } } }]);
    assert.deepEqual(read.clocks, content.clocks);
  });
});
