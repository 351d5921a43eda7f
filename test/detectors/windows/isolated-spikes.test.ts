import assert from 'node:assert/strict';
import { withoutSpikes } from '../../../detectors/windows/isolated-spikes.ts';
import { SERIES_KINDS, seededSeries } from '../methods/seeded-series.ts';

const FLOOR = 1;
const NONE = Number.NaN;

/** Places that are left out of a history. */
function leftOut(...history: readonly number[]): readonly number[] {
  const kept = withoutSpikes(Float64Array.from(history), FLOOR);
  return history.flatMap((value, t) => (Number.isNaN(kept[t]) && !Number.isNaN(value) ? [t] : []));
}

describe('the isolated spikes of a history', () => {
  it('are what jumps away and does not stay', () => {
    assert.deepEqual(leftOut(10, 10.3, 22, 10.1, 10.4, 10.2), [2]);
    assert.deepEqual(leftOut(10, 10.3, -2, 10.1, 10.4, 10.2), [2]);
  });

  it('may lie beside each other, to one side or to both', () => {
    assert.deepEqual(leftOut(10, 10, 10, 18, 17, 10, 10, 10), [3, 4]);
    assert.deepEqual(leftOut(10, 10, 10, 18, 3, 10, 10, 10), [3, 4]);
  });

  // The median of three took two wrong values for the level, and the third one for right.
  it('may have two others near them', () => {
    assert.deepEqual(leftOut(10, 10, 10, 10, 10, 2, 10, 1, 5, 10, 10, 10, 10), [5, 7, 8]);
  });

  it('may have missing reports beside them', () => {
    assert.deepEqual(leftOut(10, NONE, 10, NONE, 18, NONE, NONE, 10, 10), [4]);
  });

  it('may be first or last but one', () => {
    assert.deepEqual(leftOut(10, 18, 10, 10), [1]);
    assert.deepEqual(leftOut(10, 10, 10, 18, 10), [3]);
  });

  it('are not what nothing follows or nothing was before', () => {
    assert.deepEqual(leftOut(10, 10, 10, 18), []);
    assert.deepEqual(leftOut(18, 10, 10, 10), []);
    assert.deepEqual(leftOut(18), []);
    assert.deepEqual(leftOut(), []);
  });

  it('are not a front, a step or what returns after an hour', () => {
    assert.deepEqual(leftOut(20, 20, 19, 12, 11, 11, 11), []);
    assert.deepEqual(leftOut(10, 10, 10, 18, 18, 18, 18, 10, 10, 10), []);
  });

  it('are not the top of a slope without a jump', () => {
    assert.deepEqual(leftOut(10, 11.5, 13, 14.5, 16, 14.5, 13, 11.5, 10), []);
  });

  it('are none where more than a quarter would be left out', () => {
    assert.deepEqual(leftOut(10, 10, 14, 10, 14, 10, 14, 10, 14, 10), []);
    assert.deepEqual(leftOut(10, 10, 14, 10, 10, 14, 10, 10), [2, 5]);
    assert.deepEqual(leftOut(10, 10, 14, 10, 10, 14, 10), []);
  });

  it('are not what is infinite', () => {
    assert.deepEqual(leftOut(10, 10, 10, Number.POSITIVE_INFINITY, 10, 10, 10), []);
  });

  it('are not what departs by no more than two floors', () => {
    assert.deepEqual(leftOut(10, 10, 12, 10, 10), []);
  });

  it('leave a history without any as it is', () => {
    for (const kind of SERIES_KINDS) {
      const history = seededSeries(kind, 36, 7);
      assert.equal(withoutSpikes(history, 1e6), history, kind);
    }
  });

  it('are left out of a copy', () => {
    const history = Float64Array.of(10, 10, 18, 10, 10);
    assert.notEqual(withoutSpikes(history, FLOOR), history);
    assert.deepEqual([...history], [10, 10, 18, 10, 10]);
  });

  it('are the same of a history turned round, mirrored, shifted and scaled', () => {
    const history = [10, 10.5, 18, 10, 10.2, 9.9, 10, 10, 3, 25, 10, 10.1, 10];
    const places = leftOut(...history);
    assert.ok(places.length > 0);
    const turned = leftOut(...history.toReversed()).map((t) => history.length - 1 - t);
    assert.deepEqual(turned.toReversed(), places);
    assert.deepEqual(leftOut(...history.map((value) => 5 - value)), places);
  });
});
