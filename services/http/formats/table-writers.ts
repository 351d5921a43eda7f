import type { FormatName } from '../format.ts';
import { FORMATS } from '../format.ts';
import { arrowStream } from './arrow-stream.ts';
import { csvText } from './csv-text.ts';
import { geojsonText } from './geojson-text.ts';
import type { ListTable } from './list-table.ts';
import { parquetFile } from './parquet-file.ts';

/** A format that is made of a table. */
export type TableFormat = Exclude<FormatName, 'json' | 'bufr'>;

/** What writes a table in each format, piece by piece as it is asked for. */
export const TABLE_WRITERS: Readonly<Record<TableFormat, (table: ListTable) => AsyncGenerator<string | Uint8Array>>> = {
  csv: csvText,
  geojson: geojsonText,
  arrow: arrowStream,
  parquet: parquetFile,
};

/** Headers of a table in a format: a browser stores what it cannot show, under the name of the list. */
export function tableHeaders(
  format: Exclude<FormatName, 'json'>,
  { name }: Pick<ListTable, 'name'>,
): Record<string, string> {
  const { ending } = FORMATS[format];
  return ending === null ? {} : { 'Content-Disposition': `attachment; filename="${name}.${ending}"` };
}
