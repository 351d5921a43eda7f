import { endsInsideQuotes, splitRecord } from '../../../../ingest/feeds/csv/csv-record.ts';

/** What a column of a table of stations can be, as registrations name it. */
export const STATION_FIELDS = [
  'station_id',
  'station_name',
  'latitude',
  'longitude',
  'elevation',
  'manufacturer',
  'model',
] as const;
export type StationField = (typeof STATION_FIELDS)[number];

/** The column of each field; absent: none. */
export type StationColumns = Readonly<Partial<Record<StationField, number>>>;

/** A table that was read: its head, and the cells of each row; null where a row cannot be split. */
export interface CsvTable {
  readonly heads: readonly string[];
  readonly rows: readonly (readonly string[] | null)[];
}

/** What is registered of a row. */
export interface Registration {
  readonly station_id: string;
  readonly station_name?: string;
  readonly latitude: number;
  readonly longitude: number;
  readonly elevation?: number;
  readonly manufacturer?: string;
  readonly model?: string;
}

/** What is wrong with a row. */
export interface RowProblem {
  /** Its number among the rows below the head, from 1. */
  readonly row: number;
  readonly what:
    | { readonly kind: 'not_csv' | 'no_id' }
    | { readonly kind: 'no_number'; readonly field: StationField; readonly text: string };
}

/** Names by which columns are known, in lower case without spaces and underscores. */
const KNOWN: Readonly<Record<StationField, readonly string[]>> = {
  station_id: ['stationid', 'id', 'station', 'code', 'wmo', 'wigosid'],
  station_name: ['stationname', 'name', 'title', 'stationnameen'],
  latitude: ['latitude', 'lat', 'y'],
  longitude: ['longitude', 'lon', 'lng', 'long', 'x'],
  elevation: ['elevation', 'elev', 'height', 'altitude', 'alt', 'z'],
  manufacturer: ['manufacturer', 'maker', 'vendor', 'brand'],
  model: ['model', 'type', 'stationmodel'],
};

/** A table of CSV (RFC 4180) whose delimiter is the one of comma, semicolon and tab that its head has most of. */
export function readTable(text: string): CsvTable {
  const lines = text.replace(/^\uFEFF/, '').split(/\r\n|\n|\r/);
  const [first = ''] = lines;
  const count = (delimiter: string) => first.split(delimiter).length;
  const delimiter = [',', ';', '\t'].reduce((a, b) => (count(b) > count(a) ? b : a));
  const records: string[] = [];
  let open = '';
  for (const line of lines) {
    const record = open === '' ? line : `${open}\n${line}`;
    if (endsInsideQuotes(record, delimiter)) {
      open = record;
      continue;
    }
    open = '';
    if (record.trim() !== '') records.push(record);
  }
  if (open !== '') records.push(open);
  const [heads, ...rows] = records.map((record) => splitRecord(record, delimiter)?.map((cell) => cell.trim()) ?? null);
  return { heads: heads ?? [], rows };
}

/** The columns whose names are known; what nobody knows is left for people to choose. */
export function guessedColumns(heads: readonly string[]): StationColumns {
  const plain = heads.map((head) => head.toLowerCase().replaceAll(/[\s_-]/g, ''));
  const found = STATION_FIELDS.flatMap((field) => {
    const column = KNOWN[field].map((name) => plain.indexOf(name)).find((at) => at >= 0);
    return column === undefined ? [] : [[field, column] as const];
  });
  return Object.fromEntries(found);
}

/** What is registered of the rows of a table, and what is wrong with the others. */
export function registrationsOf(
  { rows }: CsvTable,
  columns: StationColumns,
): { readonly registrations: readonly Registration[]; readonly problems: readonly RowProblem[] } {
  const registrations: Registration[] = [];
  const problems: RowProblem[] = [];
  for (const [k, cells] of rows.entries()) {
    const read = cells === null ? { kind: 'not_csv' as const } : registrationOf(cells, columns);
    if ('kind' in read) problems.push({ row: k + 1, what: read });
    else registrations.push(read);
  }
  return { registrations, problems };
}

function registrationOf(cells: readonly string[], columns: StationColumns): Registration | RowProblem['what'] {
  const textOf = (field: StationField) => cells[columns[field] ?? -1] ?? '';
  const id = textOf('station_id');
  if (id === '') return { kind: 'no_id' };
  const numbers: Partial<Record<StationField, number>> = {};
  for (const field of ['latitude', 'longitude', 'elevation'] as const) {
    const text = textOf(field);
    if (text === '' && field === 'elevation') continue;
    // A comma is a decimal one: the cells are split already.
    const value = text === '' ? Number.NaN : Number(text.replace(',', '.'));
    if (!Number.isFinite(value)) return { kind: 'no_number', field, text };
    numbers[field] = value;
  }
  const { latitude = 0, longitude = 0, elevation } = numbers;
  const [name, manufacturer, model] = [textOf('station_name'), textOf('manufacturer'), textOf('model')];
  return {
    station_id: id,
    ...(name !== '' && { station_name: name }),
    latitude,
    longitude,
    ...(elevation !== undefined && { elevation }),
    ...(manufacturer !== '' && { manufacturer }),
    ...(model !== '' && { model }),
  };
}
