import { tzOffset } from '@date-fns/tz';
import { preferences } from '../preferences/preferences.ts';
import { dateFormat } from './date-format.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

/**
 * A time as the clocks of the reader's time zone show it.
 *
 * @param time ms since the epoch
 * @returns a date whose fields in UTC are those of the zone
 */
export function onTheClock(time: number): Date {
  return new Date(time + offsetAt(time));
}

/**
 * The time [ms since the epoch] at which the clocks of the reader's zone show something. Where the clock was set back it is
 * the first of the two; what it skipped is as much later.
 *
 * @param shown a date whose fields in UTC are those that the clocks show
 */
export function fromTheClock(shown: Date): number {
  const fields = shown.getTime();
  // A zone changes its offset once in two days at most.
  const [before, after] = [fields - offsetAt(fields - DAY_MS), fields - offsetAt(fields + DAY_MS)];
  return [before, after].find((time) => time + offsetAt(time) === fields) ?? before;
}

/** The reader's time zone, as forms and tables name it. */
export function zoneName(): string {
  return preferences().zone.replaceAll('_', ' ');
}

/** The zone of a time as it is written behind it, such as `UTC` or `CET`: it changes with the season. */
export function zoneMark(time: number): string {
  const parts = dateFormat({ timeZoneName: 'short' }).formatToParts(time);
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? preferences().zone;
}

/** How far the clocks of the zone are ahead of UTC [ms]. */
function offsetAt(time: number): number {
  return tzOffset(preferences().zone, new Date(time)) * MINUTE_MS;
}
