import type { Values } from '../../schemas/observation.ts';
import { SLOT_MS } from '../../schemas/time.ts';
import { VARIABLE_INDEX, VARIABLE_SPECIFICATIONS, VARIABLES } from '../../schemas/variables.ts';
import { BlockValues } from './block-values.ts';
import { LONGEST_COUNT_GAP, rainBetween } from './rain-count.ts';
import { STATIONS_PER_BLOCK } from './station-block.ts';
import type { WindowRows } from './window-rows.ts';
import type { WindowView } from './window-view.ts';

const BLOCK = STATIONS_PER_BLOCK;
const WIDTH = VARIABLES.length;
const RAIN = VARIABLE_INDEX.rain;
/** Stands for a slot or an offset where there is none. */
export const ABSENT = -2_147_483_648;
const LOW = Float64Array.from(VARIABLES, (variable) => VARIABLE_SPECIFICATIONS[variable].low);
const HIGH = Float64Array.from(VARIABLES, (variable) => VARIABLE_SPECIFICATIONS[variable].high);

interface Block {
  /** Cells are [station][slot mod capacity]. */
  readonly values: BlockValues;
  /** Distance of the report from the centre of its slot [ms], ABSENT where there is none. */
  readonly offsets: Int32Array;
  /** Newest slot of each station, ABSENT where it never reported. */
  readonly newest: Int32Array;
  /** [station][slot mod capacity]: rain counts [mm], NaN where there is none; null until a station counts. */
  counts: Float64Array | null;
}

/**
 * What became of a report: `stored` (the slot has a new content), `same` (it was there already), `outranked` (the slot
 * holds one nearer to its centre) or `too_old` (the slot has left the window).
 */
export type PutResult = 'stored' | 'same' | 'outranked' | 'too_old';

/**
 * The last `capacity` slots of every station of one network, five variables each, each as exact as a 32-bit float, in rings.
 * Late, early, doubled and corrected reports end in the same content in whatever order they come: of two reports for
 * one slot the nearer to its centre wins, on a tie the later; the same time again replaces. Rain that comes as a count is
 * held as what fell since the count before it.
 */
export class WindowStore implements WindowView {
  /** Slots kept of each station. */
  readonly capacity: number;
  readonly #blocks: Block[] = [];

  /** @param capacity slots kept of each station, at least 1 */
  constructor(capacity: number) {
    this.capacity = capacity;
  }

