import type { Variable } from '../../schemas/variables.ts';
import { canBeStuck } from '../windows/still-runs.ts';
import { STARTING_WIND, STUCK_RUN } from './health-thresholds.ts';

const HOUR_MS = 3_600_000;
/** A longer silence breaks a run: nobody knows what the sensor did meanwhile. */
const LONGEST_SILENCE_MS = 6 * HOUR_MS;

/**
 * Runs of one unchanged value among readings that pass by in the order of time. Values that are constant by nature (no
 * rain, no wind, dry or saturated air) make none.
 */
export class UnchangedRuns {
  /** Longest run from its first to its last report [ms]. */
  longest = 0;
  /** Readings of a value that is not constant by nature. */
  able = 0;
  /** Readings in runs that are long enough to be a stuck sensor. */
  #stuck = 0;
  readonly #variable: Variable;
  #value = Number.NaN;
  #first = 0;
  #last = 0;
  #reports = 0;

  constructor(variable: Variable) {
    this.#variable = variable;
  }

  /** @param time ms since the epoch */
  add(time: number, value: number): void {
    const able = canBeStuck(this.#variable, value);
    if (able) this.able++;
    if (value === this.#value && time - this.#last <= LONGEST_SILENCE_MS) {
      this.#last = time;
      this.#reports++;
      this.longest = Math.max(this.longest, time - this.#first);
      return;
    }
    this.#stuck += this.#stuckNow();
    // NaN equals nothing: the next reading begins a run of its own.
    this.#value = able ? value : Number.NaN;
    this.#first = time;
    this.#last = time;
    this.#reports = 1;
  }

  /** Readings in runs that are long enough to be a stuck sensor, the run that has not ended yet too. */
  get stuck(): number {
    return this.#stuck + this.#stuckNow();
  }

  #stuckNow(): number {
    const weak = this.#variable === 'wind_speed' && this.#value < STARTING_WIND;
    const hours = weak ? STUCK_RUN.weakWindHours : STUCK_RUN.hours;
    const long = this.#last - this.#first >= hours * HOUR_MS && this.#reports >= STUCK_RUN.reports;
    return long ? this.#reports : 0;
  }
}
