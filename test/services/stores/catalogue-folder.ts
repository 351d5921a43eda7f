import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openCatalogue } from '../../../services/stores/open-catalogue.ts';

let template: Promise<string> | null = null;

/** A new data folder with an embedded catalogue; the cluster is made once and copied, since making it takes seconds. */
export async function folderWithCatalogue(): Promise<string> {
  template ??= makeTemplate();
  const folder = mkdtempSync(join(tmpdir(), 'halcyon-catalogue-'));
  cpSync(await template, folder, { recursive: true });
  return folder;
}

async function makeTemplate(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'halcyon-catalogue-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  // As a making leaves it that was cut short before the move to its place: the next one begins anew.
  mkdirSync(join(folder, 'catalogue.new'));
  writeFileSync(join(folder, 'catalogue.new', 'PG_VERSION'), '1');
  await (await openCatalogue({ dataFolder: folder })).close();
  return folder;
}
