import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statfsSync, symlinkSync } from 'node:fs';
import { freemem, tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';

/** A file system in memory, where Linux has one: there a data folder is copied in a seventh of the time. */
const IN_MEMORY = '/dev/shm';
/** What must be free for that, three times what a run takes at once [bytes]. */
const ROOM = 6 * 2 ** 30;
const NAME = /^halcyon-tests-(\d+)$/;

/** The folder for temporary files of a run of all tests, with `shared` in it; it goes when this process ends. */
export function folderForTests(): string {
  const parent = hasRoom() ? IN_MEMORY : tmpdir();
  for (const name of readdirSync(parent)) {
    const pid = Number(NAME.exec(name)?.[1]);
    if (pid > 0 && !lives(pid)) removeWithMounts(join(parent, name));
  }
  const folder = join(parent, `halcyon-tests-${process.pid}`);
  mkdirSync(join(folder, 'shared'), { recursive: true });
  // Servers that do not run as root work in it too.
  chmodSync(folder, 0o1777);
  // What tsx has compiled before lies among the temporary files.
  const compiled = `tsx-${process.geteuid?.() ?? userInfo().username}`;
  mkdirSync(join(tmpdir(), compiled), { recursive: true });
  symlinkSync(join(tmpdir(), compiled), join(folder, compiled));
  process.once('exit', () => removeWithMounts(folder));
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130));
  return folder;
}

/** Removes a folder, with the small disks that tests which were ended have left mounted in it; what stays is said. */
export function removeWithMounts(folder: string): void {
  try {
    for (const mounted of mountsWithin(folder)) execFileSync('umount', ['--lazy', mounted], { stdio: 'ignore' });
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  } catch (error) {
    process.stderr.write(`The folder ${folder} of a test run is not removed: ${String(error)}\n`);
  }
}

function mountsWithin(folder: string): string[] {
  if (!existsSync('/proc/mounts')) return [];
  const paths = readFileSync('/proc/mounts', 'utf8')
    .split('\n')
    .map((line) => line.split(' ')[1] ?? '');
  // A space of a path stands there as `\040`.
  const plain = paths.map((path) => path.replace(/\\(\d{3})/g, (_, octal) => String.fromCharCode(parseInt(octal, 8))));
  return plain.filter((path) => path.startsWith(`${folder}/`));
}

function hasRoom(): boolean {
  if (!existsSync(IN_MEMORY) || freemem() < ROOM) return false;
  const { bavail, bsize } = statfsSync(IN_MEMORY);
  return bavail * bsize >= ROOM;
}

function lives(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
