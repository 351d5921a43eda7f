import { SLOT_MS } from '../../schemas/time.ts';
import { VARIABLE_INDEX, VARIABLES } from '../../schemas/variables.ts';

const WIDTH = VARIABLES.length;
const RAIN = VARIABLE_INDEX.rain;
const FIRST_ROWS = 16;
/** Reports held at most, half a day of one a second: of a station that sends more the oldest cannot be judged again. */
const MOST_ROWS = 1 << 15;

/** Those that are no longer wanted go when they are one in so many. */
const FORGOTTEN_AT_ONCE = 4;
const GROWTH = 1.5;

/** How a report says its rain: an amount since the report before it, a count since a reset, or an amount of so many minutes. */
export const RAIN_SINCE_BEFORE = 0;
export const RAIN_COUNT = 255;
const MINUTE_MS = 60_000;
const TEN_MINUTES = SLOT_MS / MINUTE_MS;
/** Reports nearer to each other than this come more often than every ten minutes, whatever their clocks do [ms]. */
export const FREQUENT_MS = 6.5 * MINUTE_MS;
/** Least part of ten minutes that amounts of a declared interval must cover to tell the rain of all [minutes]. */
const LEAST_COVERED = 5;
/** So long before a report begins what its rain of ten minutes rests on: ten minutes, and the report before their first [ms]. */
const RAIN_RESTS_ON_MS = 2 * SLOT_MS;

/**
 * The recent reports of one station that reports more often than the grid of slots has room for, in the order of time: all
 * of them, also those that the grid holds. In whatever order they come, late and corrected ones too, the content is the same.
 */
export class DenseReports {
  /** From this time on every report is here [ms since the epoch]: nothing is said of rain that begins before it. */
  readonly #since: number;
  #times = new Float64Array(FIRST_ROWS);
  /** [report][variable] as windows hold it: NaN missing, Infinity impossible. */
  #values = new Float32Array(FIRST_ROWS * WIDTH);
  /** Rain as it came [mm], not of ten minutes; a count may be large, and what is added to it small. */
  #rain = new Float64Array(FIRST_ROWS);
  #rainKinds = new Uint8Array(FIRST_ROWS);
  #count = 0;

  /** @param since time from which on all reports will be put here; -Infinity where none came before */
  constructor(since: number) {
    this.#since = since;
  }

  /** Reports held. */
  get count(): number {
    return this.#count;
  }

