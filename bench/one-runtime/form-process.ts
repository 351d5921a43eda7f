import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { packageFile } from '../../schemas/package-root.ts';
import { HalcyonProcess } from '../../test/resilience/halcyon-process.ts';
import { cpuSecondsOf } from '../process-cpu.ts';

/** How the pipeline of one process is: as it is, or that of several processes over a log on its disk. */
export type Form = 'present' | 'candidate';
export const FORMS: readonly Form[] = ['present', 'candidate'];

const BUILT = ['.tmp', 'one-runtime'];
/**
 * A system is at rest where its processes run, and wait for a processor, for less than this share of QUIET_MS: where others
 * keep the processors busy, one that has much to do runs little.
 */
const QUIET_SHARE = 0.1;
const QUIET_MS = 3_000;
const LONGEST_QUIET_MS = 600_000;
const MEMORY_MS = 10_000;

/** CPU time of a system and of its engine so far [s]. */
export interface Cpu {
  readonly system: number;
  readonly engine: number;
}

/** Memory of a system [bytes]. */
export interface Memory {
  /** Most that it occupied since the last `forgetPeak`, and what it occupies. */
  readonly peak: number;
  readonly resident: number;
  /** Heap and buffers in use once nothing is left that could be freed. */
  readonly used: number;
  readonly engine: number;
}

/** Builds the product and the candidate beside each other. */
export function buildForms(): void {
  const tsc = packageFile('node_modules', '.bin', 'tsc');
  execFileSync(tsc, ['-p', packageFile('bench', 'one-runtime'), '--noCheck'], { stdio: 'inherit' });
}

/** A whole system of one form on a data folder, from the same build. */
export class FormProcess {
  readonly system: HalcyonProcess;
  readonly #memory: string;

  private constructor(system: HalcyonProcess, memory: string) {
    this.system = system;
    this.#memory = memory;
  }

  /** One that is not started yet. @param folder of its data; its memory is written beside it */
  static async on(form: Form, folder: string): Promise<FormProcess> {
    const memory = `${folder}.memory`;
    const system = await HalcyonProcess.on({
      environment: { HALCYON_DATA: folder, ONE_RUNTIME_FORM: form, ONE_RUNTIME_MEMORY: memory },
      node: ['--expose-gc', '--import', packageFile(...BUILT, 'bench', 'one-runtime', 'candidate', 'begin.js')],
      command: packageFile(...BUILT, 'services', 'cli', 'halcyon.js'),
    });
    return new FormProcess(system, memory);
  }

  cpu(): Cpu {
    const [engine] = this.system.children();
    return { system: cpuSecondsOf(this.system.pid), engine: engine === undefined ? 0 : cpuSecondsOf(engine) };
  }

  /** The peak of its memory begins anew. */
  forgetPeak(): void {
    writeFileSync(`/proc/${this.system.pid}/clear_refs`, '5');
  }

  async memory(): Promise<Memory> {
    const peak = statusOf(this.system.pid, 'VmHWM');
    const resident = statusOf(this.system.pid, 'VmRSS');
    const [engine] = this.system.children();
    rmSync(this.#memory, { force: true });
    process.kill(this.system.pid, 'SIGUSR2');
    for (const end = performance.now() + MEMORY_MS; !isWhole(this.#memory); await sleep(20)) {
      if (performance.now() > end) throw new Error('the system did not say what memory it has');
    }
    const { heapUsed, arrayBuffers } = JSON.parse(readFileSync(this.#memory, 'utf8')) as Record<string, number>;
    return {
      peak,
      resident,
      used: heapUsed + arrayBuffers,
      engine: engine === undefined ? 0 : statusOf(engine, 'VmRSS'),
    };
  }

  /** Records that the stages and the sink have yet to take. */
  async behind(): Promise<number> {
    const page = await (await fetch(`${this.system.url}/metrics`)).text();
    return [...page.matchAll(/^halcyon_log_behind\{[^}]*\} (\S+)/gm)].reduce(
      (sum, [, count]) => sum + Number(count),
      0,
    );
  }

  /** Resolves when it has hardly anything to do. */
  async quiet(): Promise<void> {
    const wanted = () => [this.system.pid, ...this.system.children()].reduce((sum, pid) => sum + wantedMs(pid), 0);
    const until = performance.now() + LONGEST_QUIET_MS;
    for (let before = wanted(); performance.now() < until; ) {
      const began = performance.now();
      await sleep(QUIET_MS);
      const now = wanted();
      if (now - before < QUIET_SHARE * (performance.now() - began)) return;
      before = now;
    }
    throw new Error(`the system did not come to rest within ${LONGEST_QUIET_MS / 60_000} minutes`);
  }
}

/** A figure of a process's status [bytes]; Linux only. */
function statusOf(pid: number, name: 'VmHWM' | 'VmRSS'): number {
  const status = readFileSync(join('/proc', String(pid), 'status'), 'utf8');
  return Number(new RegExp(`^${name}:\\s+(\\d+) kB$`, 'm').exec(status)?.[1]) * 1024;
}

/** How long the threads of a process have run, and have waited for a processor [ms]; Linux only. */
function wantedMs(pid: number): number {
  let ns = 0;
  for (const thread of readdirSync(`/proc/${pid}/task`)) {
    // A thread may have ended meanwhile.
    const path = `/proc/${pid}/task/${thread}/schedstat`;
    if (!existsSync(path)) continue;
    const [ran, waited] = readFileSync(path, 'utf8').split(' ');
    ns += Number(ran) + Number(waited);
  }
  return ns / 1e6;
}

function isWhole(path: string): boolean {
  return existsSync(path) && readFileSync(path, 'utf8').endsWith('\n');
}
