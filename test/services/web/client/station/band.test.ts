import assert from 'node:assert/strict';
import { bandAt } from '../../../../../services/web/client/station/band.ts';

describe('the expected band', () => {
  const samples = [
    { time: 100, low: 10, high: 20 },
    { time: 0, low: 0, high: 10 },
    { time: 500, low: 50, high: 60 },
  ];

  it('goes straight from sample to sample, in whatever order they came', () => {
    assert.deepEqual(bandAt(samples, [0, 50, 100], 150), { low: [0, 5, 10], high: [10, 15, 20] });
  });

  it('says nothing before, behind, and where samples are too far apart', () => {
    assert.deepEqual(bandAt(samples, [-1, 100, 300, 500, 501], 150), {
      low: [null, 10, null, 50, null],
      high: [null, 20, null, 60, null],
    });
    assert.deepEqual(bandAt([], [1], 10), { low: [null], high: [null] });
  });
});
