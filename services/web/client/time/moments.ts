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

/** `14:20` */
export function clockOf(time: number): string {
  return new Date(time).toISOString().slice(11, 16);
}

/** `22 Nov`; `22 Nov 2022` where that is not the year of `now`. */
export function dayOf(time: number, now = Date.now()): string {
  const date = new Date(time);
  const year = date.getUTCFullYear();
  const day = `${date.getUTCDate()} ${MONTHS[date.getUTCMonth()]}`;
  return year === new Date(now).getUTCFullYear() ? day : `${day} ${year}`;
}

/** `22 Nov 14:20`, in UTC as everything here; with the year where that is not the one of `now`. */
export function momentOf(time: number, now = Date.now()): string {
  return `${dayOf(time, now)} ${clockOf(time)}`;
}

/** How long something was or is ago, in the largest unit that says it: `40 s`, `12 min`, `3 h`, `2 d`. */
export function spanOf(milliseconds: number): string {
  const seconds = Math.max(0, Math.round(milliseconds / 1000));
  if (seconds < 90) return `${seconds} s`;
  const minutes = Math.round(seconds / 60);
  if (minutes < 90) return `${minutes} min`;
  const hours = Math.round(minutes / 60);
  return hours < 48 ? `${hours} h` : `${Math.round(hours / 24)} d`;
}

/** A time from an address; null where there is none, or none that can be read. */
export function readMoment(text: string | null): number | null {
  // Date.parse makes something of almost anything.
  if (text === null || !/^\d{4}-\d{2}-\d{2}T/.test(text)) return null;
  const time = Date.parse(text);
  return Number.isNaN(time) ? null : time;
}

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
