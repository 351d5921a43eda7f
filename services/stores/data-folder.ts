import { createHash, randomUUID } from 'node:crypto';
import {
  chmod,
  link,
  lstat,
  mkdir,
  open,
  readdir,
  readFile,
  realpath,
  rename,
  rm,
  stat,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { HalcyonError } from '../../schemas/errors.ts';
import { pathCode, pathReason } from '../../schemas/path-reason.ts';

/** The address of a Unix socket has room for 107 bytes on Linux and 103 on macOS. */
const SOCKET_PATH_BYTES = 100;
/** Socket of the time series' engine. */
const ENGINE_SOCKET = 'engine.sock';
/** Folder of the embedded time series, and the key of the identity service, in a data folder. */
const TIME_SERIES = 'time-series';
const KEY_FILE = 'identity.key';
/** What Halcyon makes in a data folder, and what a new disk holds. */
const OWN = [
  ...['audit', 'catalogue', 'files', 'runs', TIME_SERIES, 'windows.snapshot'],
  ...[KEY_FILE, 'owner.json', 'engine.sock', 'services.sock', 'lost+found'],
];
/** A lock of the catalogue. */
const LOCK = /^catalogue\.lock/;
/** Marks a folder of the time series as Halcyon's. */
const MARKER = 'halcyon.json';
/** A mark that is being written, or was when its process ended. */
const DRAFT = /^halcyon\.json\.[\w-]+\.new$/;
const FORMAT = 1;
const RIGHT = 'Name the folder of a store with HALCYON_DATA, or start the system, which makes one.';

/** Where the parts of a data folder lie, absolute. */
export interface DataFolder {
  readonly root: string;
  /** Folder of the embedded time series. */
  readonly timeSeries: string;
  /** Unix socket of its engine. */
  readonly socket: string;
  /** True where the tables have been made: if they are missing now, they were lost. */
  readonly madeBefore: boolean;
}

/**
 * Prepares a data folder for the embedded time series: makes it (mode 0700) where it is missing and `create`, and looks
 * whether what is there is Halcyon's.
 *
 * @throws HalcyonError `cannot_write` where it cannot be made; `store_unreadable` where there is none and it may not be
 * made, or where something else is in its place
 */
export async function prepareDataFolder(dataFolder: string, create: boolean): Promise<DataFolder> {
  const asked = resolve(dataFolder);
  if (create) await makeFolder(asked);
  const root = await realpath(asked).catch((cause: unknown) => {
    throw new HalcyonError('store_unreadable', `There is no folder ${asked}. ${RIGHT}`, { cause });
  });
  const timeSeries = join(root, TIME_SERIES);
  const found = await list(root, timeSeries);
  if (found === null || found.every((name) => DRAFT.test(name))) {
    if (!create) throw new HalcyonError('store_unreadable', `${root} holds no store of Halcyon. ${RIGHT}`);
    await makeFolder(timeSeries);
    await mark(timeSeries, false);
    // Another process may have been here first.
    const madeBefore = await readMark(timeSeries);
    return { root, timeSeries, socket: await socketPath(root, ENGINE_SOCKET), madeBefore };
  }
  if (!found.includes(MARKER)) {
    const shown = found.slice(0, 3).join(', ') + (found.length > 3 ? ` and ${found.length - 3} more` : '');
    throw new HalcyonError(
      'store_unreadable',
      `${timeSeries} is no store of Halcyon: it holds ${shown}. Choose another data folder (HALCYON_DATA).`,
    );
  }
  return { root, timeSeries, socket: await socketPath(root, ENGINE_SOCKET), madeBefore: await readMark(timeSeries) };
}

/** Notes that the tables have been made. */
export async function markMade(folder: DataFolder): Promise<void> {
  await mark(folder.timeSeries, true);
}

/**
 * Closes a data folder that is there to everybody but its owner: made by other hands, as by systemd, it may be open to all. What
 * holds other things is left as it is: the setting may name the wrong place.
 *
 * @returns what was done about it or cannot be, in words; null where there was nothing to be done
 */
export async function closeToOthers(dataFolder: string): Promise<string | null> {
  const path = resolve(dataFolder);
  const found = await stat(path).catch(() => null);
  if (found?.isDirectory() !== true || (found.mode & 0o077) === 0 || process.getuid === undefined) return null;
  const mode = `mode 0${(found.mode & 0o777).toString(8)}`;
  const other = await foreignIn(path);
  if (other !== null) {
    return `the data folder ${path} has ${mode}, which lets others in, and is left so, as it holds ${other}: use a folder of its own`;
  }
  const had = `the data folder ${path} had ${mode}`;
  try {
    await chmod(path, 0o700);
    return `${had}, which let others in; it has 0700 now`;
  } catch (cause) {
    return `${had}, which lets others in, and is not ours to change (${pathReason(cause)}): make it 0700`;
  }
}

/** What a folder holds that is not Halcyon's, one of it; null where it is Halcyon's, empty, or cannot be read. */
async function foreignIn(path: string): Promise<string | null> {
  const names = await readdir(path).catch((): string[] => []);
  const isOurs = names.includes(KEY_FILE) || (await stat(join(path, TIME_SERIES, MARKER)).catch(() => null)) !== null;
  return isOurs ? null : (names.find((name) => !OWN.includes(name) && !LOCK.test(name)) ?? null);
}

/** Makes a folder (mode 0700) and those above it. @throws HalcyonError `cannot_write` */
export async function makeFolder(path: string): Promise<void> {
  try {
    await makeWithParents(path);
  } catch (cause) {
    throw new HalcyonError('cannot_write', `The folder ${path} cannot be made: ${pathReason(cause)}.`, { cause });
  }
}

/** Has what a folder names on the disk. */
export async function syncFolder(path: string): Promise<void> {
  const handle = await open(path);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** As `mkdir` with `recursive`, which in Node 20 never returns where the system denies a folder that it shows, as /proc. */
async function makeWithParents(path: string): Promise<void> {
  const found = await stat(path).catch(() => null);
  if (found?.isDirectory() === true) return;
  const parent = dirname(path);
  if (parent !== path) await makeWithParents(parent);
  await mkdir(path, { mode: 0o700 }).catch((cause: unknown) => {
    // Another process made it meanwhile; a file of that name comes to light when the folder is read.
    if (pathCode(cause) !== 'EEXIST' || found !== null) throw cause;
  });
}

async function list(root: string, timeSeries: string): Promise<string[] | null> {
  try {
    await readdir(root);
    return await readdir(timeSeries);
  } catch (cause) {
    const code = pathCode(cause);
    if (code === 'ENOENT') return null;
    const what =
      code === 'ENOTDIR' ? `${timeSeries} is not a folder` : `${timeSeries} cannot be read: ${pathReason(cause)}`;
    throw new HalcyonError('store_unreadable', `${what}. Choose another data folder (HALCYON_DATA).`, { cause });
  }
}

/** Writes the mark; that nothing has been made yet never replaces a mark that is there. */
async function mark(timeSeries: string, made: boolean): Promise<void> {
  const path = join(timeSeries, MARKER);
  const draft = `${path}.${randomUUID()}.new`;
  try {
    await writeFile(draft, `${JSON.stringify({ format: FORMAT, made })}\n`, { mode: 0o600 });
    if (made) {
      await rename(draft, path);
    } else {
      await link(draft, path).catch((cause: unknown) => {
        if (pathCode(cause) !== 'EEXIST') throw cause;
      });
    }
  } catch (cause) {
    throw new HalcyonError('cannot_write', `${timeSeries} cannot be written: ${pathReason(cause)}.`, { cause });
  } finally {
    await rm(draft, { force: true });
  }
}

async function readMark(timeSeries: string): Promise<boolean> {
  const path = join(timeSeries, MARKER);
  let mark: { readonly format: unknown; readonly made?: unknown };
  try {
    mark = JSON.parse(await readFile(path, 'utf8')) as typeof mark;
    if (typeof mark.format !== 'number') throw new TypeError('the mark names no format');
  } catch (cause) {
    throw new HalcyonError('store_unreadable', `${path} cannot be read: it should name the format.`, { cause });
  }
  if (mark.format !== FORMAT) {
    const message = `${timeSeries} has format ${mark.format}; this version of Halcyon reads format ${FORMAT}.`;
    throw new HalcyonError('store_unreadable', message);
  }
  return mark.made === true;
}

/**
 * Path of a Unix socket of a data folder: in it, or where that path is too long, in a folder of the user's own for
 * temporary files.
 *
 * @throws HalcyonError `store_unreadable` where somebody else holds that folder
 */
export async function socketPath(root: string, socketName: string): Promise<string> {
  const inside = join(root, socketName);
  if (Buffer.byteLength(inside) <= SOCKET_PATH_BYTES) return inside;
  const user = process.getuid?.() ?? 0;
  const name = `halcyon-${user}-${createHash('sha256').update(root).digest('hex').slice(0, 16)}`;
  const short = join(tmpdir(), name, socketName);
  const socket = Buffer.byteLength(short) <= SOCKET_PATH_BYTES ? short : join('/tmp', name, socketName);
  const folder = resolve(socket, '..');
  await makeFolder(folder);
  const state = await lstat(folder);
  // Folders for temporary files are everybody's: whoever made this one first could listen to all that is stored.
  if (!state.isDirectory() || state.uid !== user || (state.mode & 0o077) !== 0) {
    throw new HalcyonError('store_unreadable', `${folder} should be a folder of yours alone (mode 0700): remove it.`);
  }
  return socket;
}
