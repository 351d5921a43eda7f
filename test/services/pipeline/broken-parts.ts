import { type Dirent, readdirSync, readFileSync, truncateSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Leaves the parts of a table as an engine does that ran out of room while it merged: every file is there and empty.
 *
 * @param folder what the engine keeps
 * @param column that this table has and no other
 * @returns how many parts there were
 */
export function emptyParts(folder: string, column: string): number {
  if (folder.endsWith('detached')) return 0;
  const entries = ifThere(() => readdirSync(folder, { withFileTypes: true })) ?? [];
  const columns = ifThere(() => readFileSync(join(folder, 'columns.txt'), 'utf8')) ?? '';
  if (columns.includes(`\`${column}\``)) {
    for (const { name } of entries) ifThere(() => truncateSync(join(folder, name)));
    return 1;
  }
  const inner = (entry: Dirent) => emptyParts(join(folder, entry.name), column);
  return entries.filter((entry) => entry.isDirectory()).reduce((parts, entry) => parts + inner(entry), 0);
}

/** A running engine removes parts at any time. */
function ifThere<T>(read: () => T): T | null {
  try {
    return read();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}
