import type { Extent } from '../../observation-source.ts';
import type { ClockTime } from '../clock/clock-time.ts';

/** A row as text by column; null where the database has none. */
export type TableRow = Readonly<Record<string, string | null>>;

/** A row of observations and when it was. */
export interface TimedRow {
  readonly time: ClockTime;
  readonly row: TableRow;
}

/** Rows without a time, and the first of them. */
export interface Undated {
  readonly count: number;
  readonly first: TimedRow | null;
}

/**
 * A collector's database: the tables `stations` and `observations` with the columns that `missingColumns` asks for. Only
 * read; rows come as text, so that nothing is lost before it is validated.
 */
export interface CollectorTables {
  /** In words, without credentials. */
  readonly title: string;
  /** Name of the database, which its network is named after. */
  readonly name: string;
  stations(): Promise<TableRow[]>;
  /** Number of rows of observations. */
  count(): Promise<number>;
  /** Times of the first and the last observation that is not after `latest`, ms since the epoch; null where there is none. */
  extent(latest: number): Promise<Extent | null>;
  /** Rows whose time is missing or of no known form: `rows` never gives them, `undatedRows` does. */
  undated(): Promise<Undated>;
  undatedRows(): AsyncGenerator<TimedRow[]>;
  /**
   * Rows with from <= time <= to in order of time, of one time in the order they were stored, in batches that bound
   * memory. Rows whose time turns out to be none come among them.
   */
  rows(from: number, to: number): AsyncGenerator<TimedRow[]>;
  close(): Promise<void>;
}
