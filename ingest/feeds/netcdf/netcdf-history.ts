import { readdir, stat } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import { HalcyonError } from '../../../schemas/errors.ts';
import { isoOf } from '../../../schemas/time.ts';
import type { RawItem } from '../../raw-item.ts';
import { noNetwork, readNetwork } from '../../validation/identifier.ts';
import { toMillionth } from '../../validation/units.ts';
import type { CsvMapping } from '../csv/csv-mapping.ts';
import type { ImportHistory, OrderedRows, StationRow } from '../import/import-history.ts';
import { type NetcdfFile, openNetcdf } from './netcdf-file.ts';
import { type StationLayout, type StationSeries, stationLayout } from './station-layout.ts';

/** Numbers that are held at once. */
const MOST_NUMBERS = 2_000_000;
const ENDING = /\.nc4?$/i;

/** Times of one file, one behind the other, which are read together. */
interface Stretch {
  readonly path: string;
  /** Places of the first time and of the one behind the last. */
  readonly from: number;
  readonly to: number;
}

/** True where a place is a NetCDF file, or a folder that has some and no CSV file. */
export async function namesNetcdf(place: string): Promise<boolean> {
  const found = await stat(place).catch(() => null);
  if (found === null) return false;
  if (!found.isDirectory()) return ENDING.test(place);
  const names = await readdir(place).catch(() => []);
  return names.some((name) => ENDING.test(name)) && !names.some((name) => /\.csv(\.gz)?$/i.test(name));
}

/** Observations of stations in NetCDF-4 files as history to be imported. */
export class NetcdfHistory implements ImportHistory {
  readonly network: string;
  readonly stationRows: readonly StationRow[];
  readonly #mapping: CsvMapping;
  readonly #stretches: readonly Stretch[];
  readonly #total: number;

  private constructor(
    network: string,
    mapping: CsvMapping,
    content: {
      readonly stationRows: readonly StationRow[];
      readonly stretches: readonly Stretch[];
      readonly total: number;
    },
  ) {
    this.network = network;
    this.#mapping = mapping;
    this.stationRows = content.stationRows;
    this.#stretches = content.stretches;
    this.#total = content.total;
  }

  /**
   * Reads stations and times of a file, or of all files of a folder.
   *
   * @param network else the mapping's, or the name of the file or folder
   * @throws HalcyonError `store_unavailable`, `store_unreadable`, `invalid_parameter` that name the file and what is wrong with it
   */
  static async open(place: string, mapping: CsvMapping, network?: string): Promise<NetcdfHistory> {
    refuseWhatIsOfCsv(mapping);
    const given = network ?? mapping.network ?? basename(resolve(place)).replace(ENDING, '');
    const name = readNetwork(given);
    if (name === undefined) throw new HalcyonError('invalid_parameter', noNetwork(given));
    const stations = new Map<string, StationRow>();
    const moments: { readonly time: number; readonly path: string; readonly at: number; readonly width: number }[] = [];
    let total = 0;
    for (const path of await filesAt(place)) {
      await withLayout(path, mapping, ({ stations: found, times, series }) => {
        for (const [k, fields] of found.entries()) {
          const row = { file: basename(path), line: k + 1, fields, unreadable: '' };
          stations.set(String(fields['station_id']), row);
        }
        total += found.length * times.length;
        for (const [at, time] of times.entries()) moments.push({ time, path, at, width: found.length * series.length });
      });
    }
    // Sorting is stable: of one time the files stay in their order, so that corrections count.
    moments.sort((a, b) => a.time - b.time);
    const stretches: Stretch[] = [];
    for (const { path, at, width } of moments) {
      const last = stretches.at(-1);
      const most = Math.max(1, Math.floor(MOST_NUMBERS / width));
      if (last?.path !== path || last.to !== at || last.to - last.from >= most)
        stretches.push({ path, from: at, to: at + 1 });
      else stretches[stretches.length - 1] = { ...last, to: at + 1 };
    }
    return new NetcdfHistory(name, mapping, { stationRows: [...stations.values()], stretches, total });
  }

  async ordered(signal: AbortSignal): Promise<OrderedRows> {
    return { total: this.#total, items: () => this.#items(signal) };
  }

  async *#items(signal: AbortSignal): AsyncGenerator<RawItem[]> {
    for (const { path, from, to } of this.#stretches) {
      if (signal.aborted) return;
      yield await withLayout(path, this.#mapping, (layout) => itemsOf(layout, basename(path), from, to));
    }
  }
}

async function withLayout<T>(path: string, mapping: CsvMapping, use: (layout: StationLayout) => T): Promise<T> {
  const name = basename(path);
  const file: NetcdfFile = await openNetcdf(path, name);
  try {
    return use(stationLayout(file, name, mapping));
  } finally {
    file.close();
  }
}

async function filesAt(place: string): Promise<string[]> {
  const names = (await stat(place)).isDirectory() ? await readdir(place) : null;
  return names === null
    ? [place]
    : names
        .filter((name) => ENDING.test(name))
        .sort()
        .map((name) => join(place, name));
}

/** The reports of some times, station by station at each time. One without any value is none. */
function itemsOf({ stations, times, series, units }: StationLayout, file: string, from: number, to: number): RawItem[] {
  const values = series.map((one) => valuesOf(one, stations.length, from, to));
  const hasUnits = Object.keys(units).length > 0;
  const items: RawItem[] = [];
  for (let t = from; t < to; t++) {
    for (const [s, { station_id: station }] of stations.entries()) {
      const measured: Record<string, unknown> = {};
      for (const [k, { field }] of series.entries()) {
        const value = values[k](s, t - from);
        if (!Number.isNaN(value)) measured[field] = value;
      }
      if (Object.keys(measured).length === 0) continue;
      const time = Number.isFinite(times[t]) ? isoOf(times[t]) : '';
      const fields = { station_id: station, time, ...measured, ...(hasUnits && { units }) };
      const body = Buffer.from(JSON.stringify(fields));
      const place = `${file}:${String(station)}/${time}`;
      items.push({ fields, body, mediaType: 'application/json', context: '', place });
    }
  }
  return items;
}

/** Gives the value of a station at a time behind the first that is read. */
function valuesOf(
  one: StationSeries,
  stations: number,
  from: number,
  to: number,
): (station: number, time: number) => number {
  const { source, stationAt, factor } = one;
  const ranges = [
    [0, stations],
    [from, to],
  ] as const;
  const read = source.read(stationAt === 0 ? ranges : [ranges[1], ranges[0]]);
  const width = stationAt === 0 ? to - from : stations;
  return (station, time) => {
    const value = Number(read[stationAt === 0 ? station * width + time : time * width + station]);
    return factor === 1 ? value : toMillionth(value * factor);
  };
}

/** What a mapping says of texts tells nothing of a NetCDF file. */
function refuseWhatIsOfCsv({ delimiter, decimal, missing, time, stations, observations }: CsvMapping): void {
  const given = {
    delimiter,
    decimal,
    missing,
    time,
    'stations.file': stations?.file,
    'observations.files': observations?.files,
  };
  const wrong = Object.entries(given).find(([, value]) => value !== undefined)?.[0];
  if (wrong !== undefined)
    throw new HalcyonError(
      'invalid_parameter',
      `the mapping has ${wrong}, which is for CSV files; leave it out for NetCDF`,
    );
}
