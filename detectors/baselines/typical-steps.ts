import { VARIABLES } from '../../schemas/variables.ts';
import { HOURLY_FROM, SELDOM_FROM } from '../windows/hourly.ts';
import { withoutSpikes } from '../windows/isolated-spikes.ts';
import type { WindowView } from '../windows/window-view.ts';
import type { BaselineBook } from './baseline-book.ts';
import { FLOOR_IN_SPREADS } from './documented-floors.ts';
import { LEAST_STEPS, LONGEST_STEP, Q90_OF_NORMAL } from './step-sketch.ts';

/** The smallest departure that is put to the neighbours of an hourly station, in typical steps: they tell more of it than its own last report does. */
const ASKED_IN_SPREADS_HOURLY = 2;
/** Where a station's steps are small, so much of the documented floor is enough to put a departure to the neighbours. */
const ASKED_SHARE = 0.4;
/** Steps that count in full, those of six hours of reports every ten minutes, and as how many days of history: they are of the weather of the hour. */
const ALL_STEPS = 36;
const AS_DAYS = 3;
/** The step that is larger than this share of them stands for all. */
const SHARE = 0.9;

/**
 * How large a step of a station typically is at a slot, and which departures follow from that: by its baseline, and on its first
 * day by its own reports of the hours before, as far as there are enough of them.
 */
export class TypicalSteps {
  readonly #book: BaselineBook;
  readonly #present: PresentSteps | null;

  /** @param windowSlots length of the window of a judgement; null where only baselines are asked: what is documented is usual on the first day then */
  constructor(book: BaselineBook, windowSlots: number | null) {
    this.#book = book;
    this.#present = windowSlots === null ? null : new PresentSteps(book.windows, windowSlots);
  }

  /** The typical step of one variable (index into VARIABLES): one sigma, above 0. A slot is of today or of the day before. */
  spread(station: number, variable: number, slot: number): number {
    const learnt = this.#book.spread(station, variable, slot);
    if (!Number.isNaN(learnt)) return learnt;
    const documented = this.#book.documentedSpread(station, variable);
    return this.#present === null ? documented : this.#present.spread(station, variable, slot, documented);
  }

  /** The smallest departure of one variable that is worth noticing. */
  floor(station: number, variable: number, slot: number): number {
    return this.#floorOf(station, variable, this.spread(station, variable, slot));
  }

  #floorOf(station: number, variable: number, spread: number): number {
    return FLOOR_IN_SPREADS * Math.max(this.#book.documentedSpread(station, variable), spread);
  }

  /** The smallest departure of one variable that is put to the neighbours: what is below the floor they alone can tell. */
  asked(station: number, variable: number, slot: number, cadence: number): number {
    const least = ASKED_SHARE * FLOOR_IN_SPREADS * this.#book.documentedSpread(station, variable);
    // In more than an hour any weather passes: only the neighbours tell anything, and such a station asks them seldom.
    if (cadence > SELDOM_FROM) return least;
    const spreads = cadence < HOURLY_FROM ? FLOOR_IN_SPREADS : ASKED_IN_SPREADS_HOURLY;
    return Math.max(least, spreads * this.spread(station, variable, slot));
  }

  /** Smallest departures worth noticing, and typical steps, in the order of VARIABLES. */
  usual(station: number, slot: number): { floors: readonly number[]; spreads: readonly number[] } {
    const spreads = this.#spreads(station, slot);
    return { floors: spreads.map((spread, v) => this.#floorOf(station, v, spread)), spreads };
  }

  #spreads(station: number, slot: number): number[] {
    return VARIABLES.map((_, v) => this.spread(station, v, slot));
  }

  /** A text that tells what is usual at a station at a slot: the version of its baseline, or its present steps. */
  digest(station: number, slot: number): string {
    return this.#book.version(station, slot) ?? `present|${this.#spreads(station, slot).join()}`;
  }
}

/** Typical steps of stations that have no baseline yet, as on the first day of a network, by their reports in the window before a slot. */
class PresentSteps {
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
    const largest = this.#largest;
    const slots = this.#values.length;
    this.#windows.stretch(station, variable, slot - slots, slots, 1, this.#values);
    const values = withoutSpikes(this.#values, FLOOR_IN_SPREADS * documented);
    let count = 0;
    let spikes = 0;
    let before = -1;
    for (let k = 0; k < slots; k++) {
      if (Number.isNaN(values[k])) {
        if (!Number.isNaN(this.#values[k])) spikes++;
        continue;
      }
      if (before >= 0 && k - before <= LONGEST_STEP) keep(Math.abs(values[k] - values[before]), largest, count++);
      before = k;
    }
    if (count < LEAST_STEPS) return documented;
    const own = largest[count - 1 - Math.floor(SHARE * count)] / Q90_OF_NORMAL;
    const days = AS_DAYS * Math.min(1, (count + spikes) / ALL_STEPS);
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
