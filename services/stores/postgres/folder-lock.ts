import { link, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { HalcyonError } from '../../../schemas/errors.ts';

const LOOK_MS = 100;

/** Who holds a lock; `started` tells a process from a later one with the same id. */
interface Holder {
  readonly pid: number;
  /** Start of the process in clock ticks since the machine's, where the system tells it; else ''. */
  readonly started: string;
}

/**
 * Takes a lock for this process by a file with its id; a lock whose holder is dead is taken over. It is for what does not
 * lock itself.
 *
 * @param what What is locked, for the message
 * @param waitMs How long to wait for a holder that lives
 * @returns gives the lock back
 * @throws HalcyonError `store_locked` naming the holder; `cannot_write`
 */
export async function lockFolder(path: string, what: string, waitMs: number): Promise<() => Promise<void>> {
  const own: Holder = { pid: process.pid, started: (await startOf(process.pid)) ?? '' };
  const draft = `${path}.${process.pid}.${Math.random().toString(36).slice(2)}`;
  const until = Date.now() + waitMs;
  try {
    await writeFile(draft, JSON.stringify(own), { mode: 0o600 });
  } catch (cause) {
    throw new HalcyonError('cannot_write', `The lock ${path} cannot be written.`, { cause });
  }
  try {
    for (;;) {
      if (await linked(draft, path)) return () => rm(path, { force: true });
      const text = await readFile(path, 'utf8').catch(() => null);
      if (text === null) continue;
      const holder = holderOf(text);
      if (holder === null || !(await lives(holder))) {
        await takeAway(path, text, `${draft}.dead`);
        continue;
      }
      if (Date.now() >= until) {
        throw new HalcyonError(
          'store_locked',
          `${what} is held by another process (pid ${holder.pid}). End that process, or choose another HALCYON_DATA.`,
        );
      }
      await sleep(LOOK_MS);
    }
  } finally {
    await rm(draft, { force: true });
  }
}

/** Makes the second name of a file; false where that name is taken. Unlike writing, it cannot be seen half done. */
async function linked(draft: string, path: string): Promise<boolean> {
  try {
    await link(draft, path);
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false;
    throw new HalcyonError('cannot_write', `The lock ${path} cannot be made.`, { cause: error });
  }
}

/** Takes a dead lock away; where somebody else has done so and holds it now, theirs is put back. */
async function takeAway(path: string, dead: string, aside: string): Promise<void> {
  try {
    await rename(path, aside);
  } catch {
    return;
  }
  const taken = await readFile(aside, 'utf8').catch(() => dead);
  if (taken !== dead) await link(aside, path).catch(() => undefined);
  await rm(aside, { force: true });
}

function holderOf(text: string): Holder | null {
  try {
    const holder = JSON.parse(text) as Partial<Holder>;
    return typeof holder.pid === 'number' ? { pid: holder.pid, started: String(holder.started ?? '') } : null;
  } catch {
    return null;
  }
}

async function lives(holder: Holder): Promise<boolean> {
  try {
    process.kill(holder.pid, 0);
  } catch (error) {
    // EPERM: it is there and somebody else's.
    if (!(error instanceof Error && 'code' in error && error.code === 'EPERM')) return false;
  }
  const started = await startOf(holder.pid);
  return started === null || holder.started === '' || started === holder.started;
}

/** Start of a process (field 22 of /proc/pid/stat, proc(5)); null on systems without /proc. */
async function startOf(pid: number): Promise<string | null> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => null);
  if (stat === null) return null;
  // The name, in parentheses, may hold blanks and parentheses itself: fields are counted from its end.
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? null;
}
