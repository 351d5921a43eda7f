import { beginOfPart, countOf, endOfPart, PARTS_PER_DAY, type PartMeans } from '../relations/day-parts.ts';
import type { NamedCondition } from '../relations/named-condition.ts';

/** The newest parts that tell, and where it has ended: their mean evidence is below this. */
const NEWEST: Readonly<Record<NamedCondition['kind'], number>> = { unit: 6, swapped: 6, radiation: 6, ceiling: 4 };
const AGAINST = -0.25;
/** Whether it still holds is unknown after so many parts that do not tell; a silent sensor has ended with its last report. */
const SILENT_PARTS = 2 * PARTS_PER_DAY;
/** Humidity may stay below a ceiling for long. */
const UNTOLD_PARTS = 7 * PARTS_PER_DAY;

/** What was seen of it so far, in parts of days. */
interface NamedCourse {
  lastWrong: number;
  next: number;
  lastTold: number;
  lastReported: number;
  /** Evidence of the newest parts that tell, oldest first. */
  readonly newest: number[];
  /** Reports by variable up to the last part that shows it, and those since. */
  readonly values: { readonly variable: number; until: number; since: number }[];
}

/** What a successor goes on with: plain JSON. */
export interface NamedFaultState {
  condition: NamedCondition;
  /** First part after what it was named by. */
  readonly named: number;
  /** Of the configuration of the judgement that named it. */
  readonly identity: string;
  readonly course: NamedCourse;
}

/** Whether a part speaks for a condition (above 0) or against it, by what is known before `end`; NaN where it does not tell. */
export type EvidenceOf = (condition: NamedCondition, part: number, end: number) => number;

/** A fault of days that has a name: another unit, stations that are swapped, heating by day, a ceiling. */
export class NamedFault {
  readonly state: NamedFaultState;
  readonly #means: PartMeans;
  readonly #station: number;
  readonly #evidenceOf: EvidenceOf;

  /** @param state as a predecessor left it */
  constructor(means: PartMeans, station: number, evidenceOf: EvidenceOf, state: NamedFaultState) {
    this.#means = means;
    this.#station = station;
    this.#evidenceOf = evidenceOf;
    this.state = state;
  }

  /** One that is named now. @param variables that it is a fault of, as indices into VARIABLES */
  static named(
    means: PartMeans,
    station: number,
    evidenceOf: EvidenceOf,
    named: Omit<NamedFaultState, 'course'>,
    variables: readonly number[],
  ): NamedFault {
    const { from } = named.condition;
    const values = variables.map((variable) => ({ variable, until: 0, since: 0 }));
    const course = { lastWrong: from, next: from, lastTold: from, lastReported: from, newest: [], values };
    const fault = new NamedFault(means, station, evidenceOf, { ...named, course });
    fault.follow(named.named);
    return fault;
  }

  get condition(): NamedCondition {
    return this.state.condition;
  }

  get course(): NamedCourse {
    return this.state.course;
  }

  /** Variables that were reported under it. */
  get variables(): number[] {
    return this.course.values.filter(({ until }) => until > 0).map(({ variable }) => variable);
  }

  valuesOf(variable: number): number {
    return this.course.values.find((one) => one.variable === variable)?.until ?? 0;
  }

  /** First and last wrong report, as the parts of a day tell them; ms since the epoch. */
  get startTime(): number {
    return beginOfPart(this.condition.from);
  }

  get lastTime(): number {
    return endOfPart(this.course.lastWrong);
  }

  /** Time since which nothing tells, ms since the epoch; null where something does. */
  get unknownSince(): number | null {
    const { next, lastTold } = this.course;
    const longest = this.condition.kind === 'ceiling' ? UNTOLD_PARTS : SILENT_PARTS;
    return next - lastTold > longest ? endOfPart(lastTold) : null;
  }

  /** Takes in the parts up to one, which is not over. @returns true where it is over */
  follow(until: number): boolean {
    const { course } = this;
    for (; course.next < until; course.next++) this.#take(course.next, until);
    if (until - course.lastReported > SILENT_PARTS) return true;
    const newest = course.newest.slice(-NEWEST[this.condition.kind]);
    const sum = newest.reduce((all, evidence) => all + evidence, 0);
    return newest.length === NEWEST[this.condition.kind] && sum < AGAINST * newest.length;
  }

  #take(part: number, end: number): void {
    const { course } = this;
    for (const counted of course.values) {
      const { variable } = counted;
      const reports =
        countOf(this.#means, this.#station, variable, part) +
        this.#means.impossibleCount(this.#station, variable, part);
      counted.since += reports;
      if (reports > 0) course.lastReported = part;
    }
    const evidence = this.#evidenceOf(this.condition, part, end);
    if (Number.isNaN(evidence)) return;
    course.lastTold = part;
    course.newest.push(evidence);
    if (course.newest.length > PARTS_PER_DAY) course.newest.shift();
    if (evidence <= 0) return;
    course.lastWrong = part;
    for (const counted of course.values) {
      counted.until += counted.since;
      counted.since = 0;
    }
  }
}
