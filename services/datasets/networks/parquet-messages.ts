/** What the process of `parquet-process.ts` is asked: one statement on an engine of its own. */
export interface ParquetOrder {
  readonly statement: string;
  /** DuckDB's settings by name. */
  readonly settings: Readonly<Record<string, string>>;
}

/** What it answers; null where it is done. */
export interface ParquetReport {
  readonly failed: string | null;
}
