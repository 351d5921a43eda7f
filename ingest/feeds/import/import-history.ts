import type { RawItem } from '../../raw-item.ts';

export type StationFields = Readonly<Record<string, unknown>>;

/** A registration of a station as it stood in its source. */
export interface StationRow {
  readonly file: string;
  readonly line: number;
  /** null where the row could not be read, `unreadable` then says why. */
  readonly fields: StationFields | null;
  readonly unreadable: string;
}

/** The observations of a source, those that cannot be read too. */
export interface OrderedRows {
  /** Number of rows. */
  readonly total: number;
  /** The items in order of time; those of one time in the order of the source, those without a time before or between them. */
  items(): AsyncGenerator<RawItem[]>;
}

/** History of one network that can be imported: a folder of CSV files, a collector's database. */
export interface ImportHistory {
  readonly network: string;
  readonly stationRows: readonly StationRow[];
  /** Finds the order of the observations, before the first of them is used. */
  ordered(signal: AbortSignal): Promise<OrderedRows>;
}
