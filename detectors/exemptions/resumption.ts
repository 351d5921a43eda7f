import { compareRecords, type Difference, REPEATED } from '../windows/record-equality.ts';
import type { WindowView } from '../windows/window-view.ts';

/** Reports after it that are the resumption: a forecast needs a few to find its way again. */
const AFTER = 3;
/** Slots that are looked at; reports farther apart say nothing. */
const LOOK_BACK = 12;
/** Variables that change at once when the feed goes on; in calm air a fault of one variable may follow equal records. */
const FEWEST_CHANGED = 2;

const difference: Difference = { differ: 0, compared: 0 };

/**
 * Whether a candidate is among the first reports after the station had repeated its record: what it departs from is no
 * history, so that nothing can be said of the departure.
 *
 * @returns for how many reports the record had been repeated, 0 where it had not
 */
export function repeatedBefore(windows: WindowView, station: number, slot: number): number {
  let next = slot;
  let after = 0;
  let equal = 0;
  let changed = 0;
  for (let t = slot - 1; t >= slot - LOOK_BACK; t--) {
    if (!windows.reported(station, t)) continue;
    compareRecords(windows, station, next, t, difference);
    const { differ, compared } = difference;
    if (compared > 0 && differ === 0) equal++;
    else {
      if (equal >= REPEATED - 1) break;
      equal = 0;
      changed = compared > 0 ? differ : -1;
      if (++after > AFTER) return 0;
    }
    next = t;
  }
  return after > 0 && equal >= REPEATED - 1 && changed >= FEWEST_CHANGED ? equal + 1 : 0;
}
