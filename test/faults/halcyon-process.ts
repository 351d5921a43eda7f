import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { packageFile } from '../../schemas/package-root.ts';

/** A running system as a process of its own, to be killed. */
export class HalcyonProcess {
  readonly url: string;
  /** What it wrote, for the report of a failure. */
  readonly output: string[] = [];
  readonly #environment: NodeJS.ProcessEnv;
  #child: ChildProcess | undefined;

  private constructor(port: number, dataFolder: string, environment: Readonly<Record<string, string>>) {
    this.url = `http://127.0.0.1:${port}`;
    this.#environment = { ...process.env, PORT: String(port), HALCYON_DATA: dataFolder, ...environment };
  }

  /** A system that is not started yet, on a free port. */
  static async on(dataFolder: string, environment: Readonly<Record<string, string>> = {}): Promise<HalcyonProcess> {
    return new HalcyonProcess(await freePort(), dataFolder, environment);
  }

  /** Starts the built command and waits until it is ready; resolves with the milliseconds it took. */
  async start(): Promise<number> {
    const began = performance.now();
    const child = spawn(process.execPath, [packageFile('dist', 'services', 'cli', 'halcyon.js'), 'run'], {
      env: this.#environment,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.#child = child;
    const keep = (data: Buffer) => {
      this.output.push(data.toString());
      if (this.output.length > 200) this.output.shift();
    };
    child.stdout?.on('data', keep);
    child.stderr?.on('data', keep);
    while (!(await this.ready())) {
      if (child.exitCode !== null || performance.now() - began > 90_000) {
        throw new Error(`the system did not become ready:\n${this.output.slice(-20).join('')}`);
      }
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    return performance.now() - began;
  }

  async ready(): Promise<boolean> {
    try {
      return (await fetch(`${this.url}/readyz`, { signal: AbortSignal.timeout(2000) })).ok;
    } catch {
      return false;
    }
  }

  get pid(): number {
    return this.#child?.pid ?? -1;
  }

  /** Process ids of its children: the store's engine. */
  children(): number[] {
    try {
      const text = readFileSync(`/proc/${this.pid}/task/${this.pid}/children`, 'utf8');
      return text.split(' ').filter(Boolean).map(Number);
    } catch {
      return [];
    }
  }

  /** Kills the process itself, without a word. */
  async kill(): Promise<void> {
    await this.#end('SIGKILL');
  }

  /** Ends it as Ctrl-C does. */
  async stop(): Promise<void> {
    await this.#end('SIGINT');
  }

  async #end(signal: NodeJS.Signals): Promise<void> {
    const child = this.#child;
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
    const exit = new Promise((resolve) => child.once('exit', resolve));
    child.kill(signal);
    await exit;
  }
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0));
    });
  });
}
