/** One row of an answer, columns by name. */
export type Row = Record<string, unknown>;

/** Runs statements, inside a transaction or on their own. Parameters are $1, $2, ... as PostgreSQL has them. */
export interface Statements {
  query(sql: string, parameters?: readonly unknown[]): Promise<Row[]>;
}

/**
 * The catalogue: what needs unique keys and transactions. One SQL (PostgreSQL's) on two engines.
 *
 * @throws HalcyonError `store_unavailable`, `store_locked` or `insufficient_storage`
 */
export interface Catalogue extends Statements {
  /** Runs `work` in one transaction: all of it or, when it rejects, nothing. */
  transaction<T>(work: (statements: Statements) => Promise<T>): Promise<T>;
  /**
   * A real query; resolves with product and version.
   *
   * @throws HalcyonError `insufficient_storage` where it can be read only, as its disk is full
   */
  check(): Promise<{ product: string; version: string }>;
  close(): Promise<void>;
}
