import assert from 'node:assert/strict';
import { DAYS, history, SEVEN } from '../../detectors/faults/two-weeks.ts';
import { swapWindows } from './swaps-table.ts';

describe('the table of swaps', () => {
  it('finds the one station that differs, calls no two swapped that are not, and leaves out stations with faults of their own', () => {
    const onHill = history(
      (values) => ({ ...values, temp_out: (values.temp_out ?? 0) - 3, bar: (values.bar ?? 0) - 4 }),
      0,
      DAYS,
      SEVEN,
    );
    const { stations, pairs, found, calledWrong } = swapWindows(SEVEN, onHill, new Set([SEVEN[0].id]));
    assert.equal(stations, SEVEN.length - 1);
    assert.equal(calledWrong, 0);
    // Of six stations one is in a third of the pairs.
    for (const [hours, count] of found)
      assert.ok(count > 0.15 * pairs && count < 0.4 * pairs, `${hours}: ${count} of ${pairs}`);
  });
});
