/** What would be right, for the message about a text that is no time. */
export const EXPECTED_TIME = 'NOW, YYYY-MM-DD HH:MM:SS, the same with a T or a zone, or a Unix timestamp in seconds';

/** A calendar day from 1900 to 2298, as a regular expression. */
const DAY =
  '(?:(?:19|2[01])[0-9]{2}|22[0-8][0-9]|229[0-8])-' +
  '(?:(?:0[13578]|1[02])-(?:0[1-9]|[12][0-9]|3[01])|(?:0[469]|11)-(?:0[1-9]|[12][0-9]|30)|02-(?:0[1-9]|1[0-9]|2[0-8]))';
const LEAP_DAY = '(?:(?:19|2[0-2])(?:0[48]|[2468][048]|[13579][26])|2000)-02-29';
const CLOCK = '(?:[01][0-9]|2[0-3]):[0-5][0-9](?::[0-5][0-9](?:[.,][0-9]{1,9})?)?';
const ZONE = ' ?(?:[Zz]|[+-](?:0[0-9]|1[0-4]):?[0-5][0-9])';

/** The texts that `readTime` takes for times, as a regular expression of JSON Schema, for documents. */
export const TIME_PATTERN = `^(?:[Nn][Oo][Ww]|(?:${DAY}|${LEAP_DAY})[Tt ]${CLOCK}(?:${ZONE})?|[0-9]{1,10}(?:\\.[0-9]*)?)$`;

const CALENDAR = /^(\d{4})-(\d{2})-(\d{2})[T ](\d{2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?\s?(Z|[+-]\d{2}:?\d{2})?$/i;
const UNIX = /^\d+(\.\d*)?$/;
/** The largest time that a Date can hold, ms. */
const LAST_TIME = 8.64e15;

/**
 * Reads a point in time: `NOW` in any case, a calendar time (UTC where it names no zone), a Unix timestamp in seconds
 * that may have a fraction, or a Date.
 *
 * @param now the current time, ms since the epoch
 * @returns ms since the epoch, whole; undefined where it is no time
 */
export function readTime(value: unknown, now: number): number | undefined {
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? undefined : value.getTime();
  if (typeof value === 'number') return unixTime(value);
  if (typeof value !== 'string') return undefined;
  const text = value.trim();
  if (text.toUpperCase() === 'NOW') return now;
  if (UNIX.test(text)) return unixTime(Number(text));
  return calendarTime(text);
}

function unixTime(seconds: number): number | undefined {
  const time = Math.round(seconds * 1000);
  return seconds >= 0 && time <= LAST_TIME ? time : undefined;
}

function calendarTime(text: string): number | undefined {
  const match = CALENDAR.exec(text);
  if (match === null) return undefined;
  const [year, month, day, hour, minute, second] = match.slice(1, 7).map((part) => Number(part ?? 0));
  const fraction = Math.floor(Number(`0.${match[7] ?? 0}`) * 1000);
  const time = Date.UTC(year, month - 1, day, hour, minute, second, fraction);
  const back = new Date(time);
  // Date.UTC carries over: 31 February becomes March, 24:00 the next day, year 49 becomes 1949.
  const same =
    back.getUTCFullYear() === year &&
    back.getUTCMonth() === month - 1 &&
    back.getUTCDate() === day &&
    back.getUTCHours() === hour &&
    back.getUTCMinutes() === minute;
  const offset = zoneOffset(match[8]);
  return same && offset !== undefined ? time - offset : undefined;
}

/** Minutes of a zone east of UTC as ms; undefined where they are out of range. */
function zoneOffset(zone: string | undefined): number | undefined {
  if (zone === undefined || zone.toUpperCase() === 'Z') return 0;
  const hours = Number(zone.slice(1, 3));
  const minutes = Number(zone.slice(-2));
  if (hours > 14 || minutes > 59) return undefined;
  return (zone.startsWith('-') ? -1 : 1) * (hours * 60 + minutes) * 60_000;
}
