import { readFileSync } from 'node:fs';

/** Between two looks [ms]. */
const EVERY_MS = 250;
/** Lines that a course is told in. */
const LINES = 12;

/** What some processes hold in memory over time: their resident set, looked at from outside; Linux only. */
export class MemoryCourse<Name extends string> {
  readonly #pids: Readonly<Record<Name, number>>;
  readonly #names: readonly Name[];
  readonly #began = performance.now();
  readonly #looks: { readonly seconds: number; readonly megabytes: readonly number[] }[] = [];
  readonly #timer: NodeJS.Timeout;

  constructor(pids: Readonly<Record<Name, number>>) {
    this.#pids = pids;
    this.#names = Object.keys(pids) as Name[];
    this.#timer = setInterval(() => this.#look(), EVERY_MS);
    this.#look();
  }

  /** Ends looking; the most of each process [MB]. */
  stop(): Record<Name, number> {
    clearInterval(this.#timer);
    this.#look();
    const most = this.#names.map((name, i) => [name, Math.max(...this.#looks.map((look) => look.megabytes[i]))]);
    return Object.fromEntries(most) as Record<Name, number>;
  }

  /** The course in some lines: the most of each stretch of time [MB]. */
  table(): string {
    const length = Math.ceil(this.#looks.length / LINES);
    const lines = [`      s  ${this.#names.map((name) => `${name} MB`.padStart(12)).join('')}`];
    for (let from = 0; from < this.#looks.length; from += length) {
      const stretch = this.#looks.slice(from, from + length);
      const cells = this.#names.map((_, i) => Math.max(...stretch.map(({ megabytes }) => megabytes[i])));
      const until = stretch[stretch.length - 1].seconds.toFixed(1).padStart(7);
      lines.push(`${until}  ${cells.map((cell) => cell.toFixed(0).padStart(12)).join('')}`);
    }
    return lines.join('\n');
  }

  #look(): void {
    const megabytes = this.#names.map((name) => residentMegabytes(this.#pids[name]));
    this.#looks.push({ seconds: (performance.now() - this.#began) / 1000, megabytes });
  }
}

function residentMegabytes(pid: number): number {
  const found = /^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'));
  return (Number(found?.[1] ?? 0) * 1024) / 1e6;
}
