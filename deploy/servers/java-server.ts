import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/** A server of somebody else that runs as a child of this process. */
export interface RunningServer {
  /** Ends it in order, or by force when that takes longer than ten seconds. */
  stop(): Promise<void>;
  /** Ends it without a word, as a loss of power would. */
  kill(): Promise<void>;
}

/** A server that can be started again where it was. */
export interface Server extends RunningServer {
  start(): Promise<void>;
}

const STOP_MS = 10_000;
/** What is shown of a server's words when it does not start. */
const KEPT_CHARACTERS = 4_000;

/**
 * Starts a Java program and waits until it is ready. It ends with this process.
 *
 * @param ready asked again until it answers true; sees what the program has written so far
 * @throws Error with its last words where it ends or is not ready in time
 */
export async function startJava(
  args: readonly string[],
  cwd: string,
  ready: (written: string) => boolean | Promise<boolean>,
  readyMs = 60_000,
): Promise<RunningServer> {
  const child = spawn('java', args, { cwd, stdio: ['ignore', 'pipe', 'pipe'] });
  let written = '';
  let starting = true;
  const listen = (chunk: Buffer) => {
    // Whole until it is ready: the word that is waited for may be followed by many.
    if (starting) written += chunk.toString('utf8');
  };
  child.stdout.on('data', listen);
  child.stderr.on('data', listen);
  const cutShort = () => child.kill('SIGKILL');
  process.once('exit', cutShort);
  child.once('exit', () => process.off('exit', cutShort));
  const until = Date.now() + readyMs;
  while (!(await ready(written))) {
    if (child.exitCode !== null || child.signalCode !== null || Date.now() > until) {
      child.kill('SIGKILL');
      throw new Error(`a server did not start: ${written.slice(-KEPT_CHARACTERS)}`);
    }
    await sleep(50);
  }
  starting = false;
  return { stop: () => end(child, 'SIGTERM'), kill: () => end(child, 'SIGKILL') };
}

/** Starts a server, and again whenever that is asked for. */
export async function restartable(run: () => Promise<RunningServer>): Promise<Server> {
  let running = await run();
  return {
    start: async () => {
      running = await run();
    },
    stop: () => running.stop(),
    kill: () => running.kill(),
  };
}

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill(signal);
  const late = setTimeout(() => child.kill('SIGKILL'), STOP_MS);
  await ended;
  clearTimeout(late);
}

/** A TCP port of loopback that nobody listens on now. */
export async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const address = probe.address();
  probe.close();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return address.port;
}
