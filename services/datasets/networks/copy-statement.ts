import type { ColumnDescription } from './column.ts';

/** A group of rows is held in memory as a whole: of rows with long texts it has fewer. */
const GROUP_BYTES = '32MB';

/**
 * The statement that makes a Parquet file of the lines of `rowLines`, both files by their paths. The engine has to
 * run it with `preserve_insertion_order` off, which groups of a number of bytes ask for.
 */
export function copyStatement(columns: readonly ColumnDescription[], lines: string, parquet: string): string {
  const read = columns.map(({ type }, index) => `'${index}': '${type === 'TIMESTAMP' ? 'BIGINT' : type}'`);
  const cells = columns.map(({ name, type }, index) => {
    const cell = type === 'TIMESTAMP' ? `make_timestamp_ms("${index}")` : `"${index}"`;
    return `${cell} AS "${name}"`;
  });
  return `COPY (
    SELECT ${cells.join(', ')}
    FROM read_json(${literal(lines)}, format = 'newline_delimited', auto_detect = false, columns = {${read.join(', ')}})
  ) TO ${literal(parquet)} (FORMAT parquet, ROW_GROUP_SIZE_BYTES '${GROUP_BYTES}')`;
}

function literal(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}
