import { fork } from 'node:child_process';
import { moduleToFork } from '../../stores/fork-module.ts';
import type { QueryJob, QueryReport } from './query-messages.ts';

/** Heap of JavaScript in the process of a run [MiB]: for the tree of the largest statement. */
const HEAP_MIB = 512;
/** What is kept of a process's last words, for the log [characters]. */
const LAST_WORDS = 4_000;

/** What became of a run: what its process has reported, or that it ended before, or could not start. */
export type RunEnd = QueryReport | { readonly kind: 'died'; readonly detail: string };

/**
 * Does a job in a process of its own, in `folder`, without an environment. When this resolves, nothing of the process is
 * left: it is killed once it has reported, when its time is over, and when the signal is aborted.
 *
 * @throws the signal's reason where it was aborted
 */
export async function runInProcess(
  job: QueryJob,
  folder: string,
  timeMs: number,
  signal: AbortSignal,
): Promise<RunEnd> {
  signal.throwIfAborted();
  const { script, execArgv } = moduleToFork('./query-process', import.meta.url);
  const child = fork(script, [], {
    cwd: folder,
    env: {},
    execArgv: [...execArgv, `--max-old-space-size=${HEAP_MIB}`],
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
  let words = '';
  child.stderr?.on('data', (chunk: Buffer) => {
    words = (words + chunk.toString('utf8')).slice(-LAST_WORDS);
  });
  const ended = new Promise<void>((resolve) => {
    child.once('close', () => resolve());
    child.once('error', () => resolve());
  });
  const stop = () => child.kill('SIGKILL');
  signal.addEventListener('abort', stop, { once: true });
  let timer: NodeJS.Timeout | undefined;
  const end = await new Promise<RunEnd>((resolve) => {
    timer = setTimeout(() => resolve({ kind: 'limit', limit: 'time' }), timeMs);
    child.once('message', (report: QueryReport) => resolve(report));
    child.once('error', (error) => resolve({ kind: 'died', detail: error.message }));
    child.once('close', (code, by) => resolve({ kind: 'died', detail: `it ended (${by ?? code}) ${words}`.trim() }));
    child.send(job, () => undefined);
  });
  clearTimeout(timer);
  signal.removeEventListener('abort', stop);
  stop();
  await ended;
  signal.throwIfAborted();
  return end;
}
