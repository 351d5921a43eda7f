import { execFile } from 'node:child_process';
import { lstatSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Bytes of all files in some folders; one that goes away while it is looked for counts nothing. */
export function bytesIn(folders: readonly string[]): number {
  return folders
    .flatMap(filesIn)
    .reduce((sum, path) => sum + (lstatSync(path, { throwIfNoEntry: false })?.size ?? 0), 0);
}

function filesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
}

/**
 * `cp -r` of some folders to a place that is not there yet and is removed again: as fast as files go from this disk to it.
 *
 * @returns bytes that were copied and how long it took [s]
 * @throws Error where nothing could be copied
 */
export async function plainCopy(
  folders: readonly string[],
  place: string,
): Promise<{ bytes: number; seconds: number }> {
  const began = performance.now();
  // A server that runs may remove a file before it is copied: then cp says so, and goes on.
  await run('mkdir', [place]);
  await run('cp', ['-r', ...folders, place]).catch(() => undefined);
  const seconds = (performance.now() - began) / 1000;
  const bytes = bytesIn([place]);
  rmSync(place, { recursive: true, force: true });
  if (bytes === 0) throw new Error(`nothing of ${folders.join(', ')} could be copied`);
  return { bytes, seconds };
}
