import { readdir } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import { HalcyonError } from '../../../schemas/errors.ts';
import { assertRegularFile } from '../../../schemas/path-reason.ts';
import { noNetwork, readNetwork } from '../../validation/identifier.ts';
import { shown } from '../../validation/refusal.ts';
import type { CsvFields } from '../csv/csv-columns.ts';
import { type CsvBlock, readCsvFile, readingError } from '../csv/csv-file.ts';
import { type CsvMapping, checkMapping, PLAIN_MAPPING } from '../csv/csv-mapping.ts';
import { readMappingFile } from '../csv/mapping-file.ts';
import type { ImportHistory, OrderedRows, StationRow } from './import-history.ts';
import { rowsInOrderOfTime } from './rows-by-time.ts';

export interface CsvFolderOptions {
  /** Name of the network; else the mapping's, the stations' column `network`, or the folder's name. */
  readonly network?: string;
  /** A mapping, or the path of one; else the folder's `mapping.json`, where there is one. */
  readonly mapping?: CsvMapping | string;
}

/** A row that could not be read. */
export interface CsvProblem {
  readonly file: string;
  readonly line: number;
  readonly reason: string;
  readonly detail: string;
}

const STATIONS = /^stations\.csv(\.gz)?$/;
const LIMITS = /^limits\.csv(\.gz)?$/;
const OBSERVATIONS = /^observations.*\.csv(\.gz)?$/;
const EXPECTED =
  'expected stations.csv (station_id, station_name, latitude, longitude, elevation) and observations.csv or observations.csv.gz (station_id, time, temp_out, out_hum, wind_speed, bar, rain)';

/** A folder of CSV files that holds one network: its stations and its observations. */
export class CsvFolder implements ImportHistory {
  readonly path: string;
  readonly network: string;
  readonly mapping: CsvMapping;
  readonly stationRows: readonly StationRow[];
  /** Names of the files, in the order they are read. */
  readonly observationFiles: readonly string[];
  /** Name of the file of limits; null where there is none. */
  readonly limitsFile: string | null;

  constructor(
    content: Pick<CsvFolder, 'path' | 'network' | 'mapping' | 'stationRows' | 'observationFiles' | 'limitsFile'>,
  ) {
    this.path = content.path;
    this.network = content.network;
    this.mapping = content.mapping;
    this.stationRows = content.stationRows;
    this.observationFiles = content.observationFiles;
    this.limitsFile = content.limitsFile;
  }

  ordered(signal: AbortSignal): Promise<OrderedRows> {
    return rowsInOrderOfTime(this, signal);
  }

  /** All observation files, one after the other, in blocks. Errors as of `readCsvFile`. */
  async *observationBlocks(): AsyncGenerator<CsvBlock> {
    for (const file of this.observationFiles) {
      yield* readCsvFile(join(this.path, file), file, 'observations', this.mapping);
    }
  }
}

/**
 * Opens a folder of CSV files: reads its mapping and its stations, and finds its observations, which are read later.
 *
 * @throws HalcyonError `store_unavailable` where nothing is there, `store_unreadable` where it is no such folder,
 *   `invalid_parameter` for a wrong mapping or network
 */
export async function openCsvFolder(path: string, options: CsvFolderOptions = {}): Promise<CsvFolder> {
  const names = await filesOf(path);
  const mapping = await mappingOf(path, names, options);
  const stationsFile = mapping.stations?.file ?? names.find((name) => STATIONS.test(name));
  const observationFiles = mapping.observations?.files ?? names.filter((name) => OBSERVATIONS.test(name)).sort();
  if (stationsFile === undefined || observationFiles.length === 0) {
    const lack = stationsFile === undefined ? 'stations.csv' : 'observation file';
    const found = names.length === 0 ? 'nothing' : listed(names);
    throw new HalcyonError('store_unreadable', `${path} has no ${lack}: ${EXPECTED}, found ${found}`);
  }
  await Promise.all(observationFiles.map((file) => mustBeThere(join(path, file), file)));
  const stationRows: StationRow[] = [];
  for await (const block of readCsvFile(join(path, stationsFile), stationsFile, 'stations', mapping)) {
    for (const row of block.rows) {
      const fields = row.unreadable === '' ? block.columns.read(row.text) : row.unreadable;
      const place = { file: block.file, line: row.line };
      if (typeof fields === 'string') stationRows.push({ ...place, fields: null, unreadable: fields });
      else stationRows.push({ ...place, fields: filledIn(fields, mapping), unreadable: '' });
    }
  }
  const network = networkOf(path, mapping, stationRows, options);
  const limitsFile = names.find((name) => LIMITS.test(name)) ?? null;
  return new CsvFolder({ path, network, mapping, stationRows, observationFiles, limitsFile });
}

async function filesOf(path: string): Promise<string[]> {
  try {
    return await readdir(path);
  } catch (cause) {
    const code = cause instanceof Error && 'code' in cause ? cause.code : '';
    if (code === 'ENOENT') throw new HalcyonError('store_unavailable', `${path} is not there, ${EXPECTED}`, { cause });
    if (code === 'ENOTDIR') throw new HalcyonError('store_unreadable', `${path} is no folder, ${EXPECTED}`, { cause });
    throw readingError(cause, path);
  }
}

async function mustBeThere(path: string, file: string): Promise<void> {
  try {
    await assertRegularFile(path);
  } catch (error) {
    throw readingError(error, file);
  }
}

async function mappingOf(path: string, names: readonly string[], options: CsvFolderOptions): Promise<CsvMapping> {
  if (typeof options.mapping === 'object') return checkMapping(options.mapping, 'the mapping');
  if (options.mapping === undefined && !names.includes('mapping.json')) return PLAIN_MAPPING;
  return readMappingFile(options.mapping ?? join(path, 'mapping.json'));
}

function networkOf(
  path: string,
  mapping: CsvMapping,
  stations: readonly StationRow[],
  options: CsvFolderOptions,
): string {
  const named = stations.find((row) => row.fields?.['network'])?.fields?.['network'];
  const given = options.network ?? mapping.network ?? named ?? basename(resolve(path));
  const network = readNetwork(given);
  if (network === undefined) throw new HalcyonError('invalid_parameter', noNetwork(given));
  return network;
}

/** The fields of a station with what the mapping says of those that do not say it themselves. */
function filledIn(fields: CsvFields, { pressure_level, intervals }: CsvMapping): CsvFields {
  const filled = { ...fields };
  if (pressure_level !== undefined) filled['pressure_level'] ||= pressure_level;
  if (intervals?.rain !== undefined) filled['rain_interval'] ||= intervals.rain;
  return filled;
}

function listed(names: readonly string[]): string {
  const most = 10;
  const rest = names.length > most ? ` and ${names.length - most} more` : '';
  return `${names.slice(0, most).map(shown).join(', ')}${rest}`;
}
