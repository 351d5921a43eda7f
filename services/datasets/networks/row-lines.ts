import { setImmediate } from 'node:timers/promises';
import type { Cell, Column } from './column.ts';

/** Rows of one piece: a few milliseconds of work, after which others have their turn. */
const PIECE_ROWS = 1_000;

/** Rows as text, a JSON object and a line break each. */
export interface Lines {
  readonly rows: number;
  readonly text: string;
}

/**
 * Rows as lines of JSON that `copyStatement` reads: cells by the index of their column, since names would be most of the
 * text; those that are null are left out.
 */
export async function* rowLines<Row>(
  columns: readonly Column<Row>[],
  batches: AsyncIterable<readonly Row[]>,
): AsyncGenerator<Lines> {
  for await (const batch of batches) {
    for (let start = 0; start < batch.length; start += PIECE_ROWS) {
      const piece = batch.slice(start, start + PIECE_ROWS);
      yield { rows: piece.length, text: piece.map((row) => lineOf(columns, row)).join('') };
      await setImmediate();
    }
  }
}

function lineOf<Row>(columns: readonly Column<Row>[], row: Row): string {
  let line = '';
  for (let index = 0; index < columns.length; index += 1) {
    const cell = jsonOf(columns[index].of(row));
    if (cell !== null) line += `${line === '' ? '{' : ','}"${index}":${cell}`;
  }
  return `${line === '' ? '{' : line}}\n`;
}

/** A cell as JSON; null where the line goes without it. */
function jsonOf(cell: Cell): string | null {
  if (cell === null) return null;
  // A number's text has the digits that tell it from every other one.
  if (typeof cell === 'number') return Number.isFinite(cell) ? String(cell) : null;
  if (typeof cell === 'string') return textOf(cell);
  return typeof cell === 'boolean' ? String(cell) : `[${cell.map(textOf).join()}]`;
}

/** DuckDB's texts are UTF-8: half of a surrogate pair, which a source may send, would end the whole file. */
function textOf(text: string): string {
  return JSON.stringify(text.isWellFormed() ? text : text.toWellFormed());
}
