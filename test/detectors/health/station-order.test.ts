import assert from 'node:assert/strict';
import fc from 'fast-check';
import { rowsByStation } from '../../../detectors/health/station-order.ts';

describe('reports station by station', () => {
  it('are all of them but those of no station, those of each in their order', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: -1, max: 6 })), (numbers) => {
        const rows = [...numbers.keys()].filter((row) => numbers[row] >= 0);
        const sorted = rows.toSorted((a, b) => numbers[a] - numbers[b]);
        assert.deepEqual([...rowsByStation(Int32Array.from(numbers), 7)], sorted);
      }),
    );
  });
});
