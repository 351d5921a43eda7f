import { fieldMoment, fieldText } from '../time/field-time.ts';
import { DAY_MS, readMoment } from '../time/moments.ts';

/** A time from one moment to another, ISO 8601 in UTC. */
export interface Occurrence {
  readonly from: string;
  readonly to: string;
}

/**
 * A time that is repeated each week, at the same times of the clock whatever its season; null where it does not begin before it
 * ends.
 *
 * @param from as its field has it, on the clock of the reader's time zone; `to` likewise
 * @param times how often, 1 for once
 */
export function weekly(from: string, to: string, times: number): Occurrence[] | null {
  const found: Occurrence[] = [];
  for (let week = 0; week < times; week++) {
    const [begin, end] = [weeksLater(from, week), weeksLater(to, week)];
    if (begin === null || end === null || begin >= end) return null;
    found.push({ from: begin, to: end });
  }
  return found;
}

/** A day later at a full hour, as its field has it: what is planned at first. */
export function tomorrowAt(hour: number, now: number): string {
  return `${fieldText(now + DAY_MS).slice(0, 10)}T${String(hour).padStart(2, '0')}:00`;
}

/** The clock is moved on, not the time: a week has an hour more or less where the clocks change. */
function weeksLater(field: string, weeks: number): string | null {
  const shown = readMoment(`${field.slice(0, 16)}:00Z`);
  if (shown === null) return null;
  return fieldMoment(new Date(shown + weeks * 7 * DAY_MS).toISOString().slice(0, 16));
}
