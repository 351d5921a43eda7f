import { LONGEST_INTERVAL } from '../windows/cadence.ts';
import type { WindowView } from '../windows/window-view.ts';
import { AROUND_SLOTS, LONGEST_MOVE, largestOwnMove } from './neighbour-moves.ts';

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
  const previous = reportBefore(windows, station, variable, slot);
  into.jump = previous === null ? 0 : (actual - windows.value(station, variable, previous)) / deviation;
  into.cadence = previous === null ? 1 : slot - previous;
  const direction = deviation < 0 ? -1 : 1;
  const back = largestOwnMove(windows, station, variable, slot, -direction);
  into.before = Math.max(0, back) / Math.abs(deviation);
  into.after = 0;
  for (let t = slot + BACK_AFTER; t <= Math.min(last, slot + AROUND_SLOTS); t++) {
    const later = windows.value(station, variable, t);
    if (Number.isNaN(later)) continue;
    into.after = Math.min(2, Math.max(-1, 1 + (later - actual) / deviation)) - HALF_LEFT;
    break;
  }
}

/** Slot of the report before a slot; null where there is none near enough. */
export function reportBefore(windows: WindowView, station: number, variable: number, slot: number): number | null {
  for (let t = slot - 1; t >= slot - LONGEST_INTERVAL; t--)
    if (!Number.isNaN(windows.value(station, variable, t))) return t;
  return null;
}

/**
 * Largest change of a station up to a value at a slot: over one to three slots, or since the report before.
 *
 * @returns the change, with its sign [unit of the variable]; 0 where there is no report to compare with
 */
export function changeTo(windows: WindowView, station: number, variable: number, slot: number, value: number): number {
  const previous = reportBefore(windows, station, variable, slot);
  if (previous === null) return 0;
  let largest = value - windows.value(station, variable, previous);
  for (let t = previous - 1; t >= slot - LONGEST_MOVE; t--) {
    const change = value - windows.value(station, variable, t);
    if (Math.abs(change) > Math.abs(largest)) largest = change;
  }
  return largest;
}

export function newOwnCourse(): OwnCourse {
  return { jump: 0, cadence: 1, before: 0, after: 0 };
}
