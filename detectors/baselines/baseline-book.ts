import { createHash } from 'node:crypto';
import type { Baseline } from '../../schemas/baseline.ts';
import { SLOTS_PER_DAY } from '../../schemas/time.ts';
import { VARIABLE_SPECIFICATIONS, VARIABLES, type Variable } from '../../schemas/variables.ts';
import type { WindowView } from '../windows/window-view.ts';
import { binOf, SKETCH_BINS, spreadOf } from './step-sketch.ts';

/** Days of history a baseline rests on. */
export const BASELINE_DAYS = 30;
/** Steps between reports further apart than this many slots (an hour) teach nothing. */
const LONGEST_STEP = 6;
/** Steps a day must have of a variable to teach: sixteen of the twenty-four of an hourly station. */
const LEAST_STEPS = 16;
/** A departure of so many usual steps is the least worth noticing where the documented floor is lower. */
const FLOOR_IN_SPREADS = 4;
const WIDTH = VARIABLES.length;
/** One day more than is folded, so that the baseline of the day before can still be given. */
const KEPT = BASELINE_DAYS + 1;
const NEVER = -2_147_483_648;
const DOCUMENTED_FLOORS = VARIABLES.map((variable) => VARIABLE_SPECIFICATIONS[variable].floor);

/** What is learnt of one station. */
interface Page {
  /** Steps of the day that is being taught, [variable][bin], saturating. */
  readonly sketch: Uint8Array;
  /** Spreads of the last days, [day mod KEPT][variable]; NaN where a day taught nothing. */
  readonly days: Float32Array;
  /** Last value of each variable and its slot. */
  readonly last: Float32Array;
  readonly lastSlot: Int32Array;
  /** Floors in force today and the day before, [0: today, 1: before][variable]. */
  readonly floors: Float32Array;
}

/**
 * What is usual for each station of a network, learnt from its own observations: in this first form the spread of the
 * steps of each variable. The baseline of UTC day D folds the daily spreads of at most 30 days before it; its
 * observations end LATENESS before the day begins, so that every one of them is final when the day's first value is judged.
 */
export class BaselineBook {
  readonly #network: string;
  readonly #latenessSlots: number;
  readonly #windows: WindowView;
  readonly #pages: Page[] = [];
  /** Newest slot that was taught; -Infinity before the first. */
  #taught = Number.NEGATIVE_INFINITY;
  /** Day whose baselines are in force. */
  #day = Number.NEGATIVE_INFINITY;

  constructor(network: string, latenessSlots: number, windows: WindowView) {
    this.#network = network;
    this.#latenessSlots = latenessSlots;
    this.#windows = windows;
  }

  /** First slot that no longer teaches the baseline of a day. */
  cutOf(day: number): number {
    return day * SLOTS_PER_DAY - this.#latenessSlots;
  }

  /**
   * Takes in what has become final now that the network has reached a slot. Must be called before anything of that slot
   * enters the windows.
   *
   * @param ids station identifiers by index
   * @returns the baselines of each day that has begun, one for each station with history
   */
  advance(slot: number, ids: readonly string[]): Baseline[] {
    const day = Math.floor(slot / SLOTS_PER_DAY);
    const made: Baseline[] = [];
    if (this.#day === Number.NEGATIVE_INFINITY) {
      this.#day = day;
      this.#taught = slot - this.#latenessSlots - 1;
    }
    while (this.#day < day) {
      this.#teach(this.cutOf(this.#day + 1) - 1, ids.length);
      this.#day++;
      for (let station = 0; station < this.#pages.length; station++) {
        const baseline = this.#close(station, ids[station]);
        if (baseline !== null) made.push(baseline);
      }
    }
    this.#teach(slot - this.#latenessSlots - 1, ids.length);
    return made;
  }

  /** Takes over stored baselines of the days up to and with `day`, from which learning goes on. */
  restore(stored: readonly Baseline[], day: number, indexOf: (id: string) => number): void {
    this.#day = day;
    this.#taught = this.cutOf(day) - 1;
    for (const baseline of stored) {
      const page = this.#page(indexOf(baseline.station));
      // The record of day D carries what the day before it added.
      const from = positive(baseline.day - 1) * WIDTH;
      for (let v = 0; v < WIDTH; v++) page.days[from + v] = baseline.ownDay[VARIABLES[v]] ?? Number.NaN;
    }
    for (let station = 0; station < this.#pages.length; station++) {
      this.#foldFloors(station, day - 1);
      this.#pages[station].floors.copyWithin(WIDTH, 0, WIDTH);
      this.#foldFloors(station, day);
    }
  }

  /** Smallest departures worth noticing at a station in a slot's day, in the order of VARIABLES; not to be kept. */
  floors(station: number, slot: number): readonly number[] {
    const page = this.#pages[station];
    if (page === undefined) return DOCUMENTED_FLOORS;
    const from = Math.floor(slot / SLOTS_PER_DAY) < this.#day ? WIDTH : 0;
    return Array.from(page.floors.subarray(from, from + WIDTH));
  }

