import { MISSED_REPORTS } from '../../schemas/station-state.ts';
import { SLOT_MS } from '../../schemas/time.ts';
import { VARIABLES, type Variable } from '../../schemas/variables.ts';
import type { Reported, StationReports } from '../stores/roles/observation-store.ts';

/** From one report on nobody knows how often a sensor reports. */
const FEWEST_REPORTS = 2;

/** True where nothing came since a time for longer than three reports take, at the pace of before. */
export function hasStopped({ first, last, slots }: Reported, since: number, time: number): boolean {
  return slots >= FEWEST_REPORTS && time - since > longestPause(first, last, slots, SLOT_MS);
}

/** A sensor of which nothing comes any more, and the time of its last value, ms since the epoch. */
interface StoppedSensor {
  readonly variable: Variable;
  readonly last: number;
}

/** The sensors of which a station sends nothing while it reports: what a silent station says of its sensors is nothing. */
export function stoppedSensors({ last: reported, values }: StationReports): StoppedSensor[] {
  return VARIABLES.flatMap((variable) => {
    const value = values[variable];
    return value !== undefined && hasStopped(value, value.last, reported) ? [{ variable, last: value.last }] : [];
  });
}

/**
 * How long what reported may be quiet before it is silent, in the unit of its times.
 *
 * @param slots those with a report, two at least, from the first to the last
 * @param slot length of a slot: nothing is known of anything faster
 */
export function longestPause(first: number, last: number, slots: number, slot: number): number {
  return MISSED_REPORTS * Math.max(slot, (last - first) / (slots - 1));
}
