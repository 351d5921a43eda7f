import { DECIMAL_TEXT } from '../../../schemas/decimal-text.ts';
import { isoOf } from '../../../schemas/time.ts';
import { VARIABLE_SPECIFICATIONS, VARIABLES } from '../../../schemas/variables.ts';
import { isExtra } from '../../validation/extra-fields.ts';
import { readRainInterval } from '../../validation/rain-fields.ts';
import { shown } from '../../validation/refusal.ts';
import { readClockText } from '../clock/clock-time.ts';
import { FileClock } from '../clock/file-clock.ts';
import { SourceZone } from '../clock/source-zone.ts';
import { timePattern } from '../clock/time-pattern.ts';
import type { CsvMapping } from './csv-mapping.ts';
import { splitRecord } from './csv-record.ts';

/** What a table of a folder holds. */
export type CsvTable = 'stations' | 'observations' | 'limits';

export type CsvFields = Record<string, unknown>;

interface Column {
  readonly index: number;
  readonly field: string;
  /** A decimal comma of it is to become a point. */
  readonly numeric: boolean;
}

const OTHER_NAMES: Readonly<Record<string, readonly string[]>> = {
  station_id: ['station_id', 'station', 'id'],
  station_name: ['station_name', 'name'],
  ...Object.fromEntries(VARIABLES.map((name) => [name, [name, ...VARIABLE_SPECIFICATIONS[name].aliases]])),
};

const LIMITS = ['fail_low', 'fail_high', 'suspect_low', 'suspect_high'];

const NUMBERS: ReadonlySet<string> = new Set([
  ...VARIABLES,
  ...LIMITS,
  'latitude',
  'longitude',
  'elevation',
  'hi_temp',
  'low_temp',
  'wind_dir',
  'hi_speed',
  'hi_dir',
]);

const PLACE = [
  'network',
  'station_id',
  'station_name',
  'latitude',
  'longitude',
  'elevation',
  'pressure_level',
  'rain_interval',
  'manufacturer',
  'model',
];

const KNOWN: Readonly<Record<CsvTable, readonly string[]>> = {
  stations: [...PLACE, 'retired'],
  observations: ['time', ...VARIABLES, ...PLACE],
  limits: ['station_id', 'variable', ...LIMITS, 'reason'],
};

const REQUIRED: Readonly<Record<CsvTable, readonly string[]>> = {
  stations: ['station_id', 'latitude', 'longitude'],
  observations: ['station_id', 'time'],
  limits: ['variable'],
};

/** Of some columns a table needs at least one. */
const ONE_OF: Readonly<Record<CsvTable, readonly string[]>> = { stations: [], observations: VARIABLES, limits: LIMITS };

/**
 * The columns of one CSV file: turns its records into fields as the push interface names them. Where times are of a zone
 * whose clock is set back, records are to be read in the order of the file.
 */
export class CsvColumns {
  /** The header line as it came. */
  readonly header: string;
  readonly delimiter: string;
  private readonly width: number;
  private readonly columns: readonly Column[];
  private readonly time: readonly number[];
  private readonly mapping: CsvMapping;
  private readonly missing: ReadonlySet<string>;
  private readonly units: Readonly<Record<string, unknown>> | undefined;
  private readonly kinds: Readonly<Record<string, unknown>> | undefined;
  private readonly intervals: Readonly<Record<string, unknown>> | undefined;
  private readonly readClock: ClockReader;

  private constructor(
    header: string,
    delimiter: string,
    width: number,
    table: CsvTable,
    found: Found,
    mapping: CsvMapping,
  ) {
    this.header = header;
    this.delimiter = delimiter;
    this.width = width;
    this.columns = found.columns;
    this.time = found.time;
    this.mapping = mapping;
    this.missing = new Set(mapping.missing ?? []);
    this.units = table === 'observations' ? mapping.units : undefined;
    this.kinds = table === 'observations' ? mapping.kinds : undefined;
    this.intervals = table === 'observations' ? mapping.intervals : undefined;
    this.readClock = clockOf(mapping);
  }

  /** Finds the columns by the header line; a text says which were expected and which found. */
  static of(header: string, table: CsvTable, mapping: CsvMapping): CsvColumns | string {
    if (header.includes('\0')) return 'its first line holds NUL characters, should be UTF-8 text: is it UTF-16?';
    const delimiter = mapping.delimiter ?? delimiterOf(header);
    const names = splitRecord(header, delimiter)?.map((name) => name.trim());
    if (names === undefined) return 'the quotation marks of its header line do not fit';
    const found = findColumns(names, table, mapping);
    return typeof found === 'string' ? found : new CsvColumns(header, delimiter, names.length, table, found, mapping);
  }

  /** The fields of a record; a text says why it has none. */
  read(text: string): CsvFields | string {
    const cells = splitRecord(text, this.delimiter);
    if (cells === undefined) return 'its quotation marks do not fit: one is not closed, or text follows a closing one';
    if (cells.length !== this.width) return this.wrongWidth(cells.length);
    const fields: CsvFields = {};
    for (const column of this.columns) {
      const cell = cells[column.index];
      if (this.missing.has(cell)) fields[column.field] = '';
      else if (!column.numeric) fields[column.field] = cell;
      else if (isPointed(column.field, cell)) return wrongPoint(column.field, cell);
      else fields[column.field] = withPoint(cell);
    }
    if (this.time.length > 0) {
      const clock = this.time.length === 1 ? cells[this.time[0]] : this.time.map((index) => cells[index]).join(' ');
      const read = this.readClock(clock, String(fields['station_id']));
      if (read === undefined) {
        return `time is ${shown(clock)}, should be of the form ${shown(this.mapping.time?.format)} that the mapping gives`;
      }
      if ('wrong' in read) return read.wrong;
      fields['time'] = read.time;
    }
    if (this.units !== undefined) fields['units'] = this.units;
    if (this.kinds !== undefined) fields['kinds'] = this.kinds;
    // A row with an interval of its own says more than the mapping of all rows.
    const own = this.intervals !== undefined && readRainInterval(fields['rain_interval']) !== null;
    if (this.intervals !== undefined && !own) fields['intervals'] = this.intervals;
    return fields;
  }

