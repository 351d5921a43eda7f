/*
 * Both engines hand out the same JavaScript values, whatever their drivers would do by themselves: 64-bit integers as text
 * or bigint, dates as midnight of the local zone, intervals as objects.
 */

/** Reads a value from PostgreSQL's text of it. */
type Reader = (text: string) => unknown;

/** Readers by PostgreSQL's number of the type. */
export const READERS: Readonly<Record<number, Reader>> = {
  17: bytesOf, // bytea
  20: integerOf, // int8
  600: textOf, // point
  1082: textOf, // date
  1186: textOf, // interval
};

/** Arrays whose elements would be read differently: number of their type and reader of an element. */
export const ARRAY_READERS: Readonly<Record<number, Reader>> = {
  1001: bytesOf,
  1016: integerOf,
  1017: textOf,
  1182: textOf,
  1187: textOf,
  1231: textOf, // numeric
};

/** A 64-bit integer: a number where that is exact, else a bigint. */
function integerOf(text: string): number | bigint {
  const value = Number(text);
  return Number.isSafeInteger(value) ? value : BigInt(text);
}

/** PostgreSQL writes bytes as hexadecimal digits after `\x`. */
function bytesOf(text: string): Buffer {
  return Buffer.from(text.slice(2), 'hex');
}

/** As it is written: a date `2026-09-01`, an interval `1 day 02:03:04`. */
function textOf(text: string): string {
  return text;
}
