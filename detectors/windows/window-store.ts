import { type Values, writeNumbers } from '../../schemas/observation.ts';
import { SLOT_MS } from '../../schemas/time.ts';
import { VARIABLE_INDEX, VARIABLES } from '../../schemas/variables.ts';
import { DenseReports, FREQUENT_MS, RAIN_COUNT, RAIN_SINCE_BEFORE } from './dense-reports.ts';
import { ABSENT, SlotBlock } from './slot-block.ts';
import { countedAt, countedBeside, recountAfter, sumAgain } from './slot-rain.ts';
import { blockOf, STATIONS_PER_BLOCK } from './station-block.ts';
import { contentOf, defaultLimits, denseRain, type LimitsOf } from './window-content.ts';
import type { WindowRows } from './window-rows.ts';
import type { WindowView } from './window-view.ts';

const BLOCK = STATIONS_PER_BLOCK;
const WIDTH = VARIABLES.length;
const RAIN = VARIABLE_INDEX.rain;
const TEN_MINUTES = SLOT_MS / 60_000;
/** Slots before a report that tell whether a fault began or ended: of one of six hours, an hour before it too. */
export const FAULT_SLOTS = 43;
/**
 * Slots up to the newest that is put back whose reports are put again: what follows rests on those just before it, and the
 * fault of a sensor may hold all that it looks back to.
 */
export const DENSE_AGAIN_SLOTS = FAULT_SLOTS + 3;

/**
 * What became of a report: `stored` (the slots have a new content), `beside` (it is new, but its slot holds one nearer to its
 * centre), `same` (it was there already) or `too_old` (the slot has left the window).
 */
export type PutResult = 'stored' | 'beside' | 'same' | 'too_old';

/**
 * The last `capacity` slots of every station of one network, five variables each, each as exact as a 32-bit float, in rings.
 * Late, early, doubled and corrected reports end in the same content in whatever order they come: of two reports for
 * one slot the nearer to its centre wins, on a tie the later; the same time again replaces. Rain that comes as a count is
 * held as what fell since the count before it, rain of less than ten minutes as what fell in the ten minutes up to the report.
 *
 * The slots alone are history. Of a station that reports more often than they have room for, every recent report is held
 * beside them and read by its time, so that each can be judged.
 */
export class WindowStore implements WindowView {
  /** Slots kept of each station. */
  readonly capacity: number;
  readonly #recentSlots: number;
  readonly #limitsOf: LimitsOf;
  readonly #blocks: SlotBlock[] = [];
  /** What the report that is being put reads. */
  readonly #contents = new Float64Array(WIDTH);
  readonly #numbers = new Float64Array(WIDTH);

  /**
   * @param capacity slots kept of each station, at least 1
   * @param recentSlots newest slots of a station of which reports beside the slots are kept
   * @param limitsOf what values are held against; those that fail are missing but for `impossible`
   */
  constructor(capacity: number, recentSlots = capacity, limitsOf: LimitsOf = defaultLimits) {
    this.capacity = capacity;
    this.#limitsOf = limitsOf;
    this.#recentSlots = Math.min(recentSlots, capacity);
  }

  /** Bytes held for all stations. */
  get bytes(): number {
    return this.#blocks.reduce((bytes, block) => bytes + block.bytes, 0);
  }

  /** Forgets all reports. */
  clear(): void {
    this.#blocks.length = 0;
  }

