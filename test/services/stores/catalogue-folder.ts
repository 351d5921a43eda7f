import { cpSync, existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openCatalogue } from '../../../services/stores/opening/open-catalogue.ts';
import { lockFolder } from '../../../services/stores/postgres/folder-lock.ts';

/** How long one waits for another who makes the template [ms]. */
const WAIT_MS = 120_000;

let template: Promise<string> | null = null;

/** A new data folder with an embedded catalogue; the cluster is made once and copied, since making it takes seconds. */
export async function folderWithCatalogue(): Promise<string> {
  template ??= findTemplate();
  const folder = mkdtempSync(join(tmpdir(), 'halcyon-catalogue-'));
  cpSync(await template, folder, { recursive: true });
  return folder;
}

/** The template that the processes of test/side-by-side.ts share, made by the first of them, or one of this process. */
async function findTemplate(): Promise<string> {
  const shared = process.env['SHARED_BY_TESTS'];
  const parent = shared ?? mkdtempSync(join(tmpdir(), 'halcyon-template-'));
  if (shared === undefined) process.once('exit', () => rmSync(parent, { recursive: true, force: true }));
  const unlock = await lockFolder(join(parent, 'template.lock'), 'The template', WAIT_MS);
  try {
    const folder = join(parent, 'template');
    if (!existsSync(folder)) {
      const draft = mkdtempSync(join(parent, 'draft-'));
      await makeTemplate(draft);
      renameSync(draft, folder);
    }
    return folder;
  } finally {
    await unlock();
  }
}

async function makeTemplate(folder: string): Promise<void> {
  // As a making leaves it that was cut short before the move to its place: the next one begins anew.
  mkdirSync(join(folder, 'catalogue.new'));
  writeFileSync(join(folder, 'catalogue.new', 'PG_VERSION'), '1');
  await (await openCatalogue({ dataFolder: folder })).close();
}
