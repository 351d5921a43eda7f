import { VARIABLES } from '../../schemas/variables.ts';
import { blockOf, STATIONS_PER_BLOCK } from '../windows/station-block.ts';
import { NO_BIN, SKETCH_BINS } from './step-sketch.ts';

const WIDTH = VARIABLES.length;
const BLOCK = STATIONS_PER_BLOCK;
/** Slot of a value that there is none of. */
export const NEVER = -2_147_483_648;

/** Distances of reports that are counted [slots]: to three hours, the longest cadence a station has. */
export const GAPS = 18;

/** What is learnt of the stations of a block; a station's part of each array begins at its row times the length of a part. */
export interface BaselineBlock {
  /** Steps of the day that is being taught, [variable][bin], saturating. */
  readonly sketch: Uint8Array;
  /** Bins of the spread of the last days, [day mod kept][variable]; NO_BIN where a day taught nothing. */
  readonly days: Uint8Array;
  /** Last value of each variable on the day that is being taught, and its slot. */
  readonly last: Float32Array;
  readonly lastSlot: Int32Array;
  /** Equal records in a row up to the newest report, counted up to three. */
  readonly equal: Uint8Array;
  /** 1 for each variable that counted a step of nothing into the second of them. */
  readonly still: Uint8Array;
  /** Distances of the day's reports, [slots - 1], saturating. */
  readonly gaps: Uint8Array;
  /** Of the day's values of each variable: what `stepLeft` has left, and how many differed, counted up to three. */
  readonly left: Uint8Array;
  readonly different: Uint8Array;
  /** Spreads in force, [0: today, 1: the day before][variable]; NaN of a station of which nothing is learnt. */
  readonly spreads: Float32Array;
}

interface Sliceable<T> {
  readonly length: number;
  slice(from: number, end: number): T;
}

/** The pages of a baseline book: compact storage for any number of stations. */
export class BaselinePages {
  readonly #kept: number;
  readonly #blocks: BaselineBlock[] = [];

  /** @param kept days kept of each station */
  constructor(kept: number) {
    this.#kept = kept;
  }

  /** Stations there is room for. */
  get stations(): number {
    return this.#blocks.length * BLOCK;
  }

  /** Block of a station; made where `grow`, else undefined where there is none. */
  block(station: number, grow: true): BaselineBlock;
  block(station: number, grow: boolean): BaselineBlock | undefined;
  block(station: number, grow: boolean): BaselineBlock | undefined {
    const index = blockOf(station);
    while (grow && this.#blocks.length <= index) this.#blocks.push(this.#newBlock());
    return this.#blocks[index];
  }

  /** Row of a station in its block. */
  row(station: number): number {
    return station % BLOCK;
  }

  /**
   * A copy of what is learnt of the stations of one block, row by row; null where nothing is.
   *
   * @param first index of the block's first station
   * @param count stations, at most STATIONS_PER_BLOCK
   */
  copyRows(first: number, count: number): BaselineBlock | null {
    const block = this.#blocks[first / BLOCK];
    if (block === undefined) return null;
    const { sketch, days, last, lastSlot, equal, still, gaps, left, different, spreads } = block;
    const rows = <T extends Sliceable<T>>(part: T) => part.slice(0, (part.length / BLOCK) * count);
    return {
      sketch: rows(sketch),
      days: rows(days),
      last: rows(last),
      lastSlot: rows(lastSlot),
      equal: rows(equal),
      still: rows(still),
      gaps: rows(gaps),
      left: rows(left),
      different: rows(different),
      spreads: rows(spreads),
    };
  }

  /** Puts what was copied of a station, of row `from`, in place of what is learnt of it. */
  putRow(station: number, rows: BaselineBlock, from: number): void {
    const block = this.block(station, true);
    for (const part of Object.keys(block) as (keyof BaselineBlock)[]) {
      const length = block[part].length / BLOCK;
      block[part].set(rows[part].subarray(from * length, (from + 1) * length), this.row(station) * length);
    }
  }

  /** Ends a day: what was taught is forgotten, so that every day is taught by itself, and today's spreads become yesterday's. */
  turn(station: number): void {
    const block = this.block(station, true);
    const row = this.row(station);
    block.sketch.fill(0, row * WIDTH * SKETCH_BINS, (row + 1) * WIDTH * SKETCH_BINS);
    block.lastSlot.fill(NEVER, row * WIDTH, (row + 1) * WIDTH);
    block.gaps.fill(0, row * GAPS, (row + 1) * GAPS);
    block.left.fill(0, row * WIDTH, (row + 1) * WIDTH);
    block.different.fill(0, row * WIDTH, (row + 1) * WIDTH);
    block.equal[row] = 0;
    block.still.fill(0, row * WIDTH, (row + 1) * WIDTH);
    block.spreads.copyWithin((row * 2 + 1) * WIDTH, row * 2 * WIDTH, (row * 2 + 1) * WIDTH);
  }

  #newBlock(): BaselineBlock {
    return {
      sketch: new Uint8Array(BLOCK * WIDTH * SKETCH_BINS),
      days: new Uint8Array(BLOCK * this.#kept * WIDTH).fill(NO_BIN),
      last: new Float32Array(BLOCK * WIDTH),
      lastSlot: new Int32Array(BLOCK * WIDTH).fill(NEVER),
      gaps: new Uint8Array(BLOCK * GAPS),
      left: new Uint8Array(BLOCK * WIDTH),
      different: new Uint8Array(BLOCK * WIDTH),
      equal: new Uint8Array(BLOCK),
      still: new Uint8Array(BLOCK * WIDTH),
      spreads: new Float32Array(BLOCK * 2 * WIDTH).fill(Number.NaN),
    };
  }
}
