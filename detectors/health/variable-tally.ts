import { judgedValue, type Variable } from '../../schemas/variables.ts';
import { isPossible } from '../checks/gross-range.ts';
import { LEAST_EVIDENCE } from './health-thresholds.ts';
import { RunningVariance } from './running-variance.ts';
import { Spikes } from './spikes.ts';
import { UnchangedRuns } from './unchanged-runs.ts';

const HOUR_MS = 3_600_000;

/** What is known of one variable of a station after its reports have passed by; its size does not grow with them. */
export class VariableTally {
  readonly variable: Variable;
  /** Reports that held no number. */
  nulls = 0;
  /** Reports that held an impossible number. */
  outOfRange = 0;
  /** Reports that held a number which others of them contradict. */
  contradicted = 0;
  zeros = 0;
  /** Of the valid readings, as everything below. */
  readonly moments = new RunningVariance();
  readonly runs: UnchangedRuns;
  readonly spikes: Spikes;
  low = Number.POSITIVE_INFINITY;
  high = Number.NEGATIVE_INFINITY;
  #first = 0;
  #last = 0;

  constructor(variable: Variable) {
    this.variable = variable;
    this.runs = new UnchangedRuns(variable);
    this.spikes = new Spikes(variable);
  }

  /**
   * @param time ms since the epoch, not before that of the report before
   * @param reported NaN where there is no number
   */
  add(time: number, reported: number): void {
    if (!Number.isFinite(reported)) {
      this.nulls++;
      return;
    }
    if (!isPossible(this.variable, reported)) {
      this.outOfRange++;
      return;
    }
    const value = judgedValue(this.variable, reported);
    if (this.valid === 0) this.#first = time;
    this.#last = time;
    if (value === 0) this.zeros++;
    if (value < this.low) this.low = value;
    if (value > this.high) this.high = value;
    this.moments.add(value);
    this.runs.add(time, value);
    this.spikes.add(time, value);
  }

  get valid(): number {
    return this.moments.count;
  }

  /** Share of zeros among the valid readings; 0 where there is none. */
  get zeroRatio(): number {
    return this.valid === 0 ? 0 : this.zeros / this.valid;
  }

  /**
   * Share of the readings that stand in unchanged runs long enough to be a stuck sensor, of those whose value is not
   * constant by nature, or of half of the valid ones where these are more: an anemometer frozen now at 6, now at 0 is
   * stuck all the time, one that measured nothing but a calm week and a single run is not.
   */
  get stuckRatio(): number {
    return this.valid === 0 ? 0 : this.runs.stuck / Math.max(this.runs.able, this.valid / 2);
  }

  /** Share of single readings that stand out of those around them; 0 where there is none. */
  get spikeRatio(): number {
    return this.valid === 0 ? 0 : this.spikes.count / this.valid;
  }

  get constant(): boolean {
    return this.valid > 0 && this.low === this.high;
  }

  get moves(): boolean {
    return this.low < this.high;
  }

  /** Whether the readings are enough, over time enough, to say something about variance. */
  get telling(): boolean {
    return this.valid >= LEAST_EVIDENCE.readings && this.#last - this.#first >= LEAST_EVIDENCE.hours * HOUR_MS;
  }
}
