import type { SourceZone } from '../../../ingest/feeds/clock/source-zone.ts';

const HOUR_MS = 3_600_000;
/** The earth's zones reach from -12:00 to +14:00. */
const EAST_MS = 14 * HOUR_MS;
const WEST_MS = 12 * HOUR_MS;

/** How many rows begin with `YYYY-MM-DD HH`. */
export interface Hour {
  readonly text: string;
  readonly count: number;
  /** Some of its rows may name a zone of their own. */
  readonly zoned: boolean;
}

/** Consecutive hours that are read at once. */
export interface Piece {
  readonly first: string;
  readonly last: string;
  /** Bounds of its times, ms since the epoch. */
  readonly earliest: number;
  readonly latest: number;
  /** No time of this piece or a later one is before it. */
  readonly nothingBefore: number;
}

/** Parts hours, which are in the order of their text, into pieces of about `most` rows. */
export function planPieces(hours: readonly Hour[], zone: SourceZone, most: number): Piece[] {
  const pieces: { first: string; last: string; count: number; earliest: number; latest: number }[] = [];
  for (const { text, count, zoned } of hours) {
    const [earliest, latest] = boundsOf(text, zoned, zone);
    const open = pieces.at(-1);
    if (open === undefined || open.count + count > most) {
      pieces.push({ first: text, last: text, count, earliest, latest });
      continue;
    }
    open.last = text;
    open.count += count;
    open.earliest = Math.min(open.earliest, earliest);
    open.latest = Math.max(open.latest, latest);
  }
  let nothingBefore = Number.POSITIVE_INFINITY;
  return pieces
    .reverse()
    .map(({ first, last, earliest, latest }) => {
      nothingBefore = Math.min(nothingBefore, earliest);
      return { first, last, earliest, latest, nothingBefore };
    })
    .reverse();
}

function boundsOf(text: string, zoned: boolean, zone: SourceZone): [number, number] {
  const [year, month, day, hour] = (text.match(/\d+/g) ?? []).map(Number);
  // A 30th of February counts as the 2nd of March: its rows are read, and refused, with those.
  const local = Date.UTC(year, month - 1, day, hour);
  let [earliest] = zone.around(local);
  let [, latest] = zone.around(local + HOUR_MS);
  if (zoned) {
    earliest = Math.min(earliest, local - EAST_MS);
    latest = Math.max(latest, local + HOUR_MS + WEST_MS);
  }
  return [earliest, latest];
}
