/** What the broker keeps beside a committed offset is bounded [characters]. */
const ROOM = 4_000;

/** Watermarks by network as a note for a successor; where there are too many, those that were reached last. */
export function noteOf(watermarks: ReadonlyMap<string, number>): string {
  const newestFirst = [...watermarks].filter(([, slot]) => Number.isFinite(slot)).sort(([, a], [, b]) => b - a);
  let note = '';
  for (const [network, slot] of newestFirst) {
    const entry = `${encodeURIComponent(network)}=${slot}`;
    if (note.length + entry.length + 1 > ROOM) break;
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
