import type { FormName } from '../form.ts';
import { FORMS } from '../form.ts';
import { arrowStream } from './arrow-stream.ts';
import { csvText } from './csv-text.ts';
import { geojsonText } from './geojson-text.ts';
import type { ListTable } from './list-table.ts';
import { parquetFile } from './parquet-file.ts';

/** A form that is made of a table. */
export type TableForm = Exclude<FormName, 'json'>;

/** What writes a table in each form, piece by piece as it is asked for. */
export const TABLE_WRITERS: Readonly<Record<TableForm, (table: ListTable) => AsyncGenerator<string | Uint8Array>>> = {
  csv: csvText,
  geojson: geojsonText,
  arrow: arrowStream,
  parquet: parquetFile,
};

/** Headers of a table in a form: a browser stores what it cannot show, under the name of the list. */
export function tableHeaders(form: TableForm, { name }: ListTable): Record<string, string> {
  const { ending } = FORMS[form];
  return ending === null ? {} : { 'Content-Disposition': `attachment; filename="${name}.${ending}"` };
}
