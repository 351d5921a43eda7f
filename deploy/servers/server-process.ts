import { type ChildProcess, spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { messageOf } from '../../schemas/errors.ts';
import { endWithThisProcess } from './parting.ts';

/** A server that runs as a child of this process. */
export interface RunningServer {
  /** Process id. */
  readonly pid: number;
  /** Resolves when it has ended, whoever ended it, with how: an exit code or a signal. */
  readonly ended: Promise<string>;
  /** Ends it in order, or by force when that takes longer than 25 seconds. */
  stop(): Promise<void>;
  /** Ends it without a word, as a loss of power would. */
  kill(): Promise<void>;
}

/** A server that can be started again where it was, with what it kept. */
export interface Server extends Pick<RunningServer, 'stop' | 'kill'> {
  /** Process id; that of the last one where it does not run. */
  pid(): number;
  start(): Promise<void>;
}

/** How a program is run. */
export interface Program {
  readonly command: string;
  readonly args: readonly string[];
  readonly cwd: string;
  /** Default: that of this process. */
  readonly environment?: NodeJS.ProcessEnv;
  /** Whom it runs as, where that is somebody else. */
  readonly uid?: number;
  readonly gid?: number;
  /** What ends it in order; default SIGTERM. */
  readonly stopBy?: NodeJS.Signals;
  /** How long it may take to be ready [ms], default 60,000. */
  readonly readyMs?: number;
  /** Takes what it writes, as long as it runs. */
  readonly heard?: (text: string) => void;
}

const STOP_MS = 25_000;
const READY_MS = 180_000;
/** What is shown of a server's words when it does not start. */
const KEPT_CHARACTERS = 4_000;

/**
 * Starts a program and waits until it is ready. It ends with this process, however that ends.
 *
 * @param ready asked again until it answers true; sees what the program has written so far
 * @throws Error with its last words where it ends or is not ready in time
 */
export async function startProgram(
  program: Program,
  ready: (written: string) => boolean | Promise<boolean>,
): Promise<RunningServer> {
  const { command, args, cwd, environment, uid, gid, stopBy = 'SIGTERM', readyMs = READY_MS, heard } = program;
  const user = uid === undefined ? {} : { uid, ...(gid !== undefined && { gid }) };
  // A group of its own: a terminal's Ctrl-C is for who started it, who ends its servers in order.
  const own = { cwd, ...(environment && { env: environment }), ...user, detached: true };
  const child = spawn(command, args, { ...own, stdio: ['ignore', 'pipe', 'pipe'] });
  let written = '';
  let starting = true;
  const listen = (chunk: Buffer) => {
    const text = chunk.toString('utf8');
    // Whole until it is ready: the word that is waited for may be followed by many.
    if (starting) written += text;
    heard?.(text);
  };
  child.stdout.on('data', listen);
  child.stderr.on('data', listen);
  child.once('error', (error) => {
    written += error.message;
  });
  const running = runningServer(child, stopBy);
  const until = Date.now() + readyMs;
  while (!(await ready(written))) {
    if (hasEnded(child) || Date.now() > until) {
      await running.kill();
      throw new Error(`a server did not start: ${written.slice(-KEPT_CHARACTERS)}`);
    }
    await sleep(50);
  }
  starting = false;
  return running;
}

/** A child as a server; it ends with this process, however that ends. */
export function runningServer(child: ChildProcess, stopBy: NodeJS.Signals): RunningServer {
  endWithThisProcess(child);
  const ended = once(child, 'exit').then(
    ([code, signal]) => (signal === null ? `exit code ${code}` : String(signal)),
    (error: unknown) => messageOf(error),
  );
  return { pid: child.pid ?? 0, ended, stop: () => end(child, stopBy), kill: () => end(child, 'SIGKILL') };
}

/** Starts a server, and again whenever that is asked for. */
export async function restartable(run: () => Promise<RunningServer>): Promise<Server> {
  let running = await run();
  return {
    pid: () => running.pid,
    start: async () => {
      running = await run();
    },
    stop: () => running.stop(),
    kill: () => running.kill(),
  };
}

/** Waits for servers that start side by side; where one fails, ends the others and rejects with what it said. */
export async function together<const T extends readonly Promise<Pick<Server, 'stop'>>[]>(
  starting: T,
): Promise<{ -readonly [K in keyof T]: Awaited<T[K]> }> {
  const settled = await Promise.allSettled(starting);
  const failed = settled.find((one) => one.status === 'rejected');
  if (failed === undefined) return Promise.all(starting);
  await Promise.all(settled.flatMap((one) => (one.status === 'fulfilled' ? [one.value.stop()] : [])));
  throw failed.reason;
}

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (hasEnded(child)) return;
  const ended = once(child, 'exit');
  child.kill(signal);
  const late = setTimeout(() => child.kill('SIGKILL'), STOP_MS);
  await ended;
  clearTimeout(late);
}

/** True also where it never began. */
function hasEnded(child: ChildProcess): boolean {
  return child.pid === undefined || child.exitCode !== null || child.signalCode !== null;
}

/**
 * A server may need seconds before it listens. Above these the system takes ports for connections that go out, so that one of
 * them could have it by then; below, browsers do not speak to some.
 */
const LOWEST_PORT = 10_100;
const HIGHEST_PORT = 32_767;

/** A TCP port of loopback that nobody listens on now: the one that was had before where it is free, else another. */
export async function freePort(before = randomInt(LOWEST_PORT, HIGHEST_PORT + 1)): Promise<number> {
  const probe = createServer().listen(before, '127.0.0.1');
  try {
    await once(probe, 'listening');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error;
    return freePort();
  }
  probe.close();
  await once(probe, 'close');
  return before;
}
