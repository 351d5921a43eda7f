import { SLOT_MS } from '../../schemas/time.ts';
import { BlockValues } from './block-values.ts';
import type { DenseReports } from './dense-reports.ts';
import { STATIONS_PER_BLOCK } from './station-block.ts';

const BLOCK = STATIONS_PER_BLOCK;
/** Stands for a slot or an offset where there is none. */
export const ABSENT = -2_147_483_648;

/** The slots of the stations of one block, in rings: a cell for each of the last `capacity` slots of each station. */
export class SlotBlock {
  readonly capacity: number;
  /** Cells are [station][slot mod capacity]. */
  readonly values: BlockValues;
  /** Distance of the report from the centre of its slot [ms], ABSENT where there is none. */
  readonly offsets: Int32Array;
  /** Newest slot of each station, ABSENT where it never reported. */
  readonly newest: Int32Array;
  /** [station][slot mod capacity]: rain counts [mm], NaN where there is none; null until a station counts. */
  counts: Float64Array | null = null;
  /** [station][slot mod capacity]: minutes that an amount of rain is of, 0 where nobody says; null until a station says. */
  intervals: Uint8Array | null = null;
  /** Recent reports of each station that reports more often than the slots have room for; null until one does. */
  dense: (DenseReports | null)[] | null = null;

  constructor(capacity: number) {
    this.capacity = capacity;
    this.values = new BlockValues(BLOCK, capacity);
    this.offsets = new Int32Array(BLOCK * capacity).fill(ABSENT);
    this.newest = new Int32Array(BLOCK).fill(ABSENT);
  }

  /** Bytes held. */
  get bytes(): number {
    const { values, offsets, newest, counts, intervals, dense } = this;
    let bytes = values.bytes + offsets.byteLength + newest.byteLength;
    bytes += (counts?.byteLength ?? 0) + (intervals?.byteLength ?? 0);
    for (const reports of dense ?? []) bytes += reports?.bytes ?? 0;
    return bytes;
  }

  /** Place of a slot in the ring of a row; slots before 1970 are negative. */
  cell(row: number, slot: number): number {
    const place = slot % this.capacity;
    return row * this.capacity + (place < 0 ? place + this.capacity : place);
  }

  /** True where the ring of a row reaches over a slot, reported or not. */
  holds(row: number, slot: number): boolean {
    const newest = this.newest[row];
    return newest !== ABSENT && slot <= newest && slot > newest - this.capacity;
  }

  /** Time of the report held for a slot, ms since the epoch; NaN where there is none. */
  timeAt(row: number, slot: number): number {
    if (!this.holds(row, slot)) return Number.NaN;
    const offset = this.offsets[this.cell(row, slot)];
    return offset === ABSENT ? Number.NaN : slot * SLOT_MS + offset;
  }

  /** Puts a content in its place; true where it is another than was there. */
  hold(cell: number, variable: number, content: number): boolean {
    if (Object.is(this.values.at(cell, variable), content)) return false;
    this.values.hold(cell, variable, content);
    return true;
  }

  /** Notes a count of rain [mm], or that there is none; true where that is new. */
  putCount(cell: number, count: number | null): boolean {
    this.counts ??= new Float64Array(BLOCK * this.capacity).fill(Number.NaN);
    const held = this.counts[cell];
    this.counts[cell] = count ?? Number.NaN;
    return !Object.is(held, this.counts[cell]);
  }

  /** Notes the minutes that an amount of rain is of. */
  putInterval(cell: number, interval: number | null): void {
    if (interval === null && this.intervals === null) return;
    this.intervals ??= new Uint8Array(BLOCK * this.capacity);
    this.intervals[cell] = interval ?? 0;
  }

  /** Makes room for the reports of a station beside its slots. */
  setDense(row: number, dense: DenseReports): void {
    this.dense ??= new Array<DenseReports | null>(BLOCK).fill(null);
    this.dense[row] = dense;
  }
}
