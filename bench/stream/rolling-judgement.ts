import { arimaFrom } from '../../detectors/methods/arima.ts';
import {
  type Answer,
  newAnswer,
  type TemporalMethod,
  type WritableQuestion,
} from '../../detectors/methods/temporal-method.ts';
import { threeSigmaFrom } from '../../detectors/methods/three-sigma.ts';
import { History } from '../../detectors/network/history.ts';
import { NetworkStations } from '../../detectors/network/network-stations.ts';
import { WindowStore } from '../../detectors/windows/window-store.ts';
import type { Observation } from '../../schemas/observation.ts';
import { slotOf } from '../../schemas/time.ts';
import { VARIABLES, type Variable } from '../../schemas/variables.ts';

/** The rule of the comparison: off the grid of the values, so that none is ever exactly on it [unit of the variable]. */
const FLOORS: Readonly<Record<Variable, number>> = {
  temp_out: 2.551,
  out_hum: 10.151,
  wind_speed: 3.051,
  bar: 1.551,
  rain: 0.951,
};
/** Standard deviations. */
const THRESHOLD = 3;

/** What is compared: by which method, of how many values. */
export interface Rule {
  readonly method: TemporalMethod;
  /** Tells values that pass without their scores, as nobody asks for these. */
  readonly surelyPasses: TemporalMethod['surelyPasses'];
  /** Values before the judged one that are looked at. */
  readonly slots: number;
}

/**
 * The rule of a method of the comparison: 3 sigma of up to 36 values, or ARIMA(1,1,1) of 35.
 *
 * @param minimum for 3 sigma: fewest values it judges from
 * @throws Error where the comparison has no such method
 */
export function ruleOf(method: string, minimum: number): Rule {
  if (method === 'sigma') {
    const threeSigma = threeSigmaFrom(minimum);
    return { method: threeSigma, surelyPasses: threeSigma.surelyPasses, slots: 36 };
  }
  // What is compared is a fit for every value.
  if (method === 'arima') return { method: arimaFrom(35, (asked) => asked), surelyPasses: undefined, slots: 35 };
  throw new Error(`METHOD is ${method}, should be sigma or arima`);
}

/** Takes an anomaly. */
export type Found = (observation: Observation, variable: Variable, answer: Answer) => void;

/** Judges what the stations of one partition report against the values before it. */
export class RollingJudgement {
  readonly #rule: Rule;
  readonly #stations = new NetworkStations('stream', 0);
  readonly #windows: WindowStore;
  readonly #history: History;
  readonly #answer: Answer = newAnswer();
  readonly #questions: WritableQuestion[];

  constructor(rule: Rule) {
    this.#rule = rule;
    this.#windows = new WindowStore(rule.slots + 1);
    this.#history = new History(this.#windows, rule.slots);
    const history = new Float64Array();
    this.#questions = VARIABLES.map((variable) => ({
      history,
      cadence: 1,
      value: 0,
      variable,
      floor: FLOORS[variable],
      threshold: THRESHOLD,
    }));
  }

  /** Takes in what was judged before. */
  warm({ station, time, values }: Observation): void {
    this.#windows.put(this.#stations.indexOf(station), slotOf(time), time, values);
  }

  /**
   * Takes an observation in and judges it.
   *
   * @param found is told of each anomaly; the answer is written again afterwards
   * @returns true where there were enough values to judge by
   */
  judge(observation: Observation, found: Found): boolean {
    const { station: id, time, values } = observation;
    const station = this.#stations.indexOf(id);
    const slot = slotOf(time);
    this.#windows.put(station, slot, time, values);
    const cadence = this.#history.cadence(station, slot);
    const { method, surelyPasses } = this.#rule;
    let judged = false;
    for (let v = 0; v < VARIABLES.length; v++) {
      const question = this.#questions[v];
      question.cadence = cadence;
      question.history = this.#history.before(station, v, slot, cadence);
      question.value = this.#windows.value(station, v, slot);
      if (surelyPasses?.(question) === true) {
        judged = true;
        continue;
      }
      method.judge(question, this.#answer);
      if (this.#answer.reason !== '') continue;
      judged = true;
      if (this.#answer.anomalous) found(observation, question.variable, this.#answer);
    }
    return judged;
  }
}
