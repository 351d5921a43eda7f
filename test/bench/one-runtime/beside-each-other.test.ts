import assert from 'node:assert/strict';
import { linesOf, reportAt, sparse } from '../../../bench/one-runtime/network-shape.ts';
import { besideEachOther } from '../../../bench/one-runtime/one-runtime.ts';
import { slotOf, timeOfSlot } from '../../../schemas/time.ts';

describe('the two forms of the pipeline beside each other', () => {
  it('have each figure of both, and the ratio with a goal on the side that is better', () => {
    const present = new Map([
      ['rate', { value: 100, unit: 'obs/s', better: 'more' as const }],
      ['memory', { value: 50, unit: 'MB', better: 'less' as const }],
    ]);
    const candidate = new Map([
      ['rate', { value: 90, unit: 'obs/s', better: 'more' as const }],
      ['memory', { value: 60, unit: 'MB', better: 'less' as const }],
    ]);
    assert.deepEqual(besideEachOther('sparse', present, candidate).slice(2), [
      { name: 'sparse: rate, ratio', value: 0.9, unit: 'times', goal: '>= 0.95' },
      { name: 'sparse: memory, present', value: 50, unit: 'MB', goal: '' },
      { name: 'sparse: memory, candidate', value: 60, unit: 'MB', goal: '' },
      { name: 'sparse: memory, ratio', value: 1.2, unit: 'times', goal: '<= 1.05' },
    ]);
  });

  it('are given the same reports, those of the sparse network beside the centre of their slot', () => {
    const shape = sparse();
    for (const i of [0, 17, shape.stations, 3 * shape.stations + 5]) {
      const { time } = reportAt(shape, 1_000, i);
      assert.equal(slotOf(time), 1_000 + Math.floor(i / shape.stations / 2));
      assert.notEqual(time, timeOfSlot(slotOf(time)));
    }
    assert.equal(linesOf(shape, 1_000, 5, 8), linesOf(shape, 1_000, 5, 6) + linesOf(shape, 1_000, 6, 8));
  });
});
