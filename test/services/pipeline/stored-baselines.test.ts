import assert from 'node:assert/strict';
import { SLOTS_PER_DAY, timeOfSlot } from '../../../schemas/time.ts';
import { firstOpenDay } from '../../../services/pipeline/stored-baselines.ts';

describe('the day whose baselines are in force first', () => {
  const extent = { first: timeOfSlot(100 * SLOTS_PER_DAY + 5), last: timeOfSlot(200 * SLOTS_PER_DAY) };

  it('is that of the slot after what is settled', () => {
    assert.equal(firstOpenDay(150 * SLOTS_PER_DAY - 2, extent), 149);
    assert.equal(firstOpenDay(150 * SLOTS_PER_DAY - 1, extent), 150);
  });

  it('is that of the first report where nothing is settled', () => {
    assert.equal(firstOpenDay(Number.NEGATIVE_INFINITY, extent), 100);
  });
});