  /** Bytes held for all stations. */
  get bytes(): number {
    let bytes = 0;
    for (const { values, offsets, newest, counts } of this.#blocks) {
      bytes += values.bytes + offsets.byteLength + newest.byteLength + (counts?.byteLength ?? 0);
    }
    return bytes;
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
   */
  put(station: number, slot: number, time: number, values: Values, count: number | null = null): PutResult {
    const block = this.#block(station);
    const row = station % BLOCK;
    const newest = block.newest[row];
    const offset = time - slot * SLOT_MS;
    const cell = this.#cell(row, slot);
    if (newest === ABSENT || slot > newest) {
      this.#clear(block, row, newest === ABSENT ? slot - this.capacity : newest, slot);
      block.newest[row] = slot;
    } else if (slot <= newest - this.capacity) {
      return 'too_old';
    } else if (block.offsets[cell] !== ABSENT) {
      const held = block.offsets[cell];
      const nearer = Math.abs(offset) - Math.abs(held);
      if (nearer > 0 || (nearer === 0 && offset < held)) return 'outranked';
    }
    let changed = block.offsets[cell] !== offset;
    block.offsets[cell] = offset;
    let { rain } = values;
    if (count !== null || block.counts !== null) {
      changed = this.#putCount(block, cell, count) || changed;
      if (count !== null) rain = this.#rainAt(block, row, slot);
    }
    for (let v = 0; v < WIDTH; v++) {
      const number = contentOf(v === RAIN ? rain : values[VARIABLES[v]], v);
      changed ||= !Object.is(block.values.at(cell, v), number);
      block.values.hold(cell, v, number);
    }
    if (block.counts !== null && changed) this.#differAfter(block, row, slot);
    return changed ? 'stored' : 'same';
  }

  value(station: number, variable: number, slot: number): number {
    const content = this.#content(station, variable, slot);
    return content === Number.POSITIVE_INFINITY ? Number.NaN : content;
  }

  stretch(station: number, variable: number, from: number, count: number, step: number, into: Float64Array): void {
    const block = this.#blocks[Math.floor(station / BLOCK)];
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
    block.values.read(this.#cell(row, from + begin * step), variable, step, into, begin, end);
  }

  /** True where the report had a value outside the physical limits of the variable. */
  impossible(station: number, variable: number, slot: number): boolean {
    return this.#content(station, variable, slot) === Number.POSITIVE_INFINITY;
  }

  /** Rain by counts at a slot, as exact as they came, impossible too [mm in ten minutes]; NaN where there is no count. */
  countedRain(station: number, slot: number): number {
    const block = this.#blocks[Math.floor(station / BLOCK)];
    const row = station % BLOCK;
    return block !== undefined && this.#holds(block, row, slot) ? this.#rainAt(block, row, slot) : Number.NaN;
  }

  /** True where rain came as a count, whether anything can be said of it or not. */
  counted(station: number, slot: number): boolean {
    const block = this.#blocks[Math.floor(station / BLOCK)];
    const row = station % BLOCK;
    if (block === undefined || block.counts === null || !this.#holds(block, row, slot)) return false;
    return !Number.isNaN(block.counts[this.#cell(row, slot)]);
  }

  /**
   * Counts the distances between the reports of the `slots` slots before a slot, back from there: `gaps[d]` goes up by one for
   * each that follows `d` slots after another. It ends where `most` of them were next to each other.
   */
  countGaps(station: number, slot: number, slots: number, most: number, gaps: Uint16Array): void {
    const block = this.#blocks[Math.floor(station / BLOCK)];
    const row = station % BLOCK;
    const newest = block === undefined ? ABSENT : block.newest[row];
    if (block === undefined || newest === ABSENT) return;
    const { offsets } = block;
    const oldest = Math.max(slot - slots, newest - this.capacity + 1);
    const ring = row * this.capacity;
    let last = slot;
    let at = Math.min(slot - 1, newest);
    for (let cell = this.#cell(row, at); at >= oldest; at--, cell--) {
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
    const slot = this.#blocks[Math.floor(station / BLOCK)]?.newest[station % BLOCK] ?? ABSENT;
    return slot === ABSENT ? Number.NEGATIVE_INFINITY : slot;
  }

  /** Time of the report held for a slot, ms since the epoch; NaN where there is none. */
  timeAt(station: number, slot: number): number {
    const block = this.#blocks[Math.floor(station / BLOCK)];
    const row = station % BLOCK;
    if (block === undefined || !this.#holds(block, row, slot)) return Number.NaN;
    const offset = block.offsets[this.#cell(row, slot)];
    return offset === ABSENT ? Number.NaN : slot * SLOT_MS + offset;
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
    };
  }

  /**
   * Puts what was copied of a station, up to a slot, in place of what is held of it.
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
    this.#dropAfter(block, row, until);
    return newest - this.capacity;
  }

  /** Forgets what a station reported after a slot. */
  #dropAfter(block: Block, row: number, until: number): void {
    const newest = block.newest[row];
    if (newest <= until) return;
    const oldest = newest - this.capacity + 1;
    this.#clear(block, row, Math.max(until, oldest - 1), newest);
    let last = Math.min(until, newest);
    while (last >= oldest && block.offsets[this.#cell(row, last)] === ABSENT) last--;
    block.newest[row] = last < oldest ? ABSENT : last;
  }

  /** Notes a count, or that there is none; true where that is new. */
  #putCount(block: Block, cell: number, count: number | null): boolean {
    block.counts ??= new Float64Array(BLOCK * this.capacity).fill(Number.NaN);
    const held = block.counts[cell];
    block.counts[cell] = count ?? Number.NaN;
    return !Object.is(held, block.counts[cell]);
  }

  /** What fell since the count before, in mm in ten minutes; NaN where there is none near enough. */
  #rainAt(block: Block, row: number, slot: number): number {
    const { counts } = block;
    if (counts === null) return Number.NaN;
    const count = counts[this.#cell(row, slot)];
    if (!(count >= 0)) return count;
    for (let slots = 1; slots <= LONGEST_COUNT_GAP && this.#holds(block, row, slot - slots); slots++) {
      const before = counts[this.#cell(row, slot - slots)];
      if (before >= 0) return rainBetween(before, count, slots);
    }
    return Number.NaN;
  }

  /** The count at a slot has changed: so has what fell until the next. */
  #differAfter(block: Block, row: number, slot: number): void {
    const { counts } = block;
    if (counts === null) return;
    for (let next = slot + 1; next <= slot + LONGEST_COUNT_GAP && this.#holds(block, row, next); next++) {
      const cell = this.#cell(row, next);
      if (!(counts[cell] >= 0)) continue;
      block.values.hold(cell, RAIN, contentOf(this.#rainAt(block, row, next), RAIN));
      return;
    }
  }

  #content(station: number, variable: number, slot: number): number {
    const block = this.#blocks[Math.floor(station / BLOCK)];
    const row = station % BLOCK;
    if (block === undefined || !this.#holds(block, row, slot)) return Number.NaN;
    return block.values.at(this.#cell(row, slot), variable);
  }

  /** Place of a slot in the ring of a row; slots before 1970 are negative. */
  #cell(row: number, slot: number): number {
    const place = slot % this.capacity;
    return row * this.capacity + (place < 0 ? place + this.capacity : place);
  }

  #holds(block: Block, row: number, slot: number): boolean {
    const newest = block.newest[row];
    return newest !== ABSENT && slot <= newest && slot > newest - this.capacity;
  }

  #block(station: number): Block {
    const index = Math.floor(station / BLOCK);
    while (this.#blocks.length <= index) {
      this.#blocks.push({
        values: new BlockValues(BLOCK, this.capacity),
        offsets: new Int32Array(BLOCK * this.capacity).fill(ABSENT),
        newest: new Int32Array(BLOCK).fill(ABSENT),
        counts: null,
      });
    }
    return this.#blocks[index];
  }

  /** Empties the slots after `from` up to and with `to`. */
  #clear(block: Block, row: number, from: number, to: number): void {
    for (let slot = Math.max(from + 1, to - this.capacity + 1); slot <= to; slot++) {
      const cell = this.#cell(row, slot);
      block.offsets[cell] = ABSENT;
      for (let v = 0; v < WIDTH; v++) block.values.hold(cell, v, Number.NaN);
      if (block.counts !== null) block.counts[cell] = Number.NaN;
    }
  }
}

/** What the window holds for a value, in 32 bits: NaN for a missing one, Infinity for one that cannot be. */
function contentOf(value: number | null, variable: number): number {
  if (value === null || Number.isNaN(value)) return Number.NaN;
  if (value < LOW[variable] || value > HIGH[variable]) return Number.POSITIVE_INFINITY;
  // What a sum with 0 makes of -0 is 0.
  return Math.fround(value) + 0;
}
