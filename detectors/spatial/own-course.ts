import type { WindowView } from '../windows/window-view.ts';
import { AROUND_SLOTS, largestMove } from './neighbour-moves.ts';

/** A report farther back than this is not the one before [slots]: an hourly station may be half an hour late. */
const LONGEST_STEP = 9;
/** A value is asked whether it has come back from so many slots later on. */
const BACK_AFTER = 3;
/** Half of a deviation is what may as well be left of it as not. */
const HALF_LEFT = 0.5;

/** What a station's own values of the variable did around a candidate, as shares of its deviation. */
export interface OwnCourse {
  /** Change since the report before, in the direction of the deviation; 0 where there is none. */
  jump: number;
  /** Slots since that report; 1 where there is none. */
  cadence: number;
  /** Largest move the other way within the hour before: what the deviation may be the return or the echo of. */
  before: number;
  /** How much of the deviation is left later on, less a half, -1.5 to 1.5; 0 where nothing is known of it yet. */
  after: number;
}

/**
 * Reads what a station's own values did around a candidate.
 *
 * @param actual the candidate's value, and `deviation` its distance from the expectation, not 0 [unit of the variable]
 * @param last newest slot that is read
 * @param into the result is written into it
 */
export function ownCourse(
  windows: WindowView,
  station: number,
  variable: number,
  slot: number,
  last: number,
  actual: number,
  deviation: number,
  into: OwnCourse,
): void {
  into.jump = 0;
  into.cadence = 1;
  for (let t = slot - 1; t >= slot - LONGEST_STEP; t--) {
    const before = windows.value(station, variable, t);
    if (Number.isNaN(before)) continue;
    into.jump = (actual - before) / deviation;
    into.cadence = slot - t;
    break;
  }
  const direction = deviation < 0 ? -1 : 1;
  const back = largestMove(windows, station, variable, slot, slot - 1, -direction);
  into.before = Math.max(0, back) / Math.abs(deviation);
  into.after = 0;
  for (let t = slot + BACK_AFTER; t <= Math.min(last, slot + AROUND_SLOTS); t++) {
    const later = windows.value(station, variable, t);
    if (Number.isNaN(later)) continue;
    into.after = Math.min(2, Math.max(-1, 1 + (later - actual) / deviation)) - HALF_LEFT;
    break;
  }
}

/**
 * What another variable of the station did just then: its largest change up to a slot, over one to three slots or since
 * the report before.
 *
 * @returns the change, with its sign [unit of the variable]; 0 where there are no two reports to compare
 */
export function changeUpTo(windows: WindowView, station: number, variable: number, slot: number): number {
  const now = windows.value(station, variable, slot);
  if (Number.isNaN(now)) return 0;
  let largest = 0;
  let found = false;
  for (let t = slot - 1; t >= slot - LONGEST_STEP; t--) {
    if (found && t < slot - BACK_AFTER) break;
    const before = windows.value(station, variable, t);
    if (Number.isNaN(before)) continue;
    found = true;
    if (Math.abs(now - before) > Math.abs(largest)) largest = now - before;
  }
  return largest;
}

export function newOwnCourse(): OwnCourse {
  return { jump: 0, cadence: 1, before: 0, after: 0 };
}
