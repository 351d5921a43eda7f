import { VARIABLE_INDEX, VARIABLES } from '../../schemas/variables.ts';
import type { WindowView } from '../windows/window-view.ts';

/** Equal records in a row that make a repeated record: a feed, or a logger, that says again what it said last. */
export const REPEATED = 3;
/** Reports after it that are the resumption: a forecast needs a few to find its way again. */
const AFTER = 3;
/** Slots that are looked at; reports farther apart say nothing. */
const LOOK_BACK = 12;
/** Variables besides rain that a record needs to tell: one alone may well stand still. */
export const FEWEST_VARIABLES = 3;
/** Variables that change at once when the feed goes on; in calm air a fault of one variable may follow equal records. */
const FEWEST_CHANGED = 2;

const RAIN = VARIABLE_INDEX.rain;

/** In how many variables a station's reports at two slots differ, rain left out; -1 where too few can be compared. */
function differing(windows: WindowView, station: number, slot: number, before: number): number {
  let compared = 0;
  let differ = 0;
  for (let v = 0; v < VARIABLES.length; v++) {
    if (v === RAIN) continue;
    const value = windows.value(station, v, slot);
    const earlier = windows.value(station, v, before);
    if (Number.isNaN(value) || Number.isNaN(earlier)) continue;
    if (value !== earlier) differ++;
    compared++;
  }
  return compared >= FEWEST_VARIABLES ? differ : -1;
}

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
    const differ = differing(windows, station, next, t);
    if (differ === 0) equal++;
    else {
      if (equal >= REPEATED - 1) break;
      equal = 0;
      changed = differ;
      if (++after > AFTER) return 0;
    }
    next = t;
  }
  return after > 0 && equal >= REPEATED - 1 && changed >= FEWEST_CHANGED ? equal + 1 : 0;
}
