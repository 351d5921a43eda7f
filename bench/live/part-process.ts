import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../../deploy/servers/server-process.ts';
import { packageFile } from '../../schemas/package-root.ts';
import { cpuSecondsOf } from '../process-cpu.ts';

/** What a process has used so far. */
export interface Usage {
  /** Memory it occupies [bytes]. */
  readonly resident: number;
  /** User and system time [s]. */
  readonly cpu: number;
}

const BEHIND = /^halcyon_log_behind\{[^}]*topic="([^"]*)"[^}]*\} (\S+)/gm;

/** None of them outlives this process. */
const RUNNING = new Set<ChildProcess>();
process.once('exit', () => {
  for (const child of RUNNING) child.kill('SIGKILL');
});

/** Some parts of the system as a process of their own, from what was built. */
export class PartProcess {
  readonly only: string;
  readonly #url: string;
  readonly #child: ChildProcess;
  #words = '';

  private constructor(only: string, port: number, environment: Readonly<Record<string, string>>) {
    this.only = only;
    this.#url = `http://127.0.0.1:${port}`;
    const command = packageFile('dist', 'bin', 'halcyon.js');
    this.#child = spawn(process.execPath, [command, 'run', '--only', only], {
      env: { ...process.env, ...environment, PORT: String(port) },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const keep = (chunk: Buffer) => {
      this.#words += chunk.toString('utf8');
    };
    this.#child.stdout?.on('data', keep);
    this.#child.stderr?.on('data', keep);
    RUNNING.add(this.#child);
    this.#child.once('exit', () => RUNNING.delete(this.#child));
  }

  /** Starts it; resolves at once. */
  static async start(only: string, environment: Readonly<Record<string, string>>): Promise<PartProcess> {
    return new PartProcess(only, await freePort(), environment);
  }

  /** What it has written. */
  get words(): string {
    return this.#words;
  }

  /** Resolves with the seconds until its readiness says that it has so many partitions. */
  async holds(partitions: number): Promise<number> {
    const began = performance.now();
    for (;;) {
      const checks = await this.#checks();
      const details = Object.values(checks).map(({ detail }) => detail);
      if (details.some((detail) => detail.endsWith(`ing ${partitions} partitions`))) break;
      if (this.#child.exitCode !== null) throw new Error(`${this.only} ended: ${this.#words.slice(-2_000)}`);
      await sleep(100);
    }
    return (performance.now() - began) / 1000;
  }

  /** Resolves when it answers at all. */
  async answers(): Promise<void> {
    while (Object.keys(await this.#checks()).length === 0) await sleep(100);
  }

  /** Records that it has yet to read of a topic, and of how many partitions; the metrics say it. */
  async behind(topic: string): Promise<{ records: number; partitions: number }> {
    const answer = await fetch(`${this.#url}/metrics`).catch(() => null);
    const samples = [...((await answer?.text()) ?? '').matchAll(BEHIND)].filter(([, of]) => of === topic);
    return { records: samples.reduce((sum, [, , count]) => sum + Number(count), 0), partitions: samples.length };
  }

  usage(): Usage {
    const status = readFileSync(`/proc/${this.#child.pid}/status`, 'utf8');
    const resident = Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1]) * 1024;
    return { resident, cpu: cpuSecondsOf(this.#child.pid ?? -1) };
  }

  async stop(signal: NodeJS.Signals = 'SIGINT'): Promise<void> {
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) return;
    const ended = once(this.#child, 'exit');
    this.#child.kill(signal);
    await ended;
  }

  async #checks(): Promise<Record<string, { detail: string }>> {
    try {
      const answer = await fetch(`${this.#url}/readyz`, { signal: AbortSignal.timeout(5_000) });
      return ((await answer.json()) as { checks: Record<string, { detail: string }> }).checks;
    } catch {
      return {};
    }
  }
}
