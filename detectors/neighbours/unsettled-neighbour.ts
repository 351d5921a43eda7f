import { VARIABLE_INDEX, WEATHER_VARIABLES } from '../../schemas/variables.ts';
import type { WindowView } from '../windows/window-view.ts';
import { AROUND_SLOTS, SLOTS_BEFORE } from './neighbour-moves.ts';
import { takeSpikesOut } from './spikes-of-neighbours.ts';

/** Bit of the answer that stands for rain within these hours, after those of the five variables. */
export const WET_BIT = WEATHER_VARIABLES;
/** The first of as many bits that stand for the variables which the neighbour reports at all. */
export const REPORTED_BIT = WET_BIT + 1;

const RAIN = VARIABLE_INDEX.rain;

const series = new Float64Array(2 * AROUND_SLOTS + 1);

/**
 * In which of the five variables anything happens at a station around a candidate: a change from one report to the next, within
 * the hour before it and up to `last`, above a limit, its isolated spikes left out. Between reports farther apart than `cadence` the limit grows with the
 * square root of the time, as a random walk does, so that an hourly station is not unsettled at every sunrise.
 *
 * @param last newest slot that is read, at most slot + AROUND_SLOTS
 * @param limits of each variable for a step of `cadence` slots, in the order of VARIABLES
 * @returns one bit for each of the five, the first of VARIABLES lowest, WET_BIT where it rained, and from REPORTED_BIT on one for
 *   each of the five of which there is any value
 */
export function unsettledIn(
  windows: WindowView,
  station: number,
  slot: number,
  last: number,
  limits: ArrayLike<number>,
  cadence: number,
): number {
  let unsettled = 0;
  const count = last - slot + AROUND_SLOTS + 1;
  for (let variable = 0; variable < WEATHER_VARIABLES; variable++) {
    if (changesIn(windows, station, variable, slot, last, limits[variable], cadence)) unsettled |= 1 << variable;
    if (variable === RAIN && anyAbove0(count)) unsettled |= 1 << WET_BIT;
    if (anyValue(count)) unsettled |= 1 << (REPORTED_BIT + variable);
  }
  return unsettled;
}

/** The same of one variable (index into VARIABLES), which may be an element beyond the five; `series` holds what was read. */
export function changesIn(
  windows: WindowView,
  station: number,
  variable: number,
  slot: number,
  last: number,
  limit: number,
  cadence: number,
): boolean {
  const from = slot - AROUND_SLOTS;
  const count = last - from + 1;
  windows.stretch(station, variable, from, count, 1, series);
  series.fill(Number.NaN, count);
  // Most neighbours are settled, and a series without a change has none either once its spikes are out.
  if (!anyChange(windows, station, variable, from, slot, count, limit, cadence)) return false;
  takeSpikesOut(series, variable);
  return anyChange(windows, station, variable, from, slot, count, limit, cadence);
}

/** Whether `series`, which holds `count` values from a slot on, shows such a change. */
function anyChange(
  windows: WindowView,
  station: number,
  variable: number,
  from: number,
  slot: number,
  count: number,
  limit: number,
  cadence: number,
): boolean {
  let at = 0;
  let before = series[0];
  // Only where the hour does not begin with a report is the one before it sought.
  while (Number.isNaN(before) && from + at > slot - SLOTS_BEFORE)
    before = windows.value(station, variable, from + --at);
  for (let t = 1; t < count; t++) {
    const value = series[t];
    if (Number.isNaN(value)) continue;
    const change = Math.abs(value - before);
    if (change > limit && (t - at <= cadence || change > limit * Math.sqrt((t - at) / cadence))) {
      return true;
    }
    before = value;
    at = t;
  }
  return false;
}

function anyValue(count: number): boolean {
  for (let t = 0; t < count; t++) if (!Number.isNaN(series[t])) return true;
  return false;
}

function anyAbove0(count: number): boolean {
  for (let t = 0; t < count; t++) if (series[t] > 0) return true;
  return false;
}
