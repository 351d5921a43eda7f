import { HOURS_PER_PART } from '../relations/day-parts.ts';
import type { HourlyStation } from '../relations/hourly-relation.ts';
import { type ClockChange, clockReturned, isClearlyShifted } from '../relations/shifted-clock.ts';
import { StationFault, type StationFaultState } from './station-fault.ts';

/** What a successor goes on with: plain JSON. */
export type ClockFaultState = StationFaultState<ClockChange>;

/** A fault of the clock of a station: all of its values come with another time than they are of. */
export class ClockFault extends StationFault<ClockChange> {
  readonly #question: HourlyStation;

  /** @param state as a predecessor left it */
  constructor(question: HourlyStation, state: ClockFaultState) {
    super(question, state);
    this.#question = question;
  }

  /** One that is named now. */
  static named(question: HourlyStation, named: Omit<ClockFaultState, 'course'>): ClockFault {
    const fault = new ClockFault(question, { ...named, course: StationFault.courseFrom(named.change.from) });
    fault.count(named.named * HOURS_PER_PART);
    fault.#takeClarity(named.named * HOURS_PER_PART);
    return fault;
  }

  override follow(until: number): boolean {
    if (this.isDoubtful) this.#takeClarity(until * HOURS_PER_PART);
    return super.follow(until);
  }

  /** Takes in whether it is certain by what came before an hour: one that once was stays so. */
  #takeClarity(end: number): void {
    const { change, course } = this.state;
    course.doubtful = isClearlyShifted(this.#question, change, change.from, end) ? undefined : true;
  }

  get neighbours(): string[] {
    const all = this.state.change.relations.flatMap(({ related }) => related.map(({ neighbour }) => neighbour));
    return [...new Set(all.sort((a, b) => a.km - b.km).map(({ id }) => id))];
  }

  protected returnedBy(end: number): number | null {
    return clockReturned(this.#question, this.state.change, this.state.change.from, end);
  }
}
