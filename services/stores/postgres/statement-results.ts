/*
 * Both engines hand out the same JavaScript values: whole numbers as numbers, dates as their text. Left to themselves one
 * gives 64-bit integers as text and dates as midnight of the local zone.
 */

/** PostgreSQL's numbers of the types that are read our way. */
export const TYPE = { int8: 20, date: 1082 } as const;

/** A 64-bit integer: a number where that is exact, else a bigint. */
export function integerOf(text: string): number | bigint {
  const value = Number(text);
  return Number.isSafeInteger(value) ? value : BigInt(text);
}

/** A date as it is written, `2026-09-01`. */
export function dateOf(text: string): string {
  return text;
}
