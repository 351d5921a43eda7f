/**
 * Reports of a network column by column, in the order of their slots: what is judged of observations, without an object for
 * each.
 */
export interface ReportColumns {
  /** How many. */
  readonly length: number;
  /** Ids that `station` refers to: one list for all batches of a read, which grows from batch to batch. */
  readonly ids: readonly string[];
  /** Of each report the index of its station in `ids`. */
  readonly station: Uint32Array;
  /** ms since the epoch. */
  readonly time: Float64Array;
  /** A column for each of VARIABLES; NaN where there is no value. */
  readonly values: readonly Float64Array[];
  /** Rain since a reset [mm]; NaN where it did not come as a count. */
  readonly rainCount: Float64Array;
}

/** Writes the values of a report in the order of VARIABLES to `into`; NaN where there is none. */
export function numbersAt({ values }: ReportColumns, row: number, into: Float64Array): void {
  for (let v = 0; v < into.length; v++) into[v] = values[v][row];
}
