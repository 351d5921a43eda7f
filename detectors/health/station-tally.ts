import type { Observation, Values } from '../../schemas/observation.ts';
import { VARIABLE_INDEX, VARIABLES, type Variable } from '../../schemas/variables.ts';
import { type ComparedReport, inconsistencyOf, isCompared } from '../checks/consistency.ts';
import { CadenceTally } from '../windows/cadence.ts';
import { PassingRain } from '../windows/rain-count.ts';
import { RepeatedReports } from './repeated-reports.ts';
import { VariableTally } from './variable-tally.ts';

/** Indices into VARIABLES of those that others of a report are held against. */
const COMPARED = VARIABLES.map((_, v) => v).filter(isCompared);

/** What is known of a station after its reports have passed by. All variables are followed: they tell a dead station from calm air. */
export class StationTally {
  reports = 0;
  readonly cadence = new CadenceTally();
  readonly repeated = new RepeatedReports();
  readonly #variables = VARIABLES.map((variable) => new VariableTally(variable));
  readonly #rain = new PassingRain();
  readonly #place: ComparedReport['place'];
  #newest = Number.NaN;

  /** @param place of the station [degrees]; null where nobody says */
  constructor(place: ComparedReport['place'] = null) {
    this.#place = place;
  }

  add(observation: Observation): void {
    const { time, values } = observation;
    const rain = this.#rain.of(observation);
    if (this.reports > 0) this.cadence.add(time - this.#newest);
    this.#newest = time;
    this.reports++;
    this.repeated.add(time, values);
    for (const tally of this.#variables) {
      tally.add(time, tally.variable === 'rain' ? rain : values[tally.variable]);
    }
    this.#compare(time, values);
  }

  /** Counts the values that others of their report contradict; for how long a vane has stood the runs tell. */
  #compare(time: number, values: Values): void {
    const report = { values: VARIABLES.map((variable) => values[variable]), place: this.#place, time, vaneSlots: 0 };
    for (const v of COMPARED) if (inconsistencyOf(v, report)?.isFailure === true) this.#variables[v].contradicted++;
  }

  of(variable: Variable): VariableTally {
    return this.#variables[VARIABLE_INDEX[variable]];
  }

  /** Share of the reports that repeat the one before them in every value, for so long that it is no weather. */
  get repeatRatio(): number {
    return this.reports === 0 ? 0 : this.repeated.repeats / this.reports;
  }

  /** Whether any of its sensors shows life. */
  get alive(): boolean {
    return this.#variables.some((tally) => tally.moves);
  }
}
