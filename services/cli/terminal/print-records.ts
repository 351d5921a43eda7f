import type { Column } from '../../http/formats/column.ts';
import type { CommandIo } from '../frame/command-frame.ts';
import type { OutputFormat } from '../frame/output-format.ts';
import { widthOf } from './paint.ts';
import { writeRaw } from './raw-text.ts';

/** Records of a command in each of its formats. */
export interface Records<Row> {
  /** What JSON holds. */
  readonly document: unknown;
  /** Rows of CSV, and their columns. */
  readonly rows: readonly Row[];
  readonly columns: readonly Column<Row>[];
  /** What people see, within a width. */
  readonly lines: (width: number) => readonly string[];
}

/** Prints records and nothing else on standard output, so that other programs can read it. */
export async function printRecords<Row>(
  format: OutputFormat,
  { document, rows, columns, lines }: Records<Row>,
  { stdout, signal }: Pick<CommandIo, 'stdout' | 'signal'>,
): Promise<void> {
  if (format === 'json') await writeRaw(stdout, `${JSON.stringify(document, null, 2)}\n`, signal);
  else if (format === 'csv') await printCsv(rows, columns, { stdout, signal });
  else for (const line of lines(widthOf(stdout))) stdout.write(`${line}\n`);
}

/** The CSV of the HTTP lists. What writes it is large, and loaded only where it is asked for. */
async function printCsv<Row>(
  rows: readonly Row[],
  columns: readonly Column<Row>[],
  { stdout, signal }: Pick<CommandIo, 'stdout' | 'signal'>,
): Promise<void> {
  const [{ csvText }, { tableRows }] = await Promise.all([
    import('../../http/formats/csv-text.ts'),
    import('../../http/formats/rows-table.ts'),
  ]);
  for await (const piece of csvText(tableRows(columns, [rows]))) await writeRaw(stdout, piece, signal);
}
