import { VARIABLE_INDEX, VARIABLES } from '../../schemas/variables.ts';
import type { WindowView } from '../windows/window-view.ts';
import { AROUND_SLOTS, LONGEST_STEP } from './neighbour-moves.ts';

/** Bit of the answer that stands for rain within these hours, after those of the variables. */
export const WET_BIT = VARIABLES.length;

const RAIN = VARIABLE_INDEX.rain;

const series = new Float64Array(2 * AROUND_SLOTS + 1);

/**
 * In which variables anything happens at a station around a candidate: a change from one report to the next, within the
 * hour before it and up to `last`, above a limit. Between reports farther apart than `cadence` the limit grows with the
 * square root of the time, as a random walk does, so that an hourly station does not stir at every sunrise.
 *
 * @param last newest slot that is read, at most slot + AROUND_SLOTS
 * @param limits of each variable for a step of `cadence` slots, in the order of VARIABLES
 * @returns one bit a variable, the first of VARIABLES lowest, and WET_BIT where it rained
 */
export function stirring(
  windows: WindowView,
  station: number,
  slot: number,
  last: number,
  limits: ArrayLike<number>,
  cadence: number,
): number {
  const from = slot - AROUND_SLOTS;
  const count = last - from + 1;
  let stirs = 0;
  for (let variable = 0; variable < VARIABLES.length; variable++) {
    const limit = limits[variable];
    windows.stretch(station, variable, from, count, 1, series);
    let at = 0;
    let before = series[0];
    // Only where the hour does not begin with a report is the one before it sought.
    while (Number.isNaN(before) && at > -LONGEST_STEP) before = windows.value(station, variable, from + --at);
    const isRain = variable === RAIN;
    if (isRain && series[0] > 0) stirs |= 1 << WET_BIT;
    for (let t = 1; t < count; t++) {
      const value = series[t];
      if (Number.isNaN(value)) continue;
      if (isRain && value > 0) stirs |= 1 << WET_BIT;
      const gap = t - at;
      const change = Math.abs(value - before);
      if (gap <= LONGEST_STEP && change > (gap <= cadence ? limit : limit * Math.sqrt(gap / cadence))) {
        stirs |= 1 << variable;
        if (!isRain) break;
      }
      before = value;
      at = t;
    }
  }
  return stirs;
}
