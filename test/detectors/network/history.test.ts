import assert from 'node:assert/strict';
import fc from 'fast-check';
import { History } from '../../../detectors/network/history.ts';
import { WindowStore } from '../../../detectors/windows/window-store.ts';
import { timeOfSlot } from '../../../schemas/time.ts';

const SLOTS = 36;
const VALUES = { temp_out: 1, out_hum: null, wind_speed: null, bar: null, rain: null };

/** The most common distance between neighbours, the shorter on a tie. */
function mostCommon(slots: readonly number[]): number {
  const counts = new Map<number, number>();
  for (let k = 1; k < slots.length; k++) {
    const gap = slots[k] - slots[k - 1];
    counts.set(gap, (counts.get(gap) ?? 0) + 1);
  }
  return [...counts].sort(([a, m], [b, n]) => n - m || a - b)[0]?.[0] ?? 1;
}

describe('History', () => {
  it('finds the most common distance between reports, the shorter on a tie', () => {
    const slot = 1_000;
    fc.assert(
      fc.property(
        fc.subarray(Array.from({ length: SLOTS }, (_, k) => slot - SLOTS + k)),
        fc.constantFrom(1, 2, 3, 6),
        (kept, step) => {
          const windows = new WindowStore(SLOTS + 1);
          const reported = [...kept.filter((one) => (slot - one) % step === 0), slot];
          for (const one of reported) windows.put(0, one, timeOfSlot(one), VALUES);
          assert.equal(new History(windows, SLOTS).cadence(0, slot), mostCommon(reported));
        },
      ),
      { numRuns: 500 },
    );
  });
});
