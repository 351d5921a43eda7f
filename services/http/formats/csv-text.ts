import { setImmediate } from 'node:timers/promises';
import { stringify } from 'csv-stringify/sync';
import type { ListTable } from './list-table.ts';
import { type PlainCell, plainColumns } from './plain-columns.ts';

/** Rows of one piece: a few milliseconds of work, after which others have their turn. */
export const PIECE_ROWS = 500;

/**
 * Text that would end a line is quoted, whichever of the two marks it holds (RFC 4180). Text that a spreadsheet would take
 * for a formula gets an apostrophe in front, as OWASP says (CSV injection); numbers, negative ones too, stay as they are.
 */
const OPTIONS = { quoted_match: /[\r\n]/, escape_formulas: true, cast: { boolean: String } } as const;

/** A table as CSV in UTF-8: a line of names, then one a row; what is missing is empty, a list is a JSON array. */
export async function* csvText({ schema, batches }: Pick<ListTable, 'schema' | 'batches'>): AsyncGenerator<string> {
  yield stringify([schema.names.map(String)], OPTIONS);
  for await (const batch of batches) {
    const columns = plainColumns(batch);
    for (let start = 0; start < batch.numRows; start += PIECE_ROWS) {
      const end = Math.min(start + PIECE_ROWS, batch.numRows);
      const rows: unknown[][] = [];
      for (let row = start; row < end; row++) rows.push(columns.map(({ at }) => csvCell(at(row))));
      yield stringify(rows, OPTIONS);
      await setImmediate();
    }
  }
}

function csvCell(cell: PlainCell): string | number | boolean | null {
  return typeof cell === 'object' && cell !== null ? JSON.stringify(cell) : cell;
}
