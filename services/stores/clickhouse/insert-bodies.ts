/** Characters of one body: of three bytes at most each, they stay below the 64 MiB that the engine takes as one insert. */
const MOST_CHARACTERS = 16 * 1024 * 1024;
/** Rows that are written as one text: one call for many is three times as fast as one a row. */
const ROWS_AT_ONCE = 1_000;

/**
 * Rows as bodies of the format JSONCompactEachRow, which takes commas between rows. They are bounded in bytes, as rows may be of
 * any length: an engine refuses what it cannot cut.
 *
 * @param most characters of a body; one row alone may have more
 */
export function* insertBodies(rows: readonly (readonly unknown[])[], most = MOST_CHARACTERS): Generator<Buffer> {
  let gathered: string[] = [];
  let length = 0;
  for (let start = 0; start < rows.length; start += ROWS_AT_ONCE) {
    for (const text of textsOf(rows.slice(start, start + ROWS_AT_ONCE), most)) {
      if (length > 0 && length + text.length > most) {
        yield Buffer.from(gathered.join());
        gathered = [];
        length = 0;
      }
      gathered.push(text);
      length += text.length;
    }
  }
  if (length > 0) yield Buffer.from(gathered.join());
}

/** Rows as one text; as several where that would be too long. */
function textsOf(rows: readonly (readonly unknown[])[], most: number): string[] {
  const text = JSON.stringify(rows).slice(1, -1);
  if (text.length <= most || rows.length === 1) return [text];
  const half = Math.ceil(rows.length / 2);
  return [...textsOf(rows.slice(0, half), most), ...textsOf(rows.slice(half), most)];
}
