import { setImmediate } from 'node:timers/promises';
import type { RecordBatch, Schema } from 'apache-arrow';
import type { Column } from './column.ts';
import type { ListTable } from './list-table.ts';
import { batchOfRows } from './record-batch.ts';
import { tableSchema } from './table-schema.ts';

/** Rows of one batch: some ten milliseconds of work, after which others have their turn. */
const BATCH_ROWS = 1_000;

/**
 * A table of rows that come in pieces.
 *
 * @param next cursor of the page that follows; null where none does
 */
export function rowsTable<Row>(
  place: Pick<ListTable, 'name' | 'positions'>,
  columns: readonly Column<Row>[],
  pieces: Iterable<readonly Row[]> | AsyncIterable<readonly Row[]>,
  next: string | null,
): ListTable {
  return { ...place, ...tableRows(columns, pieces), next };
}

/** What a table is without its place in a list: its schema, and rows that come in pieces. */
export type TableRows = Pick<ListTable, 'schema' | 'batches'>;

/** Rows that come in pieces, as batches of the schema of their columns. */
export function tableRows<Row>(
  columns: readonly Column<Row>[],
  pieces: Iterable<readonly Row[]> | AsyncIterable<readonly Row[]>,
): TableRows {
  const schema = tableSchema(columns);
  return { schema, batches: batchesOf(schema, columns, pieces) };
}

async function* batchesOf<Row>(
  schema: Schema,
  columns: readonly Column<Row>[],
  pieces: Iterable<readonly Row[]> | AsyncIterable<readonly Row[]>,
): AsyncGenerator<RecordBatch> {
  for await (const piece of pieces) {
    for (let start = 0; start < piece.length; start += BATCH_ROWS) {
      yield batchOfRows(schema, columns, piece.slice(start, start + BATCH_ROWS));
      await setImmediate();
    }
  }
}