  private wrongWidth(width: number): string {
    const more =
      width > this.width && this.delimiter === ','
        ? '; numbers with a decimal comma need quotation marks or another delimiter'
        : '';
    return `it has ${width} ${width === 1 ? 'column' : 'columns'}, the header has ${this.width}${more}`;
  }
}

/** True where a number has a point beside decimal commas: 1.013 may be a thousand. No position has a thousand. */
function isPointed(field: string, cell: string): boolean {
  return field !== 'latitude' && field !== 'longitude' && /\d\.|\.\d/.test(cell);
}

function wrongPoint(field: string, cell: string): string {
  return `${field} is ${shown(cell)}, should have no point beside its decimal comma, such as 1013,2 (the mapping says "decimal": ",")`;
}

/** A number with a decimal point in place of its comma; any other text as it stands in the file, for the message. */
function withPoint(cell: string): string {
  const pointed = cell.replace(',', '.');
  return DECIMAL_TEXT.test(pointed.trim()) ? pointed : cell;
}

interface Found {
  readonly columns: Column[];
  readonly time: number[];
}

function findColumns(names: readonly string[], table: CsvTable, mapping: CsvMapping): Found | string {
  const given: Readonly<Record<string, string | string[]>> = table === 'limits' ? {} : (mapping[table]?.columns ?? {});
  const columns: Column[] = [];
  const claimed = new Set<number>();
  const absent: string[] = [];
  let time: number[] = [];
  const claim = (field: string, wanted: readonly string[]): boolean => {
    const indexes = wanted.map((name) => names.indexOf(name));
    if (indexes.includes(-1)) return false;
    for (const index of indexes) claimed.add(index);
    if (field === 'time') time = indexes;
    else columns.push({ index: indexes[0], field, numeric: mapping.decimal === ',' && NUMBERS.has(field) });
    return true;
  };
  for (const [field, wanted] of Object.entries(given)) {
    const list = typeof wanted === 'string' ? [wanted] : wanted;
    if (!claim(field, list)) absent.push(...list.filter((name) => !names.includes(name)));
  }
  for (const field of KNOWN[table]) {
    if (!Object.hasOwn(given, field)) (OTHER_NAMES[field] ?? [field]).some((name) => claim(field, [name]));
  }
  const fields = new Set([...columns.map((column) => column.field), ...(time.length > 0 ? ['time'] : [])]);
  absent.push(...REQUIRED[table].filter((field) => !fields.has(field) && !Object.hasOwn(given, field)));
  const lacking = ONE_OF[table].length > 0 && !ONE_OF[table].some((field) => fields.has(field));
  if (absent.length > 0 || lacking) return wrongColumns(names, table, absent);

  const twice = names.find((name, index) => name !== '' && names.indexOf(name) !== index);
  if (twice !== undefined) return `its column ${shown(twice)} appears twice, should have a name of its own`;
  if (table === 'observations') {
    names.forEach((name, index) => {
      if (claimed.has(index) || fields.has(name) || !isExtra(name)) return;
      columns.push({ index, field: name, numeric: mapping.decimal === ',' && NUMBERS.has(name) });
    });
  }
  return { columns, time };
}

function wrongColumns(names: readonly string[], table: CsvTable, absent: readonly string[]): string {
  const [required, some] = [REQUIRED, ONE_OF].map((of) => of[table].join(', '));
  const expected = some === '' ? required : `${required} and at least one of ${some}`;
  const found = names.slice(0, 20).map(shown).join(', ');
  const lack = absent.length > 0 ? ` (missing: ${absent.map(shown).join(', ')})` : '';
  const hint = table === 'limits' ? '' : '. A mapping can give other names';
  return `its first line should name the columns ${expected}${lack}; found ${found}${hint}`;
}

/** The delimiter that parts a header line into most columns. */
function delimiterOf(header: string): string {
  let best = ',';
  for (const candidate of [';', '\t', '|']) {
    if (header.split(candidate).length > header.split(best).length) best = candidate;
  }
  return best;
}

/** What makes of the cell of a time what validation reads; undefined where it does not fit the mapping's form. */
type ClockReader = (text: string, station: string) => { time: unknown } | { wrong: string } | undefined;

function clockOf(mapping: CsvMapping): ClockReader {
  const { format = 'iso', zone = 'Z' } = mapping.time ?? {};
  if (format === 'unix') return (text) => (/^\d+(\.\d+)?$/.test(text.trim()) ? { time: Number(text) } : undefined);
  if (format === 'unix_ms') return (text) => (/^\d+$/.test(text.trim()) ? { time: Number(text) / 1000 } : undefined);
  const clock = new FileClock(SourceZone.of(zone));
  const momentOf = (station: string, local: number) => {
    const moment = clock.momentOf(station, local);
    return typeof moment === 'string' ? { wrong: moment } : { time: isoOf(moment) };
  };
  if (format === 'iso') {
    if (zone === 'Z') return (text) => ({ time: text });
    return (text, station) => {
      const read = readClockText(text.trim());
      return 'wrong' in read || read.offset !== null ? { time: text } : momentOf(station, read.local);
    };
  }
  const pattern = timePattern(format);
  return (text, station) => {
    const local = pattern?.(text);
    return local === undefined ? undefined : momentOf(station, local);
  };
}
