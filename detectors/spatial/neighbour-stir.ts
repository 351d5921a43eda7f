import { VARIABLES } from '../../schemas/variables.ts';
import type { WindowView } from '../windows/window-view.ts';
import { AROUND_SLOTS } from './neighbour-moves.ts';

/** Reports that follow each other farther apart than this make no step: an hourly station may be half an hour late. */
const LONGEST_STEP = 9;
/** Slots that are read: what lies before the hour only finds the report before it. */
const LENGTH = LONGEST_STEP + AROUND_SLOTS + 1 + AROUND_SLOTS;
const HOUR = LONGEST_STEP;

const series = new Float64Array(LENGTH);

/**
 * In which variables anything happens at a station around a candidate: a change from one report to the next, within the
 * hour before it and up to `last`, above a limit. Between reports farther apart than `cadence` the limit grows with the
 * square root of the time, as a random walk does, so that an hourly station does not stir at every sunrise.
 *
 * @param last newest slot that is read, at most slot + AROUND_SLOTS
 * @param limits of each variable for a step of `cadence` slots, in the order of VARIABLES
 * @returns one bit a variable, the first of VARIABLES lowest
 */
export function stirring(
  windows: WindowView,
  station: number,
  slot: number,
  last: number,
  limits: readonly number[],
  cadence: number,
): number {
  const from = slot - AROUND_SLOTS - LONGEST_STEP;
  const count = last - from + 1;
  let stirs = 0;
  for (let variable = 0; variable < VARIABLES.length; variable++) {
    const limit = limits[variable];
    windows.stretch(station, variable, from, count, 1, series);
    let at = HOUR;
    while (at >= 0 && Number.isNaN(series[at])) at--;
    if (at < 0) at = Number.NEGATIVE_INFINITY;
    for (let t = HOUR + 1; t < count; t++) {
      const value = series[t];
      if (Number.isNaN(value)) continue;
      const gap = t - at;
      if (gap <= LONGEST_STEP) {
        const change = Math.abs(value - series[at]);
        if (change > (gap <= cadence ? limit : limit * Math.sqrt(gap / cadence))) {
          stirs |= 1 << variable;
          break;
        }
      }
      at = t;
    }
  }
  return stirs;
}
