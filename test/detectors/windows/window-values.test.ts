import assert from 'node:assert/strict';
import { medianOf, sortAscending, sortMiddle } from '../../../detectors/windows/window-values.ts';
import { seeded } from '../methods/seeded-series.ts';

const LENGTHS = [1, 2, 3, 4, 5, 8, 13, 36, 143, 144, 1008];
/** Steps that values are rounded to: none equal, some, most, all. */
const STEPS = [0, 0.1, 0.5, 2];

describe('what stands in the middle of a window', () => {
  for (const length of LENGTHS) {
    it(`is found among ${length} values as by sorting them all, whatever their order`, () => {
      for (let seed = 1; seed <= 50; seed++) {
        const random = seeded(seed);
        const step = STEPS[seed % STEPS.length];
        const values = Float64Array.from({ length }, () =>
          step === 0 ? random() : Math.floor(random() / step) * step,
        );
        if (seed % 5 === 0) values.sort();
        if (seed % 10 === 0) values.reverse();
        const sorted = Float64Array.from(values);
        sortAscending(sorted, length);
        assert.deepEqual(sorted, Float64Array.from(values).sort());
        sortMiddle(values, length);
        assert.equal(medianOf(values, length), medianOf(sorted, length));
        sortAscending(values, length);
        assert.deepEqual(values, sorted, 'a value was lost');
      }
    });
  }

  it('leaves what follows the first values alone', () => {
    const values = Float64Array.of(3, 1, 2, -9, 9);
    sortMiddle(values, 3);
    assert.equal(values[1], 2);
    assert.deepEqual([...values.subarray(3)], [-9, 9]);
  });
});
