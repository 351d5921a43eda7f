import assert from 'node:assert/strict';
import { resolutionOf } from '../../../detectors/windows/resolution.ts';

describe('resolution of a series', () => {
  const of = (...values: number[]) => resolutionOf(Float64Array.from(values));

  it('is the coarsest common step of which all values are multiples, as 32 bits hold them', () => {
    assert.equal(of(21, 22, 22, 24), 1);
    assert.equal(of(21, 21.5, 23), 0.5);
    assert.equal(of(0.2, 3.4, 1.8), 0.2);
    assert.equal(of(...[17.3, 17.4, 16.9].map(Math.fround)), 0.1);
  });

  it('is 0 where values are rounded to none of them, or fewer than three differ', () => {
    assert.equal(of(17.31, 17.42, 16.93), 0);
    assert.equal(of(17, 17, 17, 18, 18), 0);
    assert.equal(of(), 0);
  });

  it('leaves missing values out', () => {
    assert.equal(of(Number.NaN, 21, Number.NaN, 22, 24, Number.NaN), 1);
  });
});