  /** True where the newest reports bring rain without saying over how many minutes it fell. */
  get undeclaredRain(): boolean {
    if (this.#count < FIRST_ROWS) return false;
    for (let k = this.#count - FIRST_ROWS; k < this.#count; k++) {
      if (this.#rainKinds[k] !== RAIN_SINCE_BEFORE || Number.isNaN(this.value(k, RAIN))) return false;
    }
    return true;
  }

  /** Bytes held. */
  get bytes(): number {
    return this.#times.byteLength + this.#values.byteLength + this.#rain.byteLength + this.#rainKinds.byteLength;
  }

  /** Index of the first report at or after a time; `count` where there is none. */
  firstAt(time: number): number {
    let low = 0;
    let high = this.#count;
    // Nearly every report is the newest.
    if (high > 0 && this.#times[high - 1] < time) return high;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.#times[middle] < time) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** Time of a report by its index, ms since the epoch. */
  timeOf(index: number): number {
    return this.#times[index];
  }

  /** Index of the report of exactly this time; -1 where there is none. */
  indexOf(time: number): number {
    const index = this.firstAt(time);
    return index < this.#count && this.#times[index] === time ? index : -1;
  }

  /** What a report reads of a variable, as windows hold it; its rain as it came [mm]. */
  value(index: number, variable: number): number {
    return variable === RAIN ? this.#rain[index] : this.#values[index * WIDTH + variable];
  }

  /** RAIN_SINCE_BEFORE, RAIN_COUNT, or the minutes that the amount of a report is of. */
  rainKind(index: number): number {
    return this.#rainKinds[index];
  }

  /**
   * Puts a report in its place; one of the same time is replaced.
   *
   * @param contents by variable, as windows hold it; rain as it came [mm]
   * @returns false where the very same was there
   */
  put(time: number, contents: Float64Array, rainKind: number): boolean {
    if (this.#count >= MOST_ROWS) this.#forgetFirst(MOST_ROWS / 2);
    const index = this.firstAt(time);
    const known = index < this.#count && this.#times[index] === time;
    if (!known) this.#open(index, time);
    let changed = !known || this.#rainKinds[index] !== rainKind;
    this.#rainKinds[index] = rainKind;
    for (let v = 0; v < WIDTH; v++) {
      changed ||= !Object.is(this.value(index, v), contents[v]);
      this.#values[index * WIDTH + v] = contents[v];
    }
    this.#rain[index] = contents[RAIN];
    return changed;
  }

  /** Forgets the reports before a time, some at once. */
  forgetBefore(time: number): void {
    const gone = this.firstAt(time);
    if (gone >= FIRST_ROWS && gone * FORGOTTEN_AT_ONCE >= this.#count) this.#forgetFirst(gone);
  }

  /** True where all that the rain of a report rests on is here. */
  tellsRain(index: number): boolean {
    return this.#times[index] - RAIN_RESTS_ON_MS >= this.#since;
  }

  /**
   * Rain of the ten minutes that end with a report which says an amount. Amounts of ten minutes and more are a mean already,
   * and so is one that comes ten minutes after the last. Shorter ones add up, each with the part of it that fell in the ten
   * minutes; where their interval is declared and they leave some of the ten minutes out, or lie over each other, their mean
   * stands for all.
   *
   * @returns mm in ten minutes, to a thousandth; Infinity where the report's own amount cannot be; NaN where it says none or
   *   declared intervals cover less than five of the minutes
   */
  rainOfTenMinutes(index: number): number {
    const kind = this.#rainKinds[index];
    const own = this.value(index, RAIN);
    if (!Number.isFinite(own) || kind >= TEN_MINUTES) return own;
    if (kind === RAIN_SINCE_BEFORE && this.#coveredBy(index) >= TEN_MINUTES) return own;
    let sum = 0;
    let covered = 0;
    for (let k = index; k >= 0; k--) {
      const ago = (this.#times[index] - this.#times[k]) / MINUTE_MS;
      if (ago >= TEN_MINUTES) break;
      const amount = this.value(k, RAIN);
      if (!Number.isFinite(amount) || this.#rainKinds[k] === RAIN_COUNT) continue;
      const minutes = this.#coveredBy(k);
      const within = Math.min(minutes, TEN_MINUTES - ago);
      // An amount of more than ten minutes is held as the mean of ten.
      sum += (amount * within) / Math.min(minutes, TEN_MINUTES);
      covered += within;
    }
    if (kind !== RAIN_SINCE_BEFORE) {
      if (covered < LEAST_COVERED) return Number.NaN;
      sum *= TEN_MINUTES / covered;
    }
    return Math.round(sum * 1000) / 1000;
  }

  /** Minutes that the amount of a report is of: its interval, or what has passed since the report before it, at most ten. */
  #coveredBy(index: number): number {
    const kind = this.#rainKinds[index];
    if (kind !== RAIN_SINCE_BEFORE) return kind;
    const passed = index === 0 ? SLOT_MS : this.#times[index] - this.#times[index - 1];
    return passed > FREQUENT_MS ? TEN_MINUTES : passed / MINUTE_MS;
  }

  #open(index: number, time: number): void {
    if (this.#count === this.#times.length) this.#grow();
    this.#times.copyWithin(index + 1, index, this.#count);
    this.#values.copyWithin((index + 1) * WIDTH, index * WIDTH, this.#count * WIDTH);
    this.#rain.copyWithin(index + 1, index, this.#count);
    this.#rainKinds.copyWithin(index + 1, index, this.#count);
    this.#times[index] = time;
    this.#count++;
  }

  #grow(): void {
    const rows = Math.ceil(this.#times.length * GROWTH);
    const times = new Float64Array(rows);
    const values = new Float32Array(rows * WIDTH);
    const rain = new Float64Array(rows);
    const rainKinds = new Uint8Array(rows);
    times.set(this.#times);
    values.set(this.#values);
    rain.set(this.#rain);
    rainKinds.set(this.#rainKinds);
    this.#times = times;
    this.#values = values;
    this.#rain = rain;
    this.#rainKinds = rainKinds;
  }

  #forgetFirst(gone: number): void {
    this.#times.copyWithin(0, gone, this.#count);
    this.#values.copyWithin(0, gone * WIDTH, this.#count * WIDTH);
    this.#rain.copyWithin(0, gone, this.#count);
    this.#rainKinds.copyWithin(0, gone, this.#count);
    this.#count -= gone;
  }
}
