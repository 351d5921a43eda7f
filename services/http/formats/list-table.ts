import type { RecordBatch, Schema } from 'apache-arrow';

/** Longitude and latitude [degrees], and elevation [m] where it is known. */
export type Position = readonly [number, number] | readonly [number, number, number];

/** A list, or a page of it, as a table. */
export interface ListTable {
  /** Of the list: the name of a file of it. */
  readonly name: string;
  readonly schema: Schema;
  readonly batches: AsyncIterable<RecordBatch>;
  /** Cursor of the next page; null on the last one. */
  readonly next: string | null;
  /** Reads where the stations are; gives the position of a row, null where it is not known. */
  readonly positions: () => Promise<(row: RowReader) => Position | null>;
}

/** A cell of a row by the name of its column; undefined where there is no such column. */
type RowReader = (column: string) => unknown;
