import { VARIABLE_SPECIFICATIONS, type Variable } from '../../schemas/variables.ts';
import { type HealthIssue, percent } from './health-issue.ts';
import type { Surroundings } from './surroundings.ts';
import type { VariableTally } from './variable-tally.ts';

/** Least height of a spike over the readings before and after it [unit of the variable]; wind and rain are spiky by nature. */
const HEIGHT: Readonly<Partial<Record<Variable, number>>> = { temp_out: 3, out_hum: 15, bar: 1 };
/** Readings farther apart than this make no spike [ms]: in two hours the weather goes and returns. */
const LONGEST_STEP_MS = 2 * 3_600_000;
/** Fewer spikes are chance; a smaller share of the readings is what a good instrument has in months. */
const FEWEST = 3;
const LEAST_SHARE = 0.005;
/** A sensor has so many times the neighbours' share before its spikes are its own. */
const TIMES_AROUND = 3;

/**
 * Single readings that stand out to one side of the one before and the one after, counted as they pass by.
 * After the spike test of IOOS QARTOD, with the nearer of the two readings instead of their mean: an edge is no spike.
 */
export class Spikes {
  count = 0;
  readonly #height: number;
  #before = Number.NaN;
  #last = Number.NaN;
  #lastTime = Number.NEGATIVE_INFINITY;

  constructor(variable: Variable) {
    this.#height = HEIGHT[variable] ?? Number.POSITIVE_INFINITY;
  }

  /** @param time ms since the epoch */
  add(time: number, value: number): void {
    if (time - this.#lastTime > LONGEST_STEP_MS) this.#last = Number.NaN;
    const up = this.#last - this.#before;
    const back = this.#last - value;
    if (up * back > 0 && Math.min(Math.abs(up), Math.abs(back)) >= this.#height) this.count++;
    this.#before = this.#last;
    this.#last = value;
    this.#lastTime = time;
  }
}

/** Spikes that the neighbours do not have: a warning, since the readings between them may be right. */
export function spikeIssue(tally: VariableTally, around: Surroundings | null): HealthIssue | null {
  const { count } = tally.spikes;
  if (count < FEWEST || tally.spikeRatio < LEAST_SHARE) return null;
  if (around !== null && tally.spikeRatio < TIMES_AROUND * around.spikeRatio) return null;
  const { unit } = VARIABLE_SPECIFICATIONS[tally.variable];
  const text = `${count} spikes of ${HEIGHT[tally.variable]} ${unit} or more in single readings`;
  const others =
    around === null
      ? ''
      : ` (neighbours: median ${percent(around.spikeRatio)} of the readings, here ${percent(tally.spikeRatio)})`;
  return { kind: 'spikes', severity: 'warning', text: `${text}${others}` };
}
