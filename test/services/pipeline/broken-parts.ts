import { readdirSync, readFileSync, truncateSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Leaves the parts of a table as an engine does that ran out of room while it merged: every file is there and empty. The
 * engine must not run.
 *
 * @param folder what the engine keeps
 * @param column that this table has and no other
 * @returns how many parts there were
 */
export function emptyParts(folder: string, column: string): number {
  let parts = 0;
  for (const { name, parentPath } of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (name !== 'columns.txt' || parentPath.includes('detached')) continue;
    if (!readFileSync(join(parentPath, name), 'utf8').includes(`\`${column}\``)) continue;
    for (const file of readdirSync(parentPath)) truncateSync(join(parentPath, file));
    parts++;
  }
  return parts;
}
