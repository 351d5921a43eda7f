import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { until } from '../../../until.ts';

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
  let found: number[] = [];
  await until('a run has its process', async () => {
    found = await processesOfRuns(parent);
    return found.length > 0;
  });
  return found[0];
}
