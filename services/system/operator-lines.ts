import { type Anomaly, CLASSIFICATIONS, type Classification } from '../../schemas/anomaly.ts';
import { isoOf } from '../../schemas/time.ts';
import { readableAnomaly } from './readable-anomaly.ts';

/** What is older than this when its verdict comes is history that is being loaded [ms]. */
const RECENT_MS = 10 * 3_600_000;
/** Verdicts of history that are shown before the rest is counted: what a line looks like. */
const SHOWN = 3;
const DATE_LENGTH = 'YYYY-MM-DD'.length;

/**
 * What the operator's terminal is told of anomalies: of what happens now each verdict and every change of mind, of history
 * that is being loaded a line a day with how many were settled.
 */
export class OperatorLines {
  readonly #say: (line: string) => void;
  readonly #now: () => number;
  readonly #counts = new Map<Classification, number>();
  #day = '';
  #shown = 0;

  /** @param now current time, ms since the epoch */
  constructor(say: (line: string) => void, now: () => number) {
    this.#say = say;
    this.#now = now;
  }

  /** Takes verdicts in the order in which they were given. */
  take(anomalies: readonly Anomaly[]): void {
    for (const anomaly of anomalies) {
      if (this.#now() - anomaly.time <= RECENT_MS) {
        this.#tellDay();
        // The final one says nothing new: a change of mind came before it.
        if (!anomaly.final) this.#say(readableAnomaly(anomaly));
      } else if (anomaly.state === 'settled') this.#count(anomaly);
    }
  }

  #count(anomaly: Anomaly): void {
    if (this.#shown < SHOWN) {
      this.#shown += 1;
      this.#say(readableAnomaly(anomaly));
      return;
    }
    const day = isoOf(anomaly.time).slice(0, DATE_LENGTH);
    if (day !== this.#day) this.#tellDay();
    this.#day = day;
    this.#counts.set(anomaly.classification, (this.#counts.get(anomaly.classification) ?? 0) + 1);
  }

  #tellDay(): void {
    if (this.#counts.size === 0) return;
    const of = CLASSIFICATIONS.map((name) => `${name.replace('_', ' ')} ${this.#counts.get(name) ?? 0}`);
    this.#say(`${this.#day} of history: ${of.join(', ')}`);
    this.#counts.clear();
  }
}
