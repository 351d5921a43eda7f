/** What the broker keeps beside a committed offset is bounded [characters]. */
const ROOM = 4_000;
/** More than a network takes in a note. */
const LONGEST_ENTRY = 600;

/** Watermarks by network as a note for a successor; where there are too many, those that were reached last. */
export function noteOf(watermarks: ReadonlyMap<string, number>, room = ROOM): string {
  const newestFirst = [...watermarks].filter(([, slot]) => Number.isFinite(slot)).sort(([, a], [, b]) => b - a);
  let note = '';
  for (const [network, slot] of newestFirst) {
    const entry = `${encodeURIComponent(network)}=${slot}`;
    if (note.length + entry.length + 1 > room) break;
    note += note === '' ? entry : `&${entry}`;
  }
  return note;
}

/** Whether a note has room left: one that is full may lack networks. */
export function hasRoom(note: string): boolean {
  return note.length <= ROOM - LONGEST_ENTRY;
}

/** The watermarks of a note; what is none of it is left out. */
export function watermarksOf(note: string): Map<string, number> {
  const watermarks = new Map<string, number>();
  for (const [network, slot] of new URLSearchParams(note)) {
    if (/^-?\d+$/.test(slot)) watermarks.set(network, Number(slot));
  }
  return watermarks;
}

/** What a spatial worker notes: how far each network was judged, and where the observations were being read. */
export interface SpatialNote {
  readonly watermarks: ReadonlyMap<string, number>;
  /** Offsets by partition; null where nothing was noted. */
  readonly positions: readonly number[] | null;
}

/** Digits of positions, and how many of them each partition has where there are up to so many partitions. */
const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
const WIDTHS: readonly (readonly [partitions: number, width: number])[] = [
  [16, 8],
  [600, 3],
  [1_200, 2],
  [3_000, 1],
];

/**
 * A spatial worker's note: offsets by partition, a bar, watermarks. Of many partitions the offsets are rounded down to so few
 * digits that all of them have room: what is read once more changes nothing. Of more than 3,000 none is noted, and all is read.
 */
export function spatialNoteOf(watermarks: ReadonlyMap<string, number>, positions: readonly number[]): string {
  const offsets = packed(positions);
  return `${offsets}|${noteOf(watermarks, ROOM - offsets.length - 1)}`;
}

/** Reads what `spatialNoteOf` wrote. */
export function readSpatialNote(note: string): SpatialNote {
  const bar = note.indexOf('|');
  if (bar < 0) return { watermarks: new Map(), positions: null };
  return { watermarks: watermarksOf(note.slice(bar + 1)), positions: unpacked(note.slice(0, bar)) };
}

/** `lowest.step.width.digits`: each partition's offset is the lowest and so many steps. */
function packed(positions: readonly number[]): string {
  const width = WIDTHS.find(([partitions]) => positions.length <= partitions)?.[1];
  if (width === undefined || positions.length === 0) return '';
  const lowest = Math.min(...positions);
  const levels = DIGITS.length ** width;
  const step = Math.max(1, Math.ceil((Math.max(...positions) - lowest + 1) / levels));
  const digits = positions.map((position) => digitsOf(Math.floor((position - lowest) / step), width));
  return `${lowest}.${step}.${width}.${digits.join('')}`;
}

function unpacked(text: string): readonly number[] {
  const [lowest, step, width, digits] = text.split('.');
  // As versions before this one wrote them, exact and of few partitions.
  if (step === undefined) return text === '' ? [] : text.split(',').map(Number);
  const positions: number[] = [];
  for (let from = 0; from < digits.length; from += Number(width)) {
    let level = 0;
    for (const digit of digits.slice(from, from + Number(width))) level = level * DIGITS.length + DIGITS.indexOf(digit);
    positions.push(Number(lowest) + level * Number(step));
  }
  return positions;
}

function digitsOf(level: number, width: number): string {
  let digits = '';
  for (let rest = level; digits.length < width; rest = Math.floor(rest / DIGITS.length)) {
    digits = DIGITS[rest % DIGITS.length] + digits;
  }
  return digits;
}
