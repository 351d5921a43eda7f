import type { BaselineBlock } from './baseline-pages.ts';
import type { LevelRows } from './usual-levels.ts';

/** What a book knows of some stations, row by row: to be kept on disk and put back. */
export interface TaughtRows {
  /** Slot up to which each station was taught. */
  readonly taught: Int32Array;
  /** What was learnt of them; null where nothing was of any. */
  readonly learnt: BaselineBlock | null;
  /** Where they usually stand; null where that is known of none. */
  readonly levels: LevelRows | null;
}
