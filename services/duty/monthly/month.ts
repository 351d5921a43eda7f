/** Verdicts of the last hours of a month are settled, and late reports are there, so long after its end [ms]. */
const SETTLED_MS = 6 * 3_600_000;
/** So long after its end nobody is told of a month any more who was not by then [ms]. */
export const LATEST_MS = 7 * 86_400_000;

/** A month of UTC: its beginning, and that of the next, ms since the epoch. */
export interface Month {
  readonly begin: number;
  readonly end: number;
}

/** The month of UTC that a time [ms since the epoch] is in. */
export function monthOf(time: number): Month {
  const date = new Date(time);
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth()];
  return { begin: Date.UTC(year, month), end: Date.UTC(year, month + 1) };
}

/** The month of which people are to be told now: the last one, for some days after its end; null where it is too late or early. */
export function toldMonth(now: number): Month | null {
  const month = monthOf(monthOf(now).begin - 1);
  const since = now - month.end;
  return since >= SETTLED_MS && since <= LATEST_MS ? month : null;
}

/** `February 2026`. */
export function monthName({ begin }: Pick<Month, 'begin'>): string {
  return new Intl.DateTimeFormat('en', { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(begin);
}
