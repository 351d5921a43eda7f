import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { Worker } from 'node:worker_threads';
import { makeFolder } from '../data-folder.ts';
import { forkModule, moduleToThread } from '../fork-module.ts';

/**
 * Makes a cluster of the embedded engine beside its place and moves it there when it is whole: an interrupted beginning leaves
 * nothing. A packed one is unpacked, with the tables that it has, as the engine takes seconds to make an empty one.
 *
 * @param packed where one is packed; null, or no such file, as where sources run that were not built: the engine makes one
 * @throws Error with the words of the engine; of the file system
 */
export async function makeCluster(folder: string, packed: string | null): Promise<void> {
  const draft = `${folder}.new`;
  await rm(draft, { recursive: true, force: true });
  if (packed === null || !(await unpack(packed, draft))) await makeByEngine(draft);
  await rm(folder, { recursive: true, force: true });
  await rename(draft, folder);
}

/** What a thread unpacks, and where. */
export interface Unpacking {
  readonly file: string;
  readonly folder: string;
}

/** @returns false where the file is not there */
async function unpack(file: string, folder: string): Promise<boolean> {
  if (!existsSync(file)) return false;
  await makeFolder(folder);
  const workerData: Unpacking = { file, folder };
  const thread = new Worker(moduleToThread('./unpacking-thread', import.meta.url), { workerData });
  await once(thread, 'exit');
  return true;
}

async function makeByEngine(folder: string): Promise<void> {
  const child = forkModule('./cluster-process', import.meta.url, { stdio: ['ignore', 'ignore', 'pipe', 'ipc'] });
  let words = '';
  child.stderr?.on('data', (chunk: Buffer) => {
    words += chunk.toString('utf8');
  });
  child.send(folder, () => undefined);
  const [code, signal] = (await once(child, 'close')) as [number | null, NodeJS.Signals | null];
  if (code !== 0) throw new Error(`${signal ?? code} ${words}`.trim());
}
