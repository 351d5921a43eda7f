const UNIT_MS: Readonly<Record<string, number>> = { second: 1_000, minute: 60_000, hour: 3_600_000, day: 86_400_000 };
/** `seconds since 1950-01-01 00:00:00`, in UTC where no zone stands behind it. */
const FORM =
  /^(second|sec|s|minute|min|hour|hr|h|day|d)s? since (\d{1,4})-(\d{1,2})-(\d{1,2})(?:[T ]+(\d{1,2}):(\d{2})(?::(\d{2})(?:\.0*)?)?)?(?: *(?:Z|UTC|GMT|\+?00?:?00))?$/i;
const LONG: Readonly<Record<string, string>> = {
  ...{ sec: 'second', s: 'second', min: 'minute', hr: 'hour', h: 'hour', d: 'day' },
};

/**
 * Reads the units of a coordinate of time (CF conventions, 4.4), of the Gregorian calendar and UTC.
 *
 * @returns what makes ms since the epoch of a number; null for any other text
 */
export function cfTime(units: string): ((value: number) => number) | null {
  const [, word, year, month, day, hour = '0', minute = '0', second = '0'] = FORM.exec(units.trim()) ?? [];
  if (word === undefined) return null;
  const short = word.toLowerCase();
  const step = UNIT_MS[LONG[short] ?? short];
  const epoch = new Date(0);
  epoch.setUTCFullYear(Number(year), Number(month) - 1, Number(day));
  epoch.setUTCHours(Number(hour), Number(minute), Number(second), 0);
  return (value) => epoch.getTime() + Math.round(value * step);
}
