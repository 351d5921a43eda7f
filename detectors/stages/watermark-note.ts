/** What the broker keeps beside a committed offset is bounded [characters]. */
const ROOM = 4_000;

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

/** A spatial worker's note: offsets by partition, a bar, watermarks. */
export function spatialNoteOf(watermarks: ReadonlyMap<string, number>, positions: readonly number[]): string {
  const offsets = positions.join();
  return `${offsets}|${noteOf(watermarks, ROOM - offsets.length - 1)}`;
}

/** Reads what `spatialNoteOf` wrote. */
export function readSpatialNote(note: string): SpatialNote {
  const bar = note.indexOf('|');
  if (bar < 0) return { watermarks: new Map(), positions: null };
  return {
    watermarks: watermarksOf(note.slice(bar + 1)),
    positions: note.slice(0, bar).split(',').map(Number),
  };
}
