import { DuckDBInstance } from '@duckdb/node-api';

/** A Parquet file as DuckDB reads it: types of its columns by name, and its rows in the order asked for. */
export interface ParquetRows {
  readonly types: Readonly<Record<string, string>>;
  readonly rows: readonly Readonly<Record<string, unknown>>[];
}

/**
 * Reads a Parquet file back. Every column is named without quotes, so that one that would have to be quoted fails.
 *
 * @param columns names of the columns, * for all
 */
export async function parquetRows(
  path: string,
  order: string,
  columns: readonly string[] = ['*'],
): Promise<ParquetRows> {
  const instance = await DuckDBInstance.create(':memory:', { threads: '1' });
  const connection = await instance.connect();
  try {
    const result = await connection.runAndReadAll(`SELECT ${columns.join()} FROM read_parquet($1) ORDER BY ${order}`, [
      path.replace(/[*?[]/g, '[$&]'),
    ]);
    const names = result.columnNames();
    const types = Object.fromEntries(names.map((name, index) => [name, String(result.columnTypes()[index])]));
    const rows = result.getRowsJS().map((row) => Object.fromEntries(names.map((name, index) => [name, row[index]])));
    return { types, rows };
  } finally {
    connection.closeSync();
    instance.closeSync();
  }
}
