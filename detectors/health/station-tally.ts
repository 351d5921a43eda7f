import { VARIABLE_INDEX, VARIABLES, type Variable } from '../../schemas/variables.ts';
import { type ComparedReport, inconsistencyOf, mayContradict } from '../checks/consistency.ts';
import { CadenceTally } from '../windows/cadence.ts';
import { PassingRain } from '../windows/rain-count.ts';
import { RepeatedReports } from './repeated-reports.ts';
import { VariableTally } from './variable-tally.ts';

/** Indices into VARIABLES of those that others of a report may contradict; none of the five. */
const COMPARED = VARIABLES.map((_, v) => v).filter(mayContradict);
const RAIN = VARIABLE_INDEX.rain;

/** What is known of a station after its reports have passed by. All variables are followed: they tell a dead station from calm air. */
export class StationTally {
  reports = 0;
  /** Time of the first report, ms since the epoch; NaN where there is none. */
  first = Number.NaN;
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

  /**
   * @param time ms since the epoch, not before that of the report before
   * @param values in the order of VARIABLES, NaN where there is none
   * @param rainCount rain since a reset [mm]; NaN where it did not come as a count
   */
  add(time: number, values: Float64Array, rainCount: number): void {
    const rain = this.#rain.of(time, values[RAIN], rainCount);
    if (this.reports > 0) this.cadence.add(time - this.#newest);
    else this.first = time;
    this.#newest = time;
    this.reports++;
    this.repeated.add(time, values);
    for (let v = 0; v < values.length; v++) this.#variables[v].add(time, v === RAIN ? rain : values[v]);
    if (COMPARED.length > 0) this.#compare(time, values);
  }

  /** Counts the values that others of their report contradict; for how long a vane or a gust has stood the runs tell. */
  #compare(time: number, values: Float64Array): void {
    const report = { values, place: this.#place, time, stoodSlots: 0 };
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
