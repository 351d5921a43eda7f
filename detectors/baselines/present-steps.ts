import type { WindowView } from '../windows/window-view.ts';
import { LEAST_STEPS, LONGEST_STEP, Q90_OF_NORMAL } from './step-sketch.ts';

/** Steps that count in full, those of six hours of reports every ten minutes, and as how many days of history: they are of the weather of the hour. */
const ALL_STEPS = 36;
const AS_DAYS = 3;
/** The step that is larger than this share of them stands for all. */
const SHARE = 0.9;

/** Typical steps of stations that have no baseline yet, as on the first day of a network, by their reports in the window before a slot. */
export class PresentSteps {
  readonly #windows: WindowView;
  readonly #values: Float64Array;
  /** The largest steps, the largest first. */
  readonly #largest: Float64Array;

  /**
   * @param windows as baselines learn from them
   * @param slots length of the window of a judgement
   */
  constructor(windows: WindowView, slots: number) {
    this.#windows = windows;
    this.#values = new Float64Array(slots);
    this.#largest = new Float64Array(slots - Math.floor(SHARE * slots));
  }

  /**
   * The typical step (one sigma) of one variable (index into VARIABLES) before a slot, by the ninetieth percentile as on a day of
   * a baseline. What is documented counts as one day of history beside it.
   *
   * @param documented what it is where too few steps are known [unit of the variable]
   */
  spread(station: number, variable: number, slot: number, documented: number): number {
    const [values, largest] = [this.#values, this.#largest];
    const slots = values.length;
    this.#windows.stretch(station, variable, slot - slots, slots, 1, values);
    let count = 0;
    let before = -1;
    for (let k = 0; k < slots; k++) {
      if (Number.isNaN(values[k])) continue;
      if (before >= 0 && k - before <= LONGEST_STEP) keep(Math.abs(values[k] - values[before]), largest, count++);
      before = k;
    }
    if (count < LEAST_STEPS) return documented;
    const own = largest[count - 1 - Math.floor(SHARE * count)] / Q90_OF_NORMAL;
    const days = AS_DAYS * Math.min(1, count / ALL_STEPS);
    return Math.sqrt((days * own ** 2 + documented ** 2) / (days + 1));
  }
}

/** Puts a step among the largest of those that came; `count` came before it. */
function keep(step: number, largest: Float64Array, count: number): void {
  const last = Math.min(count, largest.length - 1);
  if (count > last && step <= largest[last]) return;
  let place = last;
  for (; place > 0 && largest[place - 1] < step; place--) largest[place] = largest[place - 1];
  largest[place] = step;
}
