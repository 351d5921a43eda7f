import { readdirSync, readFileSync } from 'node:fs';

/** Between two looks [ms]. */
const EVERY_MS = 250;

/** The most that was held in memory at once [bytes]. */
export interface MostMemory {
  /** By a command and the processes it has started: resident, as `ps` shows it. */
  readonly command: number;
  /** By all processes that this one has started, the command among them; what they share counts once. */
  readonly all: number;
}

/** Looks at the memory of processes while a command runs; Linux only. */
export class MemoryWatch {
  readonly #command: number;
  readonly #timer = setInterval(() => this.#look(), EVERY_MS);
  #most: MostMemory = { command: 0, all: 0 };

  /** @param command process id of the command, which this process has started */
  constructor(command: number) {
    this.#command = command;
    this.#look();
  }

  /** Ends looking. */
  stop(): MostMemory {
    clearInterval(this.#timer);
    return this.#most;
  }

  #look(): void {
    const parents = parentsOfProcesses();
    const command = sum([this.#command, ...startedBy(this.#command, parents)], 'Rss');
    const all = sum(startedBy(process.pid, parents), 'Pss');
    this.#most = { command: Math.max(this.#most.command, command), all: Math.max(this.#most.all, all) };
  }
}

/** The parent of every process there is. */
function parentsOfProcesses(): Map<number, number> {
  const parents = new Map<number, number>();
  for (const name of readdirSync('/proc').filter((one) => /^\d+$/.test(one))) {
    // The name of its program, in brackets, may hold anything.
    const parent = /^.*\) \S (\d+)/s.exec(textOf(`/proc/${name}/stat`))?.[1];
    if (parent !== undefined) parents.set(Number(name), Number(parent));
  }
  return parents;
}

/** What a process has started, and what those have. */
function startedBy(root: number, parents: ReadonlyMap<number, number>): number[] {
  const found = [root];
  for (const one of found) {
    for (const [pid, parent] of parents) if (parent === one) found.push(pid);
  }
  return found.slice(1);
}

/** Resident memory of some processes [bytes]: `Pss` divides a page among those that share it, `Rss` does not. */
function sum(pids: readonly number[], kind: 'Pss' | 'Rss'): number {
  const line = new RegExp(`^${kind}:\\s+(\\d+) kB$`, 'm');
  return pids.reduce((all, pid) => all + Number(line.exec(textOf(`/proc/${pid}/smaps_rollup`))?.[1] ?? 0) * 1024, 0);
}

/** '' of a process that has ended meanwhile. */
function textOf(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
