import assert from 'node:assert/strict';
import {
  cadenceOf,
  changesFrom,
  medianOf,
  pathOf,
  withBreaks,
} from '../../../../../services/web/client/station/series.ts';

describe('series of values', () => {
  it('break where reports are missing, and not where the station reports rarely', () => {
    assert.deepEqual(withBreaks([0, 10, 20, 60, 70]), [0, 10, 20, 30, 60, 70]);
    assert.deepEqual(withBreaks([0, 60, 120, 180]), [0, 60, 120, 180]);
    assert.equal(cadenceOf([0, 10, 20, 60]), 10);
    assert.equal(cadenceOf([5]), 600_000);
  });

  it('are laid side by side as changes from what was usual before', () => {
    const points = [4, 6, 5, null, 9].map((value, time) => ({ time, value }));
    const changes = changesFrom(points, 3).map(({ value }) => value);
    assert.deepEqual(changes, [-1, 1, 0, null, 4]);
    assert.deepEqual(
      changesFrom([{ time: 5, value: 7 }], 0).map(({ value }) => value),
      [0],
    );
    assert.equal(medianOf([]), null);
    assert.equal(medianOf([3, 1, 2, 10]), 2.5);
  });

  it('are projected with values upwards, and broken at nulls', () => {
    const frame = { from: 0, to: 10, low: 0, high: 4, width: 100, height: 40 };
    const points = [0, 2, null, 4].map((value, k) => ({ time: [0, 5, 6, 10][k], value }));
    assert.equal(pathOf(points, frame), 'M0.0 40.0L50.0 20.0M100.0 0.0');
  });
});
