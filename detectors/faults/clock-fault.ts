import { SLOT_MS } from '../../schemas/time.ts';
import { beginOfHour, HOURS_PER_PART } from '../relations/day-parts.ts';
import { type ClockChange, type ClockQuestion, clockReturned } from '../relations/shifted-clock.ts';

/** A station that has not reported for so long has ended it with its last report. */
const SILENT_HOURS = 48;

/** A fault of the clock of a station: all of its values come with another time than they are of. */
export class ClockFault {
  readonly change: ClockChange;
  /** First part after what it was named by. */
  readonly named: number;
  /** Hour from which it was right again, or silent; null while it holds. */
  returned: number | null = null;
  readonly #question: ClockQuestion;
  readonly #values = new Map<number, number>();
  #next: number;
  /** First hour after the last report. */
  #reported: number;

  constructor(question: ClockQuestion, change: ClockChange, named: number) {
    this.#question = question;
    this.change = change;
    this.named = named;
    this.#next = change.from;
    this.#reported = change.from;
    this.#count(named * HOURS_PER_PART);
  }

  /** Variables that were reported under it, as indices into VARIABLES. */
  get variables(): number[] {
    return [...this.#values.keys()].sort((a, b) => a - b);
  }

  /** First and last wrong report as the hours tell them, ms since the epoch. */
  get startTime(): number {
    return beginOfHour(this.change.from);
  }

  get lastTime(): number {
    return beginOfHour(this.returned ?? this.#next) - SLOT_MS;
  }

  get neighbours(): string[] {
    const all = this.change.relations.flatMap(({ related }) => related.map(({ neighbour }) => neighbour));
    return [...new Set(all.sort((a, b) => a.km - b.km).map(({ id }) => id))];
  }

  /** Parts that it is over, both included. */
  get parts(): { from: number; to: number | null } {
    const to = this.returned === null ? null : Math.floor((this.returned - 1) / HOURS_PER_PART);
    return { from: Math.floor(this.change.from / HOURS_PER_PART), to };
  }

  /** Reports of a variable under it. */
  valuesOf(variable: number): number {
    return this.#values.get(variable) ?? 0;
  }

  /** Takes in the parts up to one, which is not over. @returns true where the clock is right again */
  follow(until: number): boolean {
    const end = until * HOURS_PER_PART;
    const returned = clockReturned(this.#question, this.change, this.change.from, end);
    if (returned !== null) this.returned = Math.max(returned, this.change.from + 1);
    this.#count(this.returned ?? end);
    if (this.returned === null && end - this.#reported > SILENT_HOURS) this.returned = this.#reported;
    return this.returned !== null;
  }

  /** Counts the reports of the hours up to one, and takes back those of hours from then on. */
  #count(until: number): void {
    for (; this.#next < until; this.#next++) {
      if (this.#add(this.#next, 1)) this.#reported = this.#next + 1;
    }
    for (; this.#next > until; this.#next--) this.#add(this.#next - 1, -1);
  }

  /** Adds the reports of an hour so many times. @returns false where there are none */
  #add(hour: number, times: 1 | -1): boolean {
    const { means, station, variables } = this.#question;
    let any = false;
    for (const variable of variables) {
      const count = means.hourCount(station, variable, hour);
      if (count === 0) continue;
      this.#values.set(variable, this.valuesOf(variable) + times * count);
      any = true;
    }
    return any;
  }
}
