import { SLOT_MS } from '../../schemas/time.ts';
import { VARIABLES } from '../../schemas/variables.ts';
import { beginOfHour, HOURS_PER_PART } from '../relations/day-parts.ts';
import type { HourlyStation } from '../relations/hourly-relation.ts';

/** A station that has not reported for so long has ended it with its last report. */
const SILENT_HOURS = 48;

/** What a successor goes on with: plain JSON. */
export interface StationFaultState<C> {
  readonly change: C;
  /** First part after what it was named by. */
  readonly named: number;
  /** Of the configuration of the judgement that named it. */
  readonly identity: string;
  readonly course: StationCourse;
}

/** What was seen of it so far, in hours. */
interface StationCourse {
  /** From which hour on it was right again, or silent; null while it holds. */
  returned: number | null;
  /** First hour that was not counted. */
  next: number;
  /** First hour after the last report. */
  reported: number;
  /** Reports under it, by index into VARIABLES. */
  readonly values: number[];
  /** True while what it shows may be something else; absent where it is certain. */
  doubtful?: true | undefined;
}

/** What is asked of the hours of a station that has one. */
type CountedStation = Pick<HourlyStation, 'means' | 'station' | 'variables'>;

/** A fault of all that a station sends, by the hours: of its clock, or of its record. */
export abstract class StationFault<C extends { readonly from: number }> {
  readonly state: StationFaultState<C>;
  readonly #counted: CountedStation;

  /** @param state as a predecessor left it */
  constructor(counted: CountedStation, state: StationFaultState<C>) {
    this.#counted = counted;
    this.state = state;
  }

  /** What was seen of one that is named now. */
  protected static courseFrom(from: number): StationCourse {
    return { returned: null, next: from, reported: from, values: VARIABLES.map(() => 0) };
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

  /** Parts that it is over, both included. */
  get parts(): { from: number; to: number | null } {
    const { change, course } = this.state;
    const to = course.returned === null ? null : Math.floor((course.returned - 1) / HOURS_PER_PART);
    return { from: Math.floor(change.from / HOURS_PER_PART), to };
  }

  /** True while it is not clear. */
  get isDoubtful(): boolean {
    return this.state.course.doubtful === true;
  }

  /** Reports of a variable under it. */
  valuesOf(variable: number): number {
    return this.state.course.values[variable];
  }

  /** Takes in the parts up to one, which is not over. @returns true where the station is right again */
  follow(until: number): boolean {
    const { change, course } = this.state;
    const end = until * HOURS_PER_PART;
    const returned = this.returnedBy(end);
    if (returned !== null) course.returned = Math.max(returned, change.from + 1);
    this.count(course.returned ?? end);
    if (course.returned === null && end - course.reported > SILENT_HOURS) course.returned = course.reported;
    return course.returned !== null;
  }

  /** From which hour on the station is right again, by what is known before another one; null where it is not. */
  protected abstract returnedBy(end: number): number | null;

  /** Counts the reports of the hours up to one, and takes back those of hours from then on. */
  protected count(until: number): void {
    const { course } = this.state;
    for (; course.next < until; course.next++) {
      if (this.#add(course.next, 1)) course.reported = course.next + 1;
    }
    for (; course.next > until; course.next--) this.#add(course.next - 1, -1);
  }

  /** Adds the reports of an hour so many times. @returns false where there are none */
  #add(hour: number, times: 1 | -1): boolean {
    const { means, station, variables } = this.#counted;
    let any = false;
    for (const variable of variables) {
      const count = means.hourCount(station, variable, hour);
      this.state.course.values[variable] += times * count;
      any ||= count > 0;
    }
    return any;
  }
}
