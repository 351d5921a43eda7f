import type { BaselineBlock } from './baseline-pages.ts';

/** What a book knows of some stations, row by row: to be kept on disk and put back. */
export interface TaughtRows {
  /** Slot up to which each station was taught. */
  readonly taught: Int32Array;
  /** What was learnt of them; null where nothing was of any. */
  readonly learnt: BaselineBlock | null;
}