  /** The same for one variable (index into VARIABLES). */
  floor(station: number, variable: number, slot: number): number {
    const page = this.#pages[station];
    if (page === undefined) return DOCUMENTED_FLOORS[variable];
    return page.floors[(Math.floor(slot / SLOTS_PER_DAY) < this.#day ? WIDTH : 0) + variable];
  }

  /** Version of the baseline in force in a slot's day; null where there was no history. */
  version(station: number, slot: number): string | null {
    const page = this.#pages[station];
    if (page === undefined) return null;
    return this.#versionOf(page, Math.min(this.#day, Math.floor(slot / SLOTS_PER_DAY)));
  }

  #versionOf(page: Page, day: number): string | null {
    const hash = createHash('sha256');
    let any = false;
    for (let back = 1; back <= BASELINE_DAYS; back++) {
      const from = positive(day - back) * WIDTH;
      const content = page.days.subarray(from, from + WIDTH);
      if (content.every(Number.isNaN)) continue;
      any = true;
      hash.update(`${back}:`).update(new Uint8Array(content.slice().buffer));
    }
    return any ? hash.digest('hex').slice(0, 16) : null;
  }

  #teach(upTo: number, stations: number): void {
    const from = this.#taught + 1;
    if (upTo < from) return;
    for (let station = 0; station < stations; station++) {
      const newest = this.#windows.newest(station);
      for (let slot = from; slot <= Math.min(upTo, newest); slot++) {
        if (this.#windows.reported(station, slot)) this.#teachReport(this.#page(station), station, slot);
      }
    }
    this.#taught = upTo;
  }

  #teachReport(page: Page, station: number, slot: number): void {
    for (let v = 0; v < WIDTH; v++) {
      const value = this.#windows.value(station, v, slot);
      if (Number.isNaN(value)) continue;
      if (slot - page.lastSlot[v] <= LONGEST_STEP) {
        const cell = v * SKETCH_BINS + binOf(v, Math.abs(value - page.last[v]));
        if (page.sketch[cell] < 255) page.sketch[cell]++;
      }
      page.last[v] = value;
      page.lastSlot[v] = slot;
    }
  }

  /** Ends the day before `#day`: its spreads are kept and the fold of the new day is made. */
  #close(station: number, id: string): Baseline | null {
    const page = this.#pages[station];
    const from = positive(this.#day - 1) * WIDTH;
    for (let v = 0; v < WIDTH; v++) page.days[from + v] = spreadOf(v, page.sketch, v * SKETCH_BINS, LEAST_STEPS);
    page.sketch.fill(0);
    // A day is taught by itself, so that a fold that goes on from stored days equals one that saw them all.
    page.lastSlot.fill(NEVER);
    page.floors.copyWithin(WIDTH, 0, WIDTH);
    const days = this.#foldFloors(station, this.#day);
    const version = this.#versionOf(page, this.#day);
    if (version === null) return null;
    return {
      network: this.#network,
      station: id,
      day: this.#day,
      version,
      days,
      stepSpread: byVariable((v) => this.#fold(page, v, this.#day).spread),
      ownDay: byVariable((v) => page.days[from + v]),
    };
  }

  #foldFloors(station: number, day: number): number {
    const page = this.#pages[station];
    let longest = 0;
    for (let v = 0; v < WIDTH; v++) {
      const { spread, days } = this.#fold(page, v, day);
      longest = Math.max(longest, days);
      page.floors[v] = Number.isNaN(spread)
        ? DOCUMENTED_FLOORS[v]
        : Math.max(DOCUMENTED_FLOORS[v], FLOOR_IN_SPREADS * spread);
    }
    return longest;
  }

  /** Median of the daily spreads of at most 30 days before a day; NaN without any. */
  #fold(page: Page, variable: number, day: number): { spread: number; days: number } {
    const spreads: number[] = [];
    for (let back = 1; back <= BASELINE_DAYS; back++) {
      const spread = page.days[positive(day - back) * WIDTH + variable];
      if (!Number.isNaN(spread)) spreads.push(spread);
    }
    if (spreads.length === 0) return { spread: Number.NaN, days: 0 };
    spreads.sort((a, b) => a - b);
    const middle = spreads.length >> 1;
    const spread = spreads.length % 2 === 1 ? spreads[middle] : (spreads[middle - 1] + spreads[middle]) / 2;
    return { spread, days: spreads.length };
  }

  #page(station: number): Page {
    while (this.#pages.length <= station) {
      const floors = new Float32Array(2 * WIDTH);
      floors.set(DOCUMENTED_FLOORS, 0);
      floors.set(DOCUMENTED_FLOORS, WIDTH);
      this.#pages.push({
        sketch: new Uint8Array(WIDTH * SKETCH_BINS),
        days: new Float32Array(KEPT * WIDTH).fill(Number.NaN),
        last: new Float32Array(WIDTH),
        lastSlot: new Int32Array(WIDTH).fill(NEVER),
        floors,
      });
    }
    return this.#pages[station];
  }
}

/** Place of a day in the ring of kept days, also for days before the epoch. */
function positive(day: number): number {
  return ((day % KEPT) + KEPT) % KEPT;
}

function byVariable(of: (variable: number) => number): Record<Variable, number | null> {
  const record = {} as Record<Variable, number | null>;
  for (let v = 0; v < WIDTH; v++) {
    const value = of(v);
    record[VARIABLES[v]] = Number.isNaN(value) ? null : value;
  }
  return record;
}
