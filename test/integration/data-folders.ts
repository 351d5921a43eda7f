import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { folderWithCatalogue } from '../services/stores/catalogue-folder.ts';

const made: string[] = [];

/** A new folder for the time of a test run. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'halcyon-integration-'));
  made.push(folder);
  return folder;
}

/**
 * A data folder that no system has run on. Its catalogue is a copy: making an embedded one takes PGlite ten seconds and
 * more, and every test here would pay for it.
 */
export async function freshDataFolder(): Promise<string> {
  const folder = await folderWithCatalogue();
  made.push(folder);
  return folder;
}

process.once('exit', () => {
  for (const folder of made) rmSync(folder, { recursive: true, force: true });
});
