import { message } from '../messages/message.ts';
import { dateFormat } from './date-format.ts';
import { onTheClock, zoneMark } from './zone.ts';

/** A slot of the judgement [ms]. */
export const SLOT_MS = 600_000;
export const HOUR_MS = 3_600_000;
export const DAY_MS = 86_400_000;

/** Begin of the slot that a time lies in. */
export function slotAt(time: number): number {
  return Math.floor(time / SLOT_MS) * SLOT_MS;
}

/** ISO 8601 in UTC, to the second: as addresses and requests have times. */
export function isoOf(time: number): string {
  return `${new Date(time).toISOString().slice(0, 19)}Z`;
}

/** `14:20`, on the clock of the reader's time zone. */
export function clockOf(time: number): string {
  return dateText(time, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });
}

/** `22 Nov`; `22 Nov 2022` where that is not the year of `now`. */
export function dayOf(time: number, now = Date.now()): string {
  const isThisYear = onTheClock(time).getUTCFullYear() === onTheClock(now).getUTCFullYear();
  return dateText(time, { day: 'numeric', month: 'short', ...(!isThisYear && { year: 'numeric' }) });
}

/** `22 Nov 14:20`, in the reader's time zone and language; with the year where that is not the one of `now`. */
export function momentOf(time: number, now = Date.now()): string {
  return `${dayOf(time, now)} ${clockOf(time)}`;
}

/** The same to the second: `22 Nov 14:20:05`. */
export function momentToSecond(time: number, now = Date.now()): string {
  const clock = dateText(time, { hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h23' });
  return `${dayOf(time, now)} ${clock}`;
}

/** The same with the zone: `22 Nov 14:20 UTC`. */
export function zonedMoment(time: number, now = Date.now()): string {
  return `${momentOf(time, now)} ${zoneMark(time)}`;
}

/** The same to the second: `22 Nov 14:20:05 UTC`. */
export function zonedToSecond(time: number, now = Date.now()): string {
  return `${momentToSecond(time, now)} ${zoneMark(time)}`;
}

/** How long something was or is ago, in the largest unit that says it: `40 s`, `12 min`, `3 h`, `2 d`. */
export function spanOf(milliseconds: number): string {
  const seconds = Math.max(0, Math.round(milliseconds / 1000));
  if (seconds < 90) return message('time.seconds', { n: seconds });
  const minutes = Math.round(seconds / 60);
  if (minutes < 90) return message('time.minutes', { n: minutes });
  const hours = Math.round(minutes / 60);
  return hours < 48 ? message('time.hours', { n: hours }) : message('time.days', { n: Math.round(hours / 24) });
}

/** A time from an address; null where there is none, or none that can be read. */
export function readMoment(text: string | null): number | null {
  // Date.parse makes something of almost anything.
  if (text === null || !/^\d{4}-\d{2}-\d{2}T/.test(text)) return null;
  const time = Date.parse(text);
  return Number.isNaN(time) ? null : time;
}

/**
 * The time that an address asks for; null where it asks for none.
 *
 * @throws Error in words for people, where it cannot be read
 */
export function askedMoment(query: URLSearchParams): number | null {
  const text = query.get('time');
  const time = readMoment(text);
  if (text !== null && time === null) throw new Error(message('time.unreadable', { text }));
  return time;
}

function dateText(time: number, options: Intl.DateTimeFormatOptions): string {
  return dateFormat(options).format(time);
}
