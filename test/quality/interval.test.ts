import assert from 'node:assert/strict';
import { intervalOf, intervalText, studentT } from './interval.ts';

describe('the interval of a mean', () => {
  it('has the tabled values of Student', () => {
    for (const [degrees, t] of [
      [1, 12.706],
      [2, 4.303],
      [3, 3.182],
      [4, 2.776],
      [9, 2.262],
      [30, 2.042],
      [120, 1.98],
    ]) {
      assert.ok(Math.abs(studentT(degrees) - t) < 0.0006, `${degrees}: ${studentT(degrees)}`);
    }
  });

  it('is as wide as the spread over the root of the number says', () => {
    const { mean, margin } = intervalOf([1, 2, 3, 4, 5]);
    assert.equal(mean, 3);
    assert.ok(Math.abs(margin - 2.776 * Math.sqrt(2.5 / 5)) < 0.001);
    assert.equal(intervalText({ mean, margin }, 2), '3.00 +- 1.96');
  });

  it('says nothing of the spread of one value, and refuses none', () => {
    assert.equal(intervalText(intervalOf([0.5]), 3), '0.500');
    assert.throws(() => intervalOf([]), /needs a value/);
  });
});
