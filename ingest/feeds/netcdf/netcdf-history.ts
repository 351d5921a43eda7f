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

/** A time of a file. */
interface Moment {
  /** ms since the epoch. */
  readonly time: number;
  readonly path: string;
  /** Its place among the times of the file. */
  readonly at: number;
  /** Numbers of the file at each time. */
  readonly width: number;
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
  /** In order of time. */
  readonly #moments: readonly Moment[];
  readonly #total: number;

  private constructor(
    network: string,
    mapping: CsvMapping,
    content: {
      readonly stationRows: readonly StationRow[];
      readonly moments: readonly Moment[];
      readonly total: number;
    },
  ) {
    this.network = network;
    this.#mapping = mapping;
    this.stationRows = content.stationRows;
    this.#moments = content.moments;
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
    const moments: Moment[] = [];
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
    return new NetcdfHistory(name, mapping, { stationRows: [...stations.values()], moments, total });
  }

  async ordered(signal: AbortSignal): Promise<OrderedRows> {
    return { total: this.#total, items: () => this.#items(signal) };
  }

  async *#items(signal: AbortSignal): AsyncGenerator<RawItem[]> {
    for (const moments of stretchesOf(this.#moments)) {
      if (signal.aborted) return;
      yield await this.#itemsAt(moments, signal);
    }
  }

  /** The items of some times. Each file is opened once for all of them. */
  async #itemsAt(moments: readonly Moment[], signal: AbortSignal): Promise<RawItem[]> {
    const places = new Map<string, number[]>();
    for (const { path, at } of moments) {
      const ofFile = places.get(path);
      if (ofFile === undefined) places.set(path, [at]);
      else ofFile.push(at);
    }
    const read = new Map<string, ReadonlyMap<number, RawItem[]>>();
    for (const [path, times] of places) {
      if (signal.aborted) return [];
      const runs = runsOf(times);
      const itemsAt = (layout: StationLayout) =>
        new Map(runs.flatMap(({ from, to }) => itemsOf(layout, basename(path), from, to)));
      read.set(path, await withLayout(path, this.#mapping, itemsAt));
    }
    return moments.flatMap(({ path, at }) => read.get(path)?.get(at) ?? []);
  }
}

/** Moments one behind the other that are read together, as many as may be held at once. */
function* stretchesOf(moments: readonly Moment[]): Generator<readonly Moment[]> {
  let first = 0;
  let numbers = 0;
  for (const [k, { width }] of moments.entries()) {
    if (k > first && numbers + width > MOST_NUMBERS) {
      yield moments.slice(first, k);
      first = k;
      numbers = 0;
    }
    numbers += width;
  }
  if (first < moments.length) yield moments.slice(first);
}

/** Runs of places that follow each other: the first of each and the one behind its last. */
function runsOf(places: readonly number[]): { readonly from: number; readonly to: number }[] {
  const runs: { from: number; to: number }[] = [];
  for (const at of [...places].sort((a, b) => a - b)) {
    const last = runs.at(-1);
    if (last?.to === at) last.to++;
    else runs.push({ from: at, to: at + 1 });
  }
  return runs;
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

/** The reports of some times by their places, station by station. One without any value is none. */
function itemsOf(
  { stations, times, series, units }: StationLayout,
  file: string,
  from: number,
  to: number,
): [at: number, items: RawItem[]][] {
  const values = series.map((one) => valuesOf(one, stations.length, from, to));
  const hasUnits = Object.keys(units).length > 0;
  return Array.from({ length: to - from }, (_, after) => {
    const t = from + after;
    const items: RawItem[] = [];
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
    return [t, items];
  });
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
