import { mkdirSync } from 'node:fs';
import { messageOf } from '../../schemas/errors.ts';
import { forkModule } from '../../services/stores/fork-module.ts';
import { freePort, type RunningServer, restartable, runningServer, type Server } from './server-process.ts';
import type { TimeSeriesPlace, TimeSeriesReport } from './time-series-process.ts';

/**
 * The embedded engine behind ClickHouse's HTTP interface on loopback, where a ClickHouse server cannot be had. It asks for
 * a user and a password, without which a web page could reach it. What only a server has (copies, quorum) it lacks.
 */
export interface TimeSeriesServer extends Server {
  /** host:port. */
  readonly address: string;
  /** For CLICKHOUSE_URL, as its user unless others are given. */
  url(place?: { readonly database?: string; readonly user?: string; readonly password?: string }): string;
  /** Stops it in the middle of what it does, as a machine that hangs would. */
  pause(): void;
  /** Lets it go on. */
  resume(): void;
}

const USER = 'halcyon';
/** Threads of its process: every connection occupies one while it works, the file system a few. */
const THREADS = '16';
const OPEN_MS = 120_000;
/** What is shown of the engine's words when it does not start [characters]. */
const KEPT_CHARACTERS = 2_000;

/**
 * Starts a server and waits until it answers.
 *
 * @param folder for its data; made where it is not there, and found again where it is
 * @param given port; a free one where not given
 * @throws Error with its last words where it does not start
 */
export async function startTimeSeries(folder: string, password: string, given?: number): Promise<TimeSeriesServer> {
  mkdirSync(folder, { recursive: true });
  const port = given ?? (await freePort());
  const server = await restartable(() => started({ folder, port, user: USER, password }));
  const address = `127.0.0.1:${port}`;
  return {
    ...server,
    address,
    url: ({ database = '', user = USER, password: by = password } = {}) =>
      `http://${user}:${encodeURIComponent(by)}@${address}/${database}`,
    pause: () => process.kill(server.pid(), 'SIGSTOP'),
    resume: () => process.kill(server.pid(), 'SIGCONT'),
  };
}

async function started(place: TimeSeriesPlace): Promise<RunningServer> {
  const child = forkModule('./time-series-process', import.meta.url, {
    env: { ...process.env, UV_THREADPOOL_SIZE: THREADS, NODE_OPTIONS: '' },
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    cwd: place.folder,
    detached: true,
  });
  let words = '';
  child.stderr?.on('data', (chunk: Buffer) => {
    words = (words + chunk.toString('utf8')).slice(-KEPT_CHARACTERS);
  });
  const running = runningServer(child, 'SIGTERM');
  const report = await new Promise<TimeSeriesReport>((resolve) => {
    const failed = (detail: string) => resolve({ kind: 'failed', detail });
    const late = setTimeout(() => failed('it did not open in time'), OPEN_MS);
    child.once('message', resolve);
    child.once('error', (error) => failed(messageOf(error)));
    child.once('close', (code, signal) => failed(`it ended (${signal ?? code})`));
    child.once('close', () => clearTimeout(late));
    child.once('message', () => clearTimeout(late));
    child.send(place);
  });
  if (report.kind === 'ready') return running;
  await running.kill();
  throw new Error(`the time-series server did not start: ${report.detail} ${words}`.trim());
}
