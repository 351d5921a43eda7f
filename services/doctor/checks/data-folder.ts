import { randomUUID } from 'node:crypto';
import { readdir, rm, stat, statfs, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { pathReason } from '../../../schemas/path-reason.ts';
import { livingOwner } from '../../stores/owner-file.ts';
import { type Finding, ok, warning, wrong } from '../installation/finding.ts';
import type { Check } from '../installation/installation.ts';

const WHAT = 'data folder';
const SPACE = 'free space';
const OTHER = 'let this user write it, or name another folder by HALCYON_DATA';
/** What a start makes in its folder, the one or the other by its settings. */
const OWN = ['time-series', 'catalogue', 'files', 'identity.key'];
/** Names of others that are told. */
const SHOWN = 3;
const GiB = 2 ** 30;
/** Below these it is told [bytes]: a store that cannot merge its parts stops taking what comes. */
const [LEAST, LITTLE] = [GiB / 2, 5 * GiB];

/** The folder of everything embedded: there, writable, with room, and whose. */
export const dataFolder: Check = {
  what: WHAT,
  look: async ({ configuration }) => {
    const folder = resolve(configuration.data);
    const place = await nearestFolder(folder);
    if (typeof place !== 'string') return [place];
    const refused = await refusal(place);
    if (refused !== null) return [wrong(WHAT, `${place} cannot be written: ${refused}`, OTHER)];
    if (place !== folder) {
      // Of a name that is mistyped it says what is there.
      const above = place === dirname(folder) ? '' : `, of whose path only ${place} is there`;
      return [ok(WHAT, `nothing is there yet: the first start makes ${folder}${above}`), await room(place)];
    }
    const others = await foreign(folder);
    if (others !== null) return [others, await room(folder)];
    const owner = await livingOwner(folder);
    const held = owner === null ? 'no process holds it' : `held by a ${owner.role} (pid ${owner.pid})`;
    return [...(await privacy(folder, held)), await room(folder)];
  },
};

/** The folder, or the nearest above it that is there. */
async function nearestFolder(folder: string): Promise<string | Finding> {
  for (let path = folder; ; path = dirname(path)) {
    const found = await stat(path).catch((error: NodeJS.ErrnoException) => error);
    if (!(found instanceof Error)) {
      if (found.isDirectory()) return path;
      return wrong(WHAT, `${path} is not a folder`, 'name a folder by HALCYON_DATA');
    }
    if (found.code !== 'ENOENT' || path === dirname(path)) {
      return wrong(WHAT, `${path} cannot be looked at: ${pathReason(found)}`, OTHER);
    }
  }
}

/** Said of a folder that holds things, and none that Halcyon makes; null of others. */
async function foreign(folder: string): Promise<Finding | null> {
  const found = (await readdir(folder)).toSorted();
  if (found.length === 0 || found.some((name) => OWN.includes(name))) return null;
  const shown = found.slice(0, SHOWN).join(', ') + (found.length > SHOWN ? ` and ${found.length - SHOWN} more` : '');
  return warning(WHAT, `${folder} holds ${shown}, and nothing of Halcyon`, 'name a folder of its own by HALCYON_DATA');
}

/** Why nothing can be written into a folder; null where it can. Only writing tells: a disk may be full, or read only. */
async function refusal(folder: string): Promise<string | null> {
  const probe = join(folder, `.doctor-${randomUUID()}`);
  try {
    try {
      await writeFile(probe, 'x', { mode: 0o600, flag: 'wx' });
    } finally {
      await rm(probe, { force: true });
    }
    return null;
  } catch (error) {
    return pathReason(error);
  }
}

/** Keys and stores lie in it: nobody else should read it. */
async function privacy(folder: string, held: string): Promise<Finding[]> {
  const { mode } = await stat(folder);
  if ((mode & 0o077) === 0) return [ok(WHAT, `${folder}, ${held}`)];
  const shown = (mode & 0o777).toString(8);
  return [warning(WHAT, `${folder}, ${held}, may be entered by others (mode ${shown})`, `chmod 700 ${folder}`)];
}

async function room(folder: string): Promise<Finding> {
  const { bavail, bsize } = await statfs(folder);
  const free = bavail * bsize;
  const detail = `${(free / GiB).toFixed(1)} GiB free at ${folder}`;
  const remedy = 'make room, or move the data to a larger disk';
  if (free < LEAST) return wrong(SPACE, detail, remedy);
  return free < LITTLE ? warning(SPACE, detail, remedy) : ok(SPACE, detail);
}
