import { statSync, writeFileSync } from 'node:fs';
import { getPriority, setPriority } from 'node:os';
import { messageOf } from '../../../schemas/errors.ts';
import { doJob } from './do-job.ts';
import { OUTPUT, type ProcessLimits, type QueryJob, type QueryReport } from './query-messages.ts';

/*
 * The process of one run: its folder is the current one, its environment is empty. It takes one job, reports once and is
 * killed by its parent. Started by `runInProcess` alone.
 */

/** Wait between two looks at what the run takes [ms]. */
const WATCH_MS = 20;
/** How far the run stands back behind the services, from 0 to 19. */
const NICENESS = 5;

function report(message: QueryReport): void {
  if (process.connected) process.send?.(message);
}

/** Ends the run where it takes more memory or writes more than it may, while it works. */
function watch(limits: ProcessLimits): void {
  setInterval(() => {
    if (process.memoryUsage.rss() > limits.resident) report({ kind: 'limit', limit: 'memory' });
    const written = statSync(OUTPUT, { throwIfNoEntry: false })?.size ?? 0;
    if (written > limits.output) report({ kind: 'limit', limit: 'output' });
  }, WATCH_MS);
}

// Where memory or processors are short, this process is the one that gives way.
setPriority(Math.max(NICENESS, getPriority()));
try {
  writeFileSync('/proc/self/oom_score_adj', '1000');
} catch {
  // Not on this system.
}
process.umask(0o077);
// A terminal's Ctrl-C reaches the whole group: the parent decides when this ends.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined);
// The parent is gone, however it went; an orderly end would wait for the engine.
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'));
process.once('message', (job: QueryJob) => {
  watch(job.limits);
  doJob(job).then(report, (error: unknown) => report({ kind: 'failed', message: messageOf(error) }));
});
