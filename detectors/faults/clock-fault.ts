import { SLOT_MS } from '../../schemas/time.ts';
import { VARIABLES } from '../../schemas/variables.ts';
import { beginOfHour, HOURS_PER_PART } from '../relations/day-parts.ts';
import type { HourlyStation } from '../relations/hourly-relation.ts';
import { type ClockChange, clockReturned } from '../relations/shifted-clock.ts';

/** A station that has not reported for so long has ended it with its last report. */
const SILENT_HOURS = 48;

/** What a successor goes on with: plain JSON. */
export interface ClockFaultState {
  readonly change: ClockChange;
  /** First part after what it was named by. */
  readonly named: number;
  /** Of the configuration of the judgement that named it. */
  readonly identity: string;
  readonly course: ClockCourse;
}

/** What was seen of it so far, in hours. */
interface ClockCourse {
  /** From which hour on it was right again, or silent; null while it holds. */
  returned: number | null;
  /** First hour that was not counted. */
  next: number;
  /** First hour after the last report. */
  reported: number;
  /** Reports under it, by index into VARIABLES. */
  readonly values: number[];
}

/** A fault of the clock of a station: all of its values come with another time than they are of. */
export class ClockFault {
  readonly state: ClockFaultState;
  readonly #question: HourlyStation;

  /** @param state as a predecessor left it */
  constructor(question: HourlyStation, state: ClockFaultState) {
    this.#question = question;
    this.state = state;
  }

  /** One that is named now. */
  static named(question: HourlyStation, named: Omit<ClockFaultState, 'course'>): ClockFault {
    const { from } = named.change;
    const course = { returned: null, next: from, reported: from, values: VARIABLES.map(() => 0) };
    const fault = new ClockFault(question, { ...named, course });
    fault.#count(named.named * HOURS_PER_PART);
    return fault;
  }

  /** Variables that were reported under it, as indices into VARIABLES. */
  get variables(): number[] {
    return [...this.state.course.values.keys()].filter((variable) => this.valuesOf(variable) > 0);
  }

  /** First and last wrong report as the hours tell them, ms since the epoch. */
  get startTime(): number {
    return beginOfHour(this.state.change.from);
  }

  get lastTime(): number {
    const { returned, next } = this.state.course;
    return beginOfHour(returned ?? next) - SLOT_MS;
  }

  get neighbours(): string[] {
    const all = this.state.change.relations.flatMap(({ related }) => related.map(({ neighbour }) => neighbour));
    return [...new Set(all.sort((a, b) => a.km - b.km).map(({ id }) => id))];
  }

  /** Parts that it is over, both included. */
  get parts(): { from: number; to: number | null } {
    const { change, course } = this.state;
    const to = course.returned === null ? null : Math.floor((course.returned - 1) / HOURS_PER_PART);
    return { from: Math.floor(change.from / HOURS_PER_PART), to };
  }

  /** Reports of a variable under it. */
  valuesOf(variable: number): number {
    return this.state.course.values[variable];
  }

  /** Takes in the parts up to one, which is not over. @returns true where the clock is right again */
  follow(until: number): boolean {
    const { change, course } = this.state;
    const end = until * HOURS_PER_PART;
    const returned = clockReturned(this.#question, change, change.from, end);
    if (returned !== null) course.returned = Math.max(returned, change.from + 1);
    this.#count(course.returned ?? end);
    if (course.returned === null && end - course.reported > SILENT_HOURS) course.returned = course.reported;
    return course.returned !== null;
  }

  /** Counts the reports of the hours up to one, and takes back those of hours from then on. */
  #count(until: number): void {
    const { course } = this.state;
    for (; course.next < until; course.next++) {
      if (this.#add(course.next, 1)) course.reported = course.next + 1;
    }
    for (; course.next > until; course.next--) this.#add(course.next - 1, -1);
  }

  /** Adds the reports of an hour so many times. @returns false where there are none */
  #add(hour: number, times: 1 | -1): boolean {
    const { means, station, variables } = this.#question;
    let any = false;
    for (const variable of variables) {
      const count = means.hourCount(station, variable, hour);
      this.state.course.values[variable] += times * count;
      any ||= count > 0;
    }
    return any;
  }
}
