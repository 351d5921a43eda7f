/** Types of columns by DuckDB's names, and Croissant's `dataType` of each; a list is a field that is `repeated`. */
export const COLUMN_TYPES = {
  VARCHAR: { dataType: 'sc:Text', repeated: false },
  'VARCHAR[]': { dataType: 'sc:Text', repeated: true },
  DOUBLE: { dataType: 'sc:Float', repeated: false },
  BIGINT: { dataType: 'sc:Integer', repeated: false },
  TINYINT: { dataType: 'sc:Integer', repeated: false },
  BOOLEAN: { dataType: 'sc:Boolean', repeated: false },
  TIMESTAMP: { dataType: 'sc:DateTime', repeated: false },
} as const;

export type ColumnType = keyof typeof COLUMN_TYPES;

/** What a column holds: times as ms since the epoch. A number that is not finite is written as null. */
export type Cell = string | number | boolean | readonly string[] | null;

/** What is known of a column without its rows. */
export interface ColumnDescription {
  readonly name: string;
  readonly type: ColumnType;
  /** Of an amount; absent where there is none, or where it differs by row. */
  readonly unit?: string;
  /** Without the unit, for `described`. */
  readonly description: string;
}

/** A column of a table that is written of rows of this kind: the one place that says what it is. */
export interface Column<Row> extends ColumnDescription {
  readonly of: (row: Row) => Cell;
}

/** What a column is, in words, with its unit: `outdoor temperature [degC]`. */
export function described({ description, unit }: ColumnDescription): string {
  return unit === undefined ? description : `${description.replace(/\.$/, '')} [${unit}]`;
}
