import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { until } from '../../until.ts';

/** Waits until a process has had a second of a processor: more than its start takes, so that it does what it was given. */
export async function untilItWorks(pid: number): Promise<void> {
  await until(`process ${pid} has had a second of a processor`, async () => {
    const { stdout } = await promisify(execFile)('ps', ['-o', 'time=', '-p', String(pid)]);
    return /[1-9]/.test(stdout);
  });
}

/** Ids of the processes that this one has started. */
export function children(): string[] {
  return readFileSync(`/proc/${process.pid}/task/${process.pid}/children`, 'utf8').split(' ').filter(Boolean);
}

/** The process that this one has started since it had some, once it is there. */
export async function startedSince(before: readonly string[]): Promise<number> {
  const fresh = () => children().filter((id) => !before.includes(id));
  await until('it is started', () => fresh().length > 0);
  return Number(fresh()[0]);
}
