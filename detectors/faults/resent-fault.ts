import { freshAgain, type ResentRecord } from '../relations/resent-record.ts';
import type { LastingDependencies } from './lasting-dependencies.ts';
import { StationFault, type StationFaultState } from './station-fault.ts';

/** What a successor goes on with: plain JSON. */
export type ResentFaultState = StationFaultState<ResentRecord>;

/** A fault of the record of a station: it was sent before, and comes again with new times. */
export class ResentFault extends StationFault<ResentRecord> {
  readonly #means: LastingDependencies['means'];
  readonly #station: number;

  /** @param state as a predecessor left it */
  constructor({ means, variables }: LastingDependencies, station: number, state: ResentFaultState) {
    super({ means, variables, station }, state);
    this.#means = means;
    this.#station = station;
  }

  /** One that is named now: nothing is counted before it is followed. */
  static named(
    dependencies: LastingDependencies,
    station: number,
    named: Omit<ResentFaultState, 'course'>,
  ): ResentFault {
    return new ResentFault(dependencies, station, {
      ...named,
      course: StationFault.courseFrom(named.change.from),
    });
  }

  protected returnedBy(end: number): number | null {
    return freshAgain(this.#means, this.#station, this.state.change, end);
  }
}
