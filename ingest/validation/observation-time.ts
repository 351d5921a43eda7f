import { isoOf } from '../../schemas/time.ts';
import { Refusal, shown } from './refusal.ts';

const EXPECTED = 'should be ISO 8601 such as 2026-03-01T12:00:00Z (UTC where it names no zone) or Unix seconds';
const ISO = /^(\d{4})-(\d\d)-(\d\d)[T ](\d\d):(\d\d)(?::(\d\d)(?:[.,](\d{1,9}))?)?\s*(Z|z|[+-]\d\d(?::?\d\d)?)?$/;
const SECONDS = /^\d+(?:\.\d+)?$/;

/** Unix times before 1973-03-03 and after the year 5138 are years, dates or milliseconds by mistake. */
const FIRST_SECOND = 1e8;
const LAST_SECOND = 1e11;

/**
 * The time of an observation, ms since the epoch.
 *
 * @param value ISO 8601 or `YYYY-MM-DD HH:MM:SS`, UTC where it names no zone, or Unix seconds, fraction allowed, as number or text
 * @param latest newest time that is believed, ms since the epoch
 */
export function readTime(value: unknown, latest: number): number | Refusal {
  const time = typeof value === 'number' ? ofSeconds(value) : typeof value === 'string' ? ofText(value) : undefined;
  if (typeof time !== 'number') {
    if (value === undefined || value === null || value === '') {
      return new Refusal('invalid_time', `time is missing, ${EXPECTED}`);
    }
    return new Refusal('invalid_time', `time is ${shown(value)}, ${time ?? EXPECTED}`);
  }
  if (time > latest) {
    const detail = `time is ${shown(value)}, ahead of the clock: should not be after ${isoOf(latest)}; is the station's clock or its zone wrong?`;
    return new Refusal('time_ahead', detail);
  }
  return time;
}

/** ms since the epoch; a text says what is wrong; undefined where it is no time at all. */
function ofText(value: string): number | string | undefined {
  const text = value.trim();
  if (SECONDS.test(text)) return ofSeconds(Number(text));
  const match = ISO.exec(text);
  return match === null ? undefined : ofParts(match);
}

function ofSeconds(seconds: number): number | string | undefined {
  if (!Number.isFinite(seconds)) return undefined;
  if (seconds >= LAST_SECOND) return 'too large for Unix seconds: is it in milliseconds?';
  if (seconds < FIRST_SECOND) return `too small for Unix seconds of a weather station, ${EXPECTED}`;
  return Math.round(seconds * 1000);
}

function ofParts(match: RegExpExecArray): number | string {
  const fraction = match[7] === undefined ? 0 : Math.round(Number(`0.${match[7]}`) * 1000);
  const time = timeOfParts(
    Number(match[1]),
    Number(match[2]),
    Number(match[3]),
    Number(match[4]),
    Number(match[5]),
    Number(match[6] ?? 0),
  );
  if (time === undefined) return 'no date and time of the calendar';
  const offset = offsetOf(match[8]);
  if (offset === undefined) return 'its zone should be Z or an offset such as +02:00';
  if (time - offset < 0) return 'should not be before 1970';
  return time + fraction - offset;
}

/** ms since the epoch of a date and time of UTC; undefined where the calendar or the clock has none such. */
export function timeOfParts(
  year: number,
  month: number,
  day: number,
  hour: number,
  minute: number,
  second: number,
): number | undefined {
  if (hour > 23 || minute > 59 || second > 59 || month < 1 || month > 12 || day < 1) return undefined;
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  if (date.getUTCMonth() !== month - 1 || date.getUTCDate() !== day) return undefined;
  return date.getTime() + ((hour * 60 + minute) * 60 + second) * 1000;
}

/** ms of an offset from UTC such as `Z`, `+02`, `+0200`, `-03:30`; 0 where it is absent; undefined where it is none. */
export function offsetOf(zone: string | undefined): number | undefined {
  if (zone === undefined || zone === 'Z' || zone === 'z') return 0;
  const match = /^([+-])(\d\d)(?::?(\d\d))?$/.exec(zone);
  if (match === null) return undefined;
  const hours = Number(match[2]);
  const minutes = Number(match[3] ?? 0);
  // The earth's zones reach from -12:00 to +14:00.
  if (hours > 14 || minutes > 59) return undefined;
  return (match[1] === '-' ? -1 : 1) * (hours * 60 + minutes) * 60_000;
}
