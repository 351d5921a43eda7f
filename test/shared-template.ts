import { chmodSync, existsSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { lockFolder } from '../services/stores/postgres/folder-lock.ts';

/** How long one waits for another who makes a template [ms]. */
const WAIT_MS = 120_000;

const found = new Map<string, Promise<string>>();

/**
 * A folder to be copied, for what takes long to make. The processes of test/side-by-side.ts share it, made by the first of
 * them; a process of its own has its own.
 *
 * @param name tells it from others
 * @param make fills an empty folder
 */
export function sharedTemplate(name: string, make: (folder: string) => Promise<unknown>): Promise<string> {
  const template = found.get(name) ?? find(name, make);
  found.set(name, template);
  return template;
}

async function find(name: string, make: (folder: string) => Promise<unknown>): Promise<string> {
  const shared = process.env['SHARED_BY_TESTS'];
  const parent = shared ?? mkdtempSync(join(tmpdir(), 'halcyon-template-'));
  if (shared === undefined) {
    process.once('exit', () => rmSync(parent, { recursive: true, force: true }));
    // A server that makes its databases in one may be another user.
    chmodSync(parent, 0o711);
  }
  const unlock = await lockFolder(join(parent, `${name}.lock`), 'The template', WAIT_MS);
  try {
    const folder = join(parent, name);
    if (!existsSync(folder)) {
      const draft = mkdtempSync(join(parent, 'draft-'));
      await make(draft);
      renameSync(draft, folder);
    }
    return folder;
  } finally {
    await unlock();
  }
}
