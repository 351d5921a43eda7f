import assert from 'node:assert/strict';
import { GIVEN_UP_MS, waitBeforeRetry } from '../../../../services/alerts/deliveries/retry-time.ts';

describe('the time between two attempts', () => {
  it('doubles up to an hour, a random half of it earlier', () => {
    assert.deepEqual(
      [1, 2, 3, 4].map((attempts) => waitBeforeRetry(attempts, 1)),
      [5_000, 10_000, 20_000, 40_000],
    );
    assert.equal(waitBeforeRetry(1, 0), 2_500);
    assert.equal(waitBeforeRetry(100, 1), 3_600_000);
    assert.equal(waitBeforeRetry(100, 0), 1_800_000);
  });

  it('makes some dozens of attempts in a day', () => {
    let [time, attempts] = [0, 0];
    for (; time <= GIVEN_UP_MS; time += waitBeforeRetry(attempts, 0.5)) attempts += 1;
    assert.ok(attempts > 30 && attempts < 60, `${attempts}`);
  });
});
