import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { folderWithStores } from '../services/stores/made-folders.ts';

const made: string[] = [];

/** A new folder for the time of a test run. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'halcyon-integration-'));
  made.push(folder);
  return folder;
}

/**
 * A data folder that no system has run on. Its stores are copies: making embedded ones takes PGlite ten seconds and more, the
 * engine of the time series one, and every test here would pay for it.
 */
export async function freshDataFolder(): Promise<string> {
  const folder = await folderWithStores();
  made.push(folder);
  return folder;
}

process.once('exit', () => {
  for (const folder of made) rmSync(folder, { recursive: true, force: true });
});
