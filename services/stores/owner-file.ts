import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { join } from 'node:path';
import { HalcyonError } from '../../schemas/errors.ts';

/** Who holds a data folder: a running system, or a command for the time of its run. */
export type OwnerRole = 'system' | 'command';

/** What the owner of a data folder tells the others about itself. */
export interface Owner {
  readonly pid: number;
  /** Unix socket on which its engine serves ClickHouse's HTTP interface. */
  readonly socket: string;
  readonly role: OwnerRole;
  /** Public URL of the running system's services; absent for a command, and for a system until it serves. */
  readonly url?: string;
}

/** Path of the owner file in a data folder. */
function ownerFilePath(dataFolder: string): string {
  return join(dataFolder, 'owner.json');
}

/**
 * Writes who owns `dataFolder`: readers find the old text or the new one, never half of it.
 *
 * @throws HalcyonError `cannot_write`
 */
export async function writeOwner(dataFolder: string, owner: Owner): Promise<void> {
  const path = ownerFilePath(dataFolder);
  const draft = `${path}.${process.pid}`;
  try {
    await writeFile(draft, `${JSON.stringify(owner)}\n`, { mode: 0o600 });
    await rename(draft, path);
  } catch (cause) {
    await rm(draft, { force: true });
    const code = cause instanceof Error && 'code' in cause ? String(cause.code) : 'unknown';
    throw new HalcyonError('cannot_write', `${path} cannot be written (${code}).`, { cause });
  }
}

/** What the owner file says, whether or not that owner still lives; null where there is none that can be read. */
export async function recordedOwner(dataFolder: string): Promise<Owner | null> {
  try {
    const owner = JSON.parse(await readFile(ownerFilePath(dataFolder), 'utf8')) as Partial<Owner>;
    if (typeof owner.pid !== 'number' || typeof owner.socket !== 'string') return null;
    return {
      pid: owner.pid,
      socket: owner.socket,
      role: owner.role === 'system' ? 'system' : 'command',
      ...(typeof owner.url === 'string' ? { url: owner.url } : {}),
    };
  } catch {
    return null;
  }
}

/** The owner of a data folder that lives, that is whose socket answers; null where nobody does. */
export async function livingOwner(dataFolder: string): Promise<Owner | null> {
  const owner = await recordedOwner(dataFolder);
  return owner !== null && (await answers(owner.socket)) ? owner : null;
}

/** Removes the owner file where it is this process's own. */
export async function removeOwner(dataFolder: string): Promise<void> {
  const owner = await recordedOwner(dataFolder);
  if (owner?.pid === process.pid) await rm(ownerFilePath(dataFolder), { force: true });
}

/** True where an engine answers on `socket` within `waitMs`. */
export function answers(socket: string, waitMs = 1_000): Promise<boolean> {
  return new Promise((resolve) => {
    const ping = request({ socketPath: socket, path: '/ping', timeout: waitMs }, (response) => {
      response.resume();
      resolve(response.statusCode === 200);
    });
    ping.on('timeout', () => ping.destroy(new Error('no answer')));
    ping.on('error', () => resolve(false));
    ping.end();
  });
}
