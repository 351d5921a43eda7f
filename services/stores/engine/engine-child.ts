import type { ChildProcess } from 'node:child_process';
import { existsSync } from 'node:fs';
import { Socket } from 'node:net';
import { HalcyonError } from '../../../schemas/errors.ts';
import { forkModule } from '../fork-module.ts';
import type { EngineCommand, EngineReport } from './engine-messages.ts';

/** Threads of the engine's process: every connection occupies one while it works, the file system a few. */
const THREADS = '16';
/** Waits between restarts [ms]: the first at once, a folder that kills its engine again and again not in a tight loop. */
const RESTART_MS = [0, 200, 1_000, 2_000];
/** An engine that lived this long died of something that passes: the next one starts at once [ms]. */
const STEADY_MS = 2_000;
/** How long an engine may take to open a folder [ms]. */
const OPEN_MS = 120_000;
/** How long an orderly end may take before the engine is killed [ms]. */
const CLOSE_MS = 10_000;
/** What is kept of the engine's own last words, for the cause of an error [characters]. */
const LAST_WORDS = 4_000;

/** The folder is held by another process. */
export class FolderLocked extends Error {}

/**
 * The engine's process, supervised: when it dies it is started again. Requests that failed meanwhile are repeated by the
 * caller, whose inserts are idempotent.
 */
export class EngineChild {
  readonly #folder: string;
  readonly #socket: string;
  #child: ChildProcess | null = null;
  #closing = false;
  #restarts = 0;
  #startedAt = 0;
  version = '';

  private constructor(folder: string, socket: string) {
    this.#folder = folder;
    this.#socket = socket;
  }

  /**
   * Starts the engine on `folder`, serving on `socket`; resolves when it answers.
   *
   * @throws FolderLocked where another process holds the folder; HalcyonError `store_unreadable` where the engine cannot
   * read it
   */
  static async start(folder: string, socket: string): Promise<EngineChild> {
    const engine = new EngineChild(folder, socket);
    await engine.#start();
    return engine;
  }

  /** Process id of the running engine, null between two. */
  get pid(): number | null {
    return this.#child?.pid ?? null;
  }

  /** Ends the engine when its statements are done. */
  async close(): Promise<void> {
    this.#closing = true;
    const child = this.#child;
    if (child === null || child.exitCode !== null || child.signalCode !== null) return;
    child.ref();
    await new Promise<void>((resolve) => {
      const timer = setTimeout(() => child.kill('SIGKILL'), CLOSE_MS);
      child.once('exit', () => {
        clearTimeout(timer);
        resolve();
      });
      send(child, { kind: 'close' });
    });
  }

  async #start(): Promise<void> {
    const child = forkModule('./engine-process', import.meta.url, {
      env: { ...process.env, UV_THREADPOOL_SIZE: THREADS, NODE_OPTIONS: '' },
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
      cwd: existsSync(this.#folder) ? this.#folder : '/',
    });
    this.#child = child;
    this.#startedAt = Date.now();
    let words = '';
    child.stderr?.on('data', (chunk: Buffer) => {
      words = (words + chunk.toString('utf8')).slice(-LAST_WORDS);
    });
    const ended = new Promise<void>((resolve) => {
      child.once('close', () => resolve());
      child.once('error', () => resolve());
    });
    const report = await new Promise<EngineReport>((resolve) => {
      const timer = setTimeout(() => resolve({ kind: 'failed', detail: 'it did not open in time' }), OPEN_MS);
      const settle = (message: EngineReport): void => {
        clearTimeout(timer);
        resolve(message);
      };
      child.once('message', settle);
      child.once('error', (error) => settle({ kind: 'failed', detail: error.message }));
      child.once('exit', (code, signal) => settle({ kind: 'failed', detail: `it ended (${signal ?? code})` }));
      send(child, { kind: 'open', folder: this.#folder, socket: this.#socket });
    });
    if (report.kind !== 'ready') {
      child.kill('SIGKILL');
      await ended;
      // The engine tells why it cannot open a folder on its standard error alone.
      if (/Cannot lock file/.test(words)) throw new FolderLocked(words);
      throw new HalcyonError('store_unreadable', `The store in ${this.#folder} cannot be opened by its engine.`, {
        cause: new Error(`${report.detail} ${words}`.trim()),
      });
    }
    this.version = report.version;
    child.once('exit', () => this.#restart());
    // An engine alone keeps nobody's process alive; when its owner ends, so does it.
    child.unref();
    child.channel?.unref();
    if (child.stderr instanceof Socket) child.stderr.unref();
  }

  #restart(): void {
    this.#child = null;
    if (this.#closing) return;
    if (Date.now() - this.#startedAt > STEADY_MS) this.#restarts = 0;
    const wait = RESTART_MS[Math.min(this.#restarts, RESTART_MS.length - 1)] ?? 0;
    this.#restarts += 1;
    // Its owner may end while the engine is down; a pending restart must not hold it.
    setTimeout(() => {
      if (!this.#closing) this.#start().catch(() => this.#restart());
    }, wait).unref();
  }
}

function send(child: ChildProcess, command: EngineCommand): void {
  if (child.connected) child.send(command, () => undefined);
}
