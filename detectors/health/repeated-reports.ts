import { VARIABLES } from '../../schemas/variables.ts';
import { canBeStuck } from '../windows/still-runs.ts';
import { type HealthIssue, percent } from './health-issue.ts';
import { STUCK_RATIO } from './health-thresholds.ts';
import type { StationTally } from './station-tally.ts';

const HOUR_MS = 3_600_000;
/** So long and so many equal reports are no weather: at ten minutes an hour, at an hour six [hours, reports]. */
const RUN = { hours: 1, reports: 7 } as const;
/** Values of a report that are not constant by nature; where fewer are there, equal reports can be still air in fog. */
const FEWEST_ABLE = 3;
/** A longer silence breaks a run: nobody knows what came meanwhile. */
const LONGEST_SILENCE_MS = 6 * HOUR_MS;

/** A report that is not the one before again, one that is, and one that has been for so long that it is no weather. */
const NEW = 0;
export const REPEATING = 1;
export const LASTING = 2;

/**
 * Runs of reports that are equal in every variable, as they pass by: a logger or a collection that repeats its last
 * report. Several instruments do not stand still together, so a much shorter run tells than for one of them.
 */
export class RepeatedReports {
  /** Longest run from its first to its last report [ms]. */
  longest = 0;
  #repeats = 0;
  /** Of the report that the run began with, in the order of VARIABLES. */
  readonly #values = new Float64Array(VARIABLES.length);
  #first = 0;
  #last = 0;
  #reports = 0;

  /**
   * @param time ms since the epoch, not before that of the report before
   * @param values in the order of VARIABLES, NaN where there is none
   */
  add(time: number, values: Float64Array): void {
    const silent = time - this.#last > LONGEST_SILENCE_MS;
    if (!silent && this.#reports > 0 && equal(values, this.#values)) {
      this.#last = time;
      this.#reports++;
      if (this.#lasts) this.longest = Math.max(this.longest, time - this.#first);
      return;
    }
    this.#repeats += this.#repeatsNow();
    this.#values.set(values);
    this.#first = time;
    this.#last = time;
    this.#reports = 1;
  }

  /** Reports in such runs without the first of each, which may be right; the run that has not ended yet too. */
  get repeats(): number {
    return this.#repeats + this.#repeatsNow();
  }

  /** What the last report says of it: NEW, REPEATING or LASTING. */
  get repetition(): number {
    if (this.#reports <= 1) return NEW;
    return this.#lasts ? LASTING : REPEATING;
  }

  /** Whether the last report repeated those before it for so long by now that it is no weather. */
  get #lasts(): boolean {
    if (this.#reports < RUN.reports || this.#last - this.#first < RUN.hours * HOUR_MS) return false;
    return VARIABLES.filter((variable, v) => canBeStuck(variable, this.#values[v])).length >= FEWEST_ABLE;
  }

  #repeatsNow(): number {
    return this.#lasts ? this.#reports - 1 : 0;
  }
}

/** Whether each has the same numbers, and none where the other has none. */
function equal(a: Float64Array, b: Float64Array): boolean {
  for (let v = 0; v < a.length; v++) if (a[v] !== b[v] && !(Number.isNaN(a[v]) && Number.isNaN(b[v]))) return false;
  return true;
}

/** Hours of a station that had reports, and those of them that it repeated whole while most of its neighbours did not. */
export class RepeatedHours {
  hours = 0;
  alone = 0;
}

/**
 * Says where a station repeated its reports: critical where it did so by itself for more than half of the hours. Where
 * most of the neighbours' were repeated in the same hours, the collection did it: a warning.
 */
export function repeatIssue(
  { repeatRatio, repeated }: StationTally,
  { hours, alone }: RepeatedHours,
): HealthIssue | null {
  if (repeatRatio === 0) return null;
  const kind = 'repeated';
  const text = `all values repeated for up to ${(repeated.longest / HOUR_MS).toFixed(1)} hours; ${percent(repeatRatio)} of the reports`;
  if (alone === 0) {
    const others = 'most neighbours in the same hours: of the collection rather than the station';
    return { kind, severity: 'warning', text: `${text}, as at ${others}` };
  }
  const severity = alone > STUCK_RATIO.critical * hours ? 'critical' : 'warning';
  return { kind, severity, text: `${text}; for ${alone} whole hours most neighbours did not` };
}