  /**
   * Puts a report where it belongs.
   *
   * @param station index, 0 or above
   * @param time of the observation, ms since the epoch
   * @param count of rain since a reset [mm], where rain comes as one
   * @param interval minutes that its amount of rain is of; null where nobody says
   */
  put(
    station: number,
    slot: number,
    time: number,
    values: Values,
    count: number | null = null,
    interval: number | null = null,
  ): PutResult {
    writeNumbers(values, this.#numbers);
    return this.putNumbers(station, slot, time, this.#numbers, count, interval);
  }

  /** The same of values in the order of VARIABLES, NaN where there is none. */
  putNumbers(
    station: number,
    slot: number,
    time: number,
    values: Float64Array,
    count: number | null = null,
    interval: number | null = null,
  ): PutResult {
    const block = this.#block(station);
    const row = station % BLOCK;
    const newest = block.newest[row];
    const offset = time - slot * SLOT_MS;
    const cell = block.cell(row, slot);
    if (newest === ABSENT || slot > newest) {
      this.#clear(block, row, newest === ABSENT ? slot - this.capacity : newest, slot);
      block.newest[row] = slot;
    } else if (slot <= newest - this.capacity) {
      return 'too_old';
    }
    const contents = this.#contents;
    for (let v = 0; v < WIDTH; v++) {
      contents[v] = contentOf(values[v], v, this.#limitsOf(station, v, slot, interval));
    }
    const dense = block.dense?.[row] ?? this.#newDense(block, row, slot, time, interval);
    const isNew = dense !== null && this.#putBeside(dense, time, count, interval);
    dense?.forgetBefore((block.newest[row] - this.#recentSlots) * SLOT_MS);
    const held = block.offsets[cell];
    const nearer = held === ABSENT ? -1 : Math.abs(offset) - Math.abs(held);
    const outranked = nearer > 0 || (nearer === 0 && offset < held);
    let changed = false;
    // What follows from counts and sums is of ten minutes, whatever the interval of the report.
    const limitsAt = (at: number) => this.#limitsOf(station, RAIN, at, null);
    if (!outranked) {
      changed = held !== offset;
      block.offsets[cell] = offset;
      block.putInterval(cell, interval);
      if (count !== null || block.counts !== null) changed = block.putCount(cell, count) || changed;
      if (count !== null) contents[RAIN] = contentOf(countedAt(block, row, slot), RAIN, limitsAt(slot));
      else if (dense !== null) contents[RAIN] = denseRain(dense, dense.indexOf(time), limitsAt(slot));
      for (let v = 0; v < WIDTH; v++) changed = block.hold(cell, v, contents[v]) || changed;
      if (block.counts !== null && changed) recountAfter(block, row, slot, limitsAt);
    }
    if (isNew && dense !== null) changed = sumAgain(block, row, slot, dense, limitsAt) || changed;
    if (changed) return 'stored';
    return isNew ? 'beside' : 'same';
  }

  /** True where some station reports more often than the slots have room for. */
  get anyDense(): boolean {
    return this.#blocks.some(({ dense }) => dense !== null);
  }

  /** The recent reports of a station that reports more often than the slots have room for, all of them; else null. */
  dense(station: number): DenseReports | null {
    return this.#blocks[blockOf(station)]?.dense?.[station % BLOCK] ?? null;
  }

  /**
   * Reads a report by its time.
   *
   * @param into values by variable, as windows hold them: NaN missing, Infinity impossible; rain in ten minutes
   * @returns false where no report of this time is held
   */
  readReport(station: number, slot: number, time: number, into: Float64Array): boolean {
    const block = this.#blocks[blockOf(station)];
    const row = station % BLOCK;
    if (block === undefined) return false;
    if (block.timeAt(row, slot) === time) {
      const cell = block.cell(row, slot);
      for (let v = 0; v < WIDTH; v++) into[v] = block.values.at(cell, v);
      return true;
    }
    const dense = this.dense(station);
    const index = dense?.indexOf(time) ?? -1;
    if (dense === null || index < 0) return false;
    for (let v = 0; v < WIDTH; v++) into[v] = dense.value(index, v);
    const counted = dense.rainKind(index) === RAIN_COUNT;
    const limits = this.#limitsOf(station, RAIN, slot, null);
    into[RAIN] = counted
      ? contentOf(countedBeside(block, row, time, dense.value(index, RAIN)), RAIN, limits)
      : denseRain(dense, index, limits);
    return true;
  }

  /** True where a report says something of rain, whether that tells what fell in ten minutes or not. */
  saysRain(station: number, slot: number, time: number): boolean {
    const dense = this.dense(station);
    const index = dense?.indexOf(time) ?? -1;
    return dense !== null && index >= 0 ? !Number.isNaN(dense.value(index, RAIN)) : this.counted(station, slot);
  }

  value(station: number, variable: number, slot: number): number {
    const content = this.#content(station, variable, slot);
    return content === Number.POSITIVE_INFINITY ? Number.NaN : content;
  }

  stretch(station: number, variable: number, from: number, count: number, step: number, into: Float64Array): void {
    const block = this.#blocks[blockOf(station)];
    const row = station % BLOCK;
    const newest = block === undefined ? ABSENT : block.newest[row];
    if (block === undefined || newest === ABSENT) {
      into.fill(Number.NaN, 0, count);
      return;
    }
    const oldest = newest - this.capacity + 1;
    // What the ring holds of it; the rest is missing. Nearly always that is all of it.
    const begin = from >= oldest ? 0 : Math.min(count, Math.ceil((oldest - from) / step)) | 0;
    const end =
      from + (count - 1) * step <= newest ? count : Math.max(begin, Math.floor((newest - from) / step) + 1) | 0;
    for (let k = 0; k < begin; k++) into[k] = Number.NaN;
    for (let k = end; k < count; k++) into[k] = Number.NaN;
    if (begin === end) return;
    block.values.read(block.cell(row, from + begin * step), variable, step, into, begin, end);
  }

  /** True where the report had a value outside the physical limits of the variable. */
  impossible(station: number, variable: number, slot: number): boolean {
    return this.#content(station, variable, slot) === Number.POSITIVE_INFINITY;
  }

  /** Rain by counts at a slot, as exact as they came, impossible too [mm in ten minutes]; NaN where there is no count. */
  countedRain(station: number, slot: number): number {
    const block = this.#blocks[blockOf(station)];
    const row = station % BLOCK;
    return block?.holds(row, slot) === true ? countedAt(block, row, slot) : Number.NaN;
  }

  /** True where rain came as a count, whether anything can be said of it or not. */
  counted(station: number, slot: number): boolean {
    const block = this.#blocks[blockOf(station)];
    const row = station % BLOCK;
    if (block === undefined || block.counts === null || !block.holds(row, slot)) return false;
    return !Number.isNaN(block.counts[block.cell(row, slot)]);
  }

  /**
   * Counts the distances between the reports of the `slots` slots before a slot, back from there: `gaps[d]` goes up by one for
   * each that follows `d` slots after another. It ends where `most` of them were next to each other.
   */
  countGaps(station: number, slot: number, slots: number, most: number, gaps: Uint16Array): void {
    const block = this.#blocks[blockOf(station)];
    const row = station % BLOCK;
    const newest = block === undefined ? ABSENT : block.newest[row];
    if (block === undefined || newest === ABSENT) return;
    const { offsets } = block;
    const oldest = Math.max(slot - slots, newest - this.capacity + 1);
    const ring = row * this.capacity;
    let last = slot;
    let at = Math.min(slot - 1, newest);
    for (let cell = block.cell(row, at); at >= oldest; at--, cell--) {
      if (cell < ring) cell += this.capacity;
      if (offsets[cell] === ABSENT) continue;
      gaps[last - at]++;
      last = at;
      if (gaps[1] >= most) return;
    }
  }

  reported(station: number, slot: number): boolean {
    return !Number.isNaN(this.timeAt(station, slot));
  }

  newest(station: number): number {
    const slot = this.#blocks[blockOf(station)]?.newest[station % BLOCK] ?? ABSENT;
    return slot === ABSENT ? Number.NEGATIVE_INFINITY : slot;
  }

  /** Time of the report held for a slot, ms since the epoch; NaN where there is none. */
  timeAt(station: number, slot: number): number {
    return this.#blocks[blockOf(station)]?.timeAt(station % BLOCK, slot) ?? Number.NaN;
  }

  /**
   * A copy of what is held of the stations of one block; null where none of them can have reported.
   *
   * @param first index of the block's first station
   * @param count stations, at most STATIONS_PER_BLOCK
   */
  copyRows(first: number, count: number): WindowRows | null {
    const block = this.#blocks[first / BLOCK];
    if (block === undefined) return null;
    const cells = count * this.capacity;
    const values = new Float32Array(cells * WIDTH);
    for (let cell = 0; cell < cells; cell++) {
      for (let v = 0; v < WIDTH; v++) values[cell * WIDTH + v] = block.values.at(cell, v);
    }
    return {
      values,
      offsets: block.offsets.slice(0, cells),
      newest: block.newest.slice(0, count),
      counts: block.counts?.slice(0, cells) ?? new Float64Array(),
      intervals: block.intervals?.slice(0, cells) ?? new Uint8Array(),
      dense: Uint8Array.from({ length: count }, (_, row) => (block.dense?.[row] ? 1 : 0)),
    };
  }

  /**
   * Puts what was copied of a station, up to a slot, in place of what is held of it. What was held beside the slots is none
   * of it: the reports of the last `DENSE_AGAIN_SLOTS` are to be put again.
   *
   * @param from row of the station in what was copied
   * @param until slot after which nothing is wanted
   * @returns slot up to and with which what was reported had left the windows by then; -Infinity where it never reported
   */
  putRow(station: number, rows: WindowRows, from: number, until: number): number {
    const newest = rows.newest[from];
    if (newest === ABSENT) return Number.NEGATIVE_INFINITY;
    const block = this.#block(station);
    const row = station % BLOCK;
    const cells = from * this.capacity;
    for (let k = 0; k < this.capacity; k++) {
      for (let v = 0; v < WIDTH; v++) {
        block.values.hold(row * this.capacity + k, v, rows.values[(cells + k) * WIDTH + v]);
      }
    }
    block.offsets.set(rows.offsets.subarray(cells, cells + this.capacity), row * this.capacity);
    block.newest[row] = newest;
    if (rows.counts.length > 0) {
      block.counts ??= new Float64Array(BLOCK * this.capacity).fill(Number.NaN);
      block.counts.set(rows.counts.subarray(cells, cells + this.capacity), row * this.capacity);
    }
    if (rows.intervals.length > 0) {
      block.intervals ??= new Uint8Array(BLOCK * this.capacity);
      block.intervals.set(rows.intervals.subarray(cells, cells + this.capacity), row * this.capacity);
    }
    this.#dropAfter(block, row, until);
    if (rows.dense[from] === 1) {
      block.setDense(row, new DenseReports((until - DENSE_AGAIN_SLOTS) * SLOT_MS + SLOT_MS / 2));
    }
    return newest - this.capacity;
  }

  /** Forgets what a station reported after a slot. */
  #dropAfter(block: SlotBlock, row: number, until: number): void {
    const newest = block.newest[row];
    if (newest <= until) return;
    const oldest = newest - this.capacity + 1;
    this.#clear(block, row, Math.max(until, oldest - 1), newest);
    let last = Math.min(until, newest);
    while (last >= oldest && block.offsets[block.cell(row, last)] === ABSENT) last--;
    block.newest[row] = last < oldest ? ABSENT : last;
  }

  /** Puts the report that has been read among those beside the slots, its rain as it came; true where it is new. */
  #putBeside(dense: DenseReports, time: number, count: number | null, interval: number | null): boolean {
    const contents = this.#contents;
    const amount = contents[RAIN];
    if (count !== null) contents[RAIN] = count;
    else if (interval !== null && interval < TEN_MINUTES) contents[RAIN] *= interval / TEN_MINUTES;
    const isNew = dense.put(time, contents, count === null ? (interval ?? RAIN_SINCE_BEFORE) : RAIN_COUNT);
    contents[RAIN] = amount;
    return isNew;
  }

  /** Begins to hold the reports of a station beside its slots where one comes soon after another, or before one; else null. */
  #newDense(block: SlotBlock, row: number, slot: number, time: number, interval: number | null): DenseReports | null {
    let needed = interval !== null && interval < TEN_MINUTES;
    for (let near = slot - 1; near <= slot + 1; near++) {
      const apart = Math.abs(block.timeAt(row, near) - time);
      if (apart > 0 && (apart <= FREQUENT_MS || near === slot)) needed = true;
    }
    if (!needed) return null;
    // What the slots have held until now is all that came.
    const dense = new DenseReports(Number.NEGATIVE_INFINITY);
    const contents = new Float64Array(WIDTH);
    const newest = block.newest[row];
    for (let before = newest - this.#recentSlots + 1; before <= newest; before++) {
      const reported = block.timeAt(row, before);
      if (Number.isNaN(reported)) continue;
      const cell = block.cell(row, before);
      for (let v = 0; v < WIDTH; v++) contents[v] = block.values.at(cell, v);
      const count = block.counts?.[cell] ?? Number.NaN;
      if (!Number.isNaN(count)) contents[RAIN] = count;
      dense.put(reported, contents, Number.isNaN(count) ? (block.intervals?.[cell] ?? RAIN_SINCE_BEFORE) : RAIN_COUNT);
    }
    block.setDense(row, dense);
    return dense;
  }

  #content(station: number, variable: number, slot: number): number {
    const block = this.#blocks[blockOf(station)];
    const row = station % BLOCK;
    if (block === undefined || !block.holds(row, slot)) return Number.NaN;
    return block.values.at(block.cell(row, slot), variable);
  }

  #block(station: number): SlotBlock {
    const index = blockOf(station);
    while (this.#blocks.length <= index) this.#blocks.push(new SlotBlock(this.capacity));
    return this.#blocks[index];
  }

  /** Empties the slots after `from` up to and with `to`. */
  #clear(block: SlotBlock, row: number, from: number, to: number): void {
    for (let slot = Math.max(from + 1, to - this.capacity + 1); slot <= to; slot++) {
      const cell = block.cell(row, slot);
      block.offsets[cell] = ABSENT;
      for (let v = 0; v < WIDTH; v++) block.values.hold(cell, v, Number.NaN);
      if (block.counts !== null) block.counts[cell] = Number.NaN;
    }
  }
}
