import { readlinkSync, realpathSync, statSync, writeFileSync } from 'node:fs';
import { setPriority } from 'node:os';
import { fileURLToPath } from 'node:url';
import { HalcyonError, messageOf } from '../../../schemas/errors.ts';
import { checkStatement } from './check-statement.ts';
import { withPaths } from './placeholders.ts';
import { OUTPUT, type ProcessLimits, type QueryJob, type QueryReport } from './query-messages.ts';
import { readableMessage } from './readable-message.ts';
import { runStatement } from './run-statement.ts';
import { openSandbox } from './sandboxed-engine.ts';

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

async function work(job: QueryJob): Promise<QueryReport> {
  const paths = new Map(job.files);
  try {
    const statement = withPaths(job.statement, paths).replace(/[\s;]+$/, '');
    const connection = await openSandbox(job);
    await checkStatement(connection, statement, new Set(paths.values()));
    return await runStatement(connection, statement, job.limits);
  } catch (error) {
    if (error instanceof HalcyonError) return { kind: 'failed', message: error.message };
    if (/^Out of Memory Error/.test(messageOf(error))) {
      return { kind: 'limit', limit: /max_temp_directory_size/.test(messageOf(error)) ? 'disk' : 'memory' };
    }
    return { kind: 'failed', message: readableMessage(error, serverPaths(paths.values())) };
  }
}

/** Paths of this server that the engine could name, longest first. */
function serverPaths(files: Iterable<string>): (readonly [string, string])[] {
  const own = [`${process.cwd()}/`, ''] as const;
  const program = [fileURLToPath(new URL('../../../', import.meta.url)), ''] as const;
  const real = [...files].flatMap((path) => [[readlinkSync(path), path] as const, [realpathSync(path), path] as const]);
  return [own, program, ...real].sort(([one], [other]) => other.length - one.length);
}

// Where memory or processors are short, this process is the one that gives way.
setPriority(NICENESS);
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
  work(job).then(report, (error: unknown) => report({ kind: 'failed', message: messageOf(error) }));
});
