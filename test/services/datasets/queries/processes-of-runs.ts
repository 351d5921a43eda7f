import { execFile } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';

/** Process ids of runs that a process has started and that still live. */
export async function processesOfRuns(parent = process.pid): Promise<number[]> {
  const { stdout } = await promisify(execFile)('ps', ['-A', '-o', 'pid=,ppid=,args=']);
  return stdout
    .split('\n')
    .map((line) => line.trim().split(/\s+/))
    .filter(([, ppid, ...args]) => Number(ppid) === parent && args.join(' ').includes('query-process'))
    .map(([pid]) => Number(pid));
}

/** The process of the only run, once it is there. */
export async function processOfRun(parent = process.pid): Promise<number> {
  for (;;) {
    const [pid] = await processesOfRuns(parent);
    if (pid !== undefined) return pid;
    await sleep(20);
  }
}
