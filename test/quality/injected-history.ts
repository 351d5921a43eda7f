import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { parse } from 'csv-parse/sync';
import type { Extent, ObservationSource } from '../../ingest/observation-source.ts';
import type { Observation, Values } from '../../schemas/observation.ts';
import type { Station } from '../../schemas/station.ts';
import { VARIABLES, type Variable } from '../../schemas/variables.ts';

const NETWORK = 'quality';

/** Rows of a CSV file by the names of its columns. */
export function rowsOf(bytes: Buffer): Record<string, string>[] {
  return parse(bytes, { columns: true, skip_empty_lines: true }) as Record<string, string>[];
}

/** What the harness wrote into a folder (`stations.csv`, `observations.csv.gz`), held in memory as a history to replay. */
export class InjectedHistory implements ObservationSource {
  readonly title: string;
  readonly #stations: readonly Station[];
  readonly #observations: readonly Observation[];

  /**
   * @param folder that `inject.mjs` wrote
   * @param kept variables that the stations report; the values of the others are left out
   */
  constructor(folder: string, kept: readonly Variable[] = VARIABLES) {
    this.title = folder;
    this.#stations = rowsOf(readFileSync(join(folder, 'stations.csv'))).map((row) => ({
      network: NETWORK,
      id: row['station_id'],
      name: row['station_name'],
      latitude: Number(row['latitude']),
      longitude: Number(row['longitude']),
      elevation: row['elevation'] === '' ? null : Number(row['elevation']),
      pressureLevel: 'unknown',
      rainInterval: null,
      manufacturer: null,
      model: null,
      retired: false,
      updated: 0,
    }));
    const observations = rowsOf(gunzipSync(readFileSync(join(folder, 'observations.csv.gz')))).map((row) => {
      const time = Date.parse(row['time']);
      const values = {} as Values;
      for (const variable of VARIABLES) {
        values[variable] = row[variable] === '' || !kept.includes(variable) ? null : Number(row[variable]);
      }
      const station = row['station_id'];
      return { network: NETWORK, station, time, values, extras: {}, original: {}, source: 'harness', received: time };
    });
    this.#observations = observations.sort((a, b) => a.time - b.time);
  }

  /** All of them, in the order of time. */
  get observations(): readonly Observation[] {
    return this.#observations;
  }

  async networks(): Promise<string[]> {
    return [NETWORK];
  }

  async stations(): Promise<Station[]> {
    return [...this.#stations];
  }

  async extent(): Promise<Extent | null> {
    const first = this.#observations[0];
    const last = this.#observations.at(-1);
    return first === undefined || last === undefined ? null : { first: first.time, last: last.time };
  }

  async *read(_network: string, from: number, to: number): AsyncGenerator<Observation[]> {
    yield this.#observations.filter(({ time }) => time >= from && time <= to);
  }

  async baselines(): Promise<[]> {
    return [];
  }

  async close(): Promise<void> {}
}
