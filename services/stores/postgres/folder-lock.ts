import { randomInt, randomUUID } from 'node:crypto';
import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { HalcyonError } from '../../../schemas/errors.ts';

/** Bounds of the wait between two looks [ms]; a random one parts those that collide. */
const LOOK_MS = { least: 20, most: 120 } as const;
/** Start of a process that is not known. */
const UNKNOWN = '0';

/** A process that holds or wants a lock; `started` tells it from a later one with the same id. */
interface Claim {
  /** Name of its file: the lock's, process id, start of the process in clock ticks since the machine's, a random part. */
  readonly file: string;
  readonly pid: number;
  readonly started: string;
}

/**
 * Takes a lock for this process. It is for what does not lock itself.
 *
 * Whoever wants it makes a file whose name is theirs alone and holds it when they find no other living process's; of two
 * that come at once each sees the other's and both step back. Since no name is used twice, a dead process's file can be
 * removed by anybody at any time: with one file for all, of several that remove a dead one's, one may remove a living one's.
 *
 * @param path Beginning of the files' names
 * @param what What is locked, for the message
 * @param waitMs How long to wait for a holder that lives
 * @param instead What can be done but ending the holder, for the message
 * @returns gives the lock back
 * @throws HalcyonError `store_locked` naming the holder; `cannot_write`
 */
export async function lockFolder(
  path: string,
  what: string,
  waitMs: number,
  instead = 'choose another HALCYON_DATA',
): Promise<() => Promise<void>> {
  const started = (await processState(process.pid))?.started ?? UNKNOWN;
  const own = `${basename(path)}.${process.pid}.${started}.${randomUUID().slice(0, 8)}`;
  const place = join(dirname(path), own);
  const until = Date.now() + waitMs;
  for (;;) {
    let other = await livingOther(path, own);
    if (other === null) {
      await make(place);
      other = await livingOther(path, own);
      if (other === null) return () => rm(place, { force: true });
      await rm(place, { force: true });
    }
    if (Date.now() >= until) {
      throw new HalcyonError(
        'store_locked',
        `${what} is held by another process (pid ${other.pid}). End that process, or ${instead}.`,
      );
    }
    await sleep(randomInt(LOOK_MS.least, LOOK_MS.most));
  }
}

function make(place: string): Promise<void> {
  return writeFile(place, '', { mode: 0o600, flag: 'wx' }).catch(unwritable(place));
}

/** What cannot be seen counts as held as much as what cannot be made. */
function unwritable(path: string): (cause: unknown) => never {
  return (cause) => {
    const code = cause instanceof Error && 'code' in cause ? ` (${String(cause.code)})` : '';
    throw new HalcyonError('cannot_write', `The lock ${path} cannot be written${code}.`, { cause });
  };
}

/** A living process's claim besides `own`, null where there is none; those of dead ones are removed. */
async function livingOther(path: string, own: string): Promise<Claim | null> {
  const folder = dirname(path);
  for (const file of await readdir(folder).catch(unwritable(path))) {
    const claim = file === own ? null : claimOf(file, `${basename(path)}.`);
    if (claim === null) continue;
    if (await lives(claim)) return claim;
    await rm(join(folder, file), { force: true });
  }
  return null;
}

function claimOf(file: string, beginning: string): Claim | null {
  const match = file.startsWith(beginning) ? /^(\d+)\.(\d+)\.\w+$/.exec(file.slice(beginning.length)) : null;
  return match === null ? null : { file, pid: Number(match[1]), started: match[2] ?? UNKNOWN };
}

async function lives(claim: Claim): Promise<boolean> {
  try {
    process.kill(claim.pid, 0);
  } catch (error) {
    // EPERM: it is there and somebody else's.
    if (!(error instanceof Error && 'code' in error && error.code === 'EPERM')) return false;
  }
  const state = await processState(claim.pid);
  if (state === null) return true;
  return !state.ended && (claim.started === UNKNOWN || claim.started === state.started);
}

/** What /proc/pid/stat says of a process (fields 3 and 22, proc(5)); null on systems without /proc. */
async function processState(pid: number): Promise<{ ended: boolean; started: string } | null> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => null);
  if (stat === null) return null;
  // The name, in parentheses, may hold blanks and parentheses itself: fields are counted from its end.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  // A process that has ended keeps its id until its parent asks, which some first processes of a container never do.
  return { ended: fields[0] === 'Z' || fields[0] === 'X', started: fields[19] ?? UNKNOWN };
}
