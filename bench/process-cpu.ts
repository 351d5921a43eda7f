import { readFileSync } from 'node:fs';

/** User and system time that a running process has taken so far [s]; Linux only. */
export function cpuSecondsOf(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1].split(' ');
  // utime and stime in ticks of a hundredth of a second.
  return (Number(fields[11]) + Number(fields[12])) / 100;
}
