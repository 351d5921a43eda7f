import { isoOf, readMoment } from './moments.ts';
import { fromTheClock, onTheClock } from './zone.ts';

/** A time as its field in a form takes it, in the reader's time zone; '' for none. */
export function fieldText(time: number | null): string {
  return time === null ? '' : isoOf(onTheClock(time).getTime()).slice(0, 16);
}

/** What a time field holds as ISO 8601 in UTC, read on the clock of the reader's time zone; null where it is empty. */
export function fieldMoment(text: string): string | null {
  const shown = readMoment(text === '' ? null : `${text.slice(0, 16)}:00Z`);
  return shown === null ? null : isoOf(fromTheClock(new Date(shown)));
}
