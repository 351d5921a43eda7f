import { forkModule } from '../../stores/fork-module.ts';
import type { ParquetOrder, ParquetReport } from './parquet-messages.ts';

/** What is kept of the process's own last words, for the cause of an error [characters]. */
const LAST_WORDS = 2_000;

/**
 * Runs a statement of DuckDB in a process of its own and waits until that has ended.
 *
 * @param folder what the statement's files are relative to
 * @throws the signal's reason where it is aborted, which kills the process; Error with the engine's message
 */
export async function runParquetProcess(order: ParquetOrder, folder: string, signal: AbortSignal): Promise<void> {
  signal.throwIfAborted();
  // It needs nothing of what this process was started with, secrets among it.
  const child = forkModule('./parquet-process', import.meta.url, {
    cwd: folder,
    env: {},
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
  const kill = () => child.kill('SIGKILL');
  signal.addEventListener('abort', kill, { once: true });
  let words = '';
  child.stderr?.on('data', (chunk: Buffer) => {
    words = (words + chunk.toString('utf8')).slice(-LAST_WORDS);
  });
  try {
    const failed = await new Promise<string | null>((resolve) => {
      let answer: ParquetReport | null = null;
      child.once('message', (report: ParquetReport) => {
        answer = report;
      });
      child.once('error', (error) => resolve(error.message));
      child.once('close', (code, by) => resolve(answer === null ? `it ended (${by ?? code}) ${words}` : answer.failed));
      child.send(order, () => undefined);
    });
    signal.throwIfAborted();
    if (failed !== null) throw new Error(failed.trim());
  } finally {
    signal.removeEventListener('abort', kill);
  }
}
