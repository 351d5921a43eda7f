import { isoOf, readMoment } from './moments.ts';

/** A time as its field in a form takes it, in UTC; '' for none. */
export function fieldText(time: number | null): string {
  return time === null ? '' : isoOf(time).slice(0, 16);
}

/** What a time field holds as ISO 8601, read as UTC; null where it is empty. */
export function fieldMoment(text: string): string | null {
  const time = readMoment(text === '' ? null : `${text.slice(0, 16)}:00Z`);
  return time === null ? null : isoOf(time);
}
