import { HalcyonError } from '../../../schemas/errors.ts';
import type { AppliedMigration } from '../numbered-migrations.ts';

/** How a copy of the catalogue ends: without it, it is not whole. */
export interface CatalogueEnd {
  /** The steps that have made the tables. */
  readonly steps: readonly AppliedMigration[];
  /** Number of rows by table. */
  readonly rows: Readonly<Record<string, number>>;
  /** Last value that an identity column was given, by `table.column`; null where it was given none. */
  readonly sequences: Readonly<Record<string, number | null>>;
}

/** A line of a copy: a row of a table as the JSON text that PostgreSQL makes of it, or the end. */
export type CatalogueLine =
  | { readonly table: string; readonly row: string; readonly end?: undefined }
  | { readonly end: CatalogueEnd };

const ROW = /^\{"table":"(\w+)","row":(\{.*\})\}$/s;

/** Writes a line. The JSON of a row stays as it is: to read it would round its numbers. */
export function lineText(line: CatalogueLine): string {
  if (line.end !== undefined) return `${JSON.stringify({ end: line.end })}\n`;
  return `{"table":"${line.table}","row":${line.row}}\n`;
}

/** Reads a line, without its line break. @throws HalcyonError `store_unreadable` */
export function lineOf(text: string): CatalogueLine {
  const row = ROW.exec(text);
  if (row !== null) return { table: row[1], row: row[2] };
  try {
    const { end } = JSON.parse(text) as { end?: CatalogueEnd };
    if (end !== undefined) return { end };
  } catch {
    // Said below in our words.
  }
  throw notWhole('a line is neither a row nor its end');
}

/** The error of a copy that cannot be used. */
export function notWhole(why: string): HalcyonError {
  return new HalcyonError('store_unreadable', `The copy of the catalogue is not whole: ${why}.`);
}
