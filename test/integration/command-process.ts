import { type ChildProcess, spawn } from 'node:child_process';
import { wordsToRun } from '../compiled.ts';

/** A command of the project as a process of its own, to be interrupted. */
export class CommandProcess {
  readonly #child: ChildProcess;
  readonly #ended: Promise<number | null>;
  #output = '';

  /** @param command file in services/cli, without its extension */
  constructor(
    command: 'halcyon' | 'anomaly-detector',
    argv: readonly string[],
    environment: Readonly<Record<string, string>>,
  ) {
    const words = wordsToRun(`services/cli/${command}.ts`);
    this.#child = spawn(process.execPath, [...words, ...argv], {
      env: { ...process.env, FORCE_COLOR: '0', ...environment },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const keep = (data: Buffer) => {
      this.#output += data.toString('utf8');
    };
    this.#child.stdout?.on('data', keep);
    this.#child.stderr?.on('data', keep);
    this.#ended = new Promise((resolve) => this.#child.once('close', (code) => resolve(code)));
  }

  /** What it wrote so far, to both streams. */
  get output(): string {
    return this.#output;
  }

  /** Ends it as Ctrl-C does; its exit code, and how long it took [ms]. */
  async interrupt(): Promise<{ readonly code: number | null; readonly tookMs: number }> {
    const began = performance.now();
    this.#child.kill('SIGINT');
    const code = await this.#ended;
    return { code, tookMs: performance.now() - began };
  }

  /** Kills it where a test left it running. */
  async kill(): Promise<void> {
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) return;
    this.#child.kill('SIGKILL');
    await this.#ended;
  }
}
