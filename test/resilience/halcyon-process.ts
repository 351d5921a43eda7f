import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { endWithThisProcess } from '../../deploy/servers/parting.ts';
import { freePort } from '../../deploy/servers/server-process.ts';
import { packageFile } from '../../schemas/package-root.ts';

/** What a process is started with. */
export interface ProcessSettings {
  readonly environment: Readonly<Record<string, string>>;
  /** Parts that it has; all where not given. */
  readonly only?: string;
  /** Arguments of Node.js. */
  readonly node?: readonly string[];
  /** Path of the built command; this version's where not given. */
  readonly command?: string | undefined;
  /** Where it listens; a free one where not given. */
  readonly port?: number;
}

/** What one part of a process says of itself. */
export interface Check {
  readonly ok: boolean;
  readonly detail: string;
}

/** Where the built command is in a package. */
export const COMMAND = ['dist', 'bin', 'halcyon.js'];
/** A start may take so long on a machine that has other things to do [ms]. */
const START_MS = 300_000;

/** A running system, or some of its parts, as a process of its own, to be killed. */
export class HalcyonProcess {
  readonly url: string;
  readonly name: string;
  /** What it wrote, for the report of a failure. */
  readonly output: string[] = [];
  /** How often it ended without being told to. */
  endedByItself = 0;
  readonly #settings: ProcessSettings;
  #environment: NodeJS.ProcessEnv;
  #command: string;
  #child: ChildProcess | undefined;
  #told = false;

  private constructor(port: number, settings: ProcessSettings) {
    this.url = `http://127.0.0.1:${port}`;
    this.name = settings.only ?? 'system';
    this.#settings = settings;
    this.#command = settings.command ?? packageFile(...COMMAND);
    this.#environment = { ...process.env, PORT: String(port), ...settings.environment };
  }

  /** A process that is not started yet. */
  static async on(settings: ProcessSettings): Promise<HalcyonProcess> {
    return new HalcyonProcess(settings.port ?? (await freePort()), settings);
  }

  /** Starts the built command and waits until it is ready; resolves with the milliseconds it took. */
  async start(waitMs = START_MS): Promise<number> {
    const began = performance.now();
    this.begin();
    while (!(await this.ready())) {
      if (!this.running || performance.now() - began > waitMs) {
        throw new Error(`${this.name} did not become ready:\n${this.output.slice(-20).join('')}`);
      }
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    return performance.now() - began;
  }

  /** Starts the built command. */
  begin(): void {
    const { only, node = [] } = this.#settings;
    const args = [...node, this.#command, 'run', ...(only === undefined ? [] : ['--only', only])];
    const child = spawn(process.execPath, args, { env: this.#environment, stdio: ['ignore', 'pipe', 'pipe'] });
    endWithThisProcess(child);
    this.#told = false;
    this.#child = child;
    const keep = (data: Buffer) => {
      this.output.push(data.toString());
      if (this.output.length > 200) this.output.shift();
    };
    child.stdout?.on('data', keep);
    child.stderr?.on('data', keep);
    child.once('exit', () => {
      if (!this.#told) this.endedByItself++;
    });
  }

  /** True where everything it has is as it should be. */
  async ready(): Promise<boolean> {
    try {
      return (await fetch(`${this.url}/readyz`, { signal: AbortSignal.timeout(5_000) })).ok;
    } catch {
      return false;
    }
  }

  /** What it says of its parts; null where it does not answer. */
  async checks(): Promise<Readonly<Record<string, Check>> | null> {
    try {
      const response = await fetch(`${this.url}/readyz`, { signal: AbortSignal.timeout(5_000) });
      return ((await response.json()) as { checks: Record<string, Check> }).checks;
    } catch {
      return null;
    }
  }

  /** True between its start and its end. */
  get running(): boolean {
    const child = this.#child;
    return child !== undefined && child.exitCode === null && child.signalCode === null;
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

  /** Ends it in order and starts another version in its place. @param command path of the version's built command */
  async replaceBy(command: string): Promise<void> {
    await this.stop();
    this.#command = command;
    await this.start();
  }

  /** Takes other settings beside those it has, from its next start on. */
  configure(environment: Readonly<Record<string, string>>): void {
    this.#environment = { ...this.#environment, ...environment };
  }

  async #end(signal: NodeJS.Signals): Promise<void> {
    const child = this.#child;
    if (child === undefined || !this.running) return;
    this.#told = true;
    const exit = new Promise((resolve) => child.once('exit', resolve));
    child.kill(signal);
    const late = setTimeout(() => child.kill('SIGKILL'), 30_000);
    await exit;
    clearTimeout(late);
  }
}
