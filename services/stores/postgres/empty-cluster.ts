import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { create, extract } from 'tar';
import { packageFile } from '../../../schemas/package-root.ts';
import { pathCode } from '../../../schemas/path-reason.ts';
import { makeFolder } from '../data-folder.ts';
import { forkModule } from '../fork-module.ts';

/**
 * Makes an empty cluster of the embedded engine beside its place and moves it there when it is whole: an interrupted beginning
 * leaves nothing. The one that the build has packed is unpacked, as the engine takes seconds to make one.
 *
 * @param packed where one is packed; where there is no such file, as where sources run that were not built, the engine makes one
 * @throws Error with the words of the engine; of the file system
 */
export async function makeCluster(folder: string, packed = packedCluster()): Promise<void> {
  const draft = `${folder}.new`;
  await rm(draft, { recursive: true, force: true });
  if (!(await unpack(packed, draft))) await makeByEngine(draft);
  await rm(folder, { recursive: true, force: true });
  await rename(draft, folder);
}

/** Packs an empty cluster for `makeCluster`. */
export async function packCluster(packed = packedCluster()): Promise<void> {
  const folder = `${packed}.folder`;
  try {
    await rm(folder, { recursive: true, force: true });
    await makeByEngine(folder);
    await create({ file: `${packed}.new`, cwd: folder, gzip: true }, ['.']);
    await rename(`${packed}.new`, packed);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Where the build packs it. One of another version of the engine has another name, and is not used. */
function packedCluster(): string {
  const { dependencies } = JSON.parse(readFileSync(packageFile('package.json'), 'utf8')) as {
    readonly dependencies: Readonly<Record<string, string>>;
  };
  return packageFile('dist', `empty-cluster-${dependencies['@electric-sql/pglite']}.tgz`);
}

/** @returns false where the file is not there */
async function unpack(packed: string, folder: string): Promise<boolean> {
  await makeFolder(folder);
  try {
    await extract({ file: packed, cwd: folder, preserveOwner: false });
    return true;
  } catch (error) {
    if (pathCode(error) !== 'ENOENT') throw error;
    await rm(folder, { recursive: true, force: true });
    return false;
  }
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
