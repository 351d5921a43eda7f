import type { Baseline } from '../../../schemas/baseline.ts';
import { HalcyonError } from '../../../schemas/errors.ts';
import type { Observation } from '../../../schemas/observation.ts';
import type { Station } from '../../../schemas/station.ts';
import type { Extent, ObservationSource } from '../../observation-source.ts';
import { readNetwork } from '../../validation/identifier.ts';
import { readObservation, withStationInterval } from '../../validation/observation-fields.ts';
import { Refusal, shown } from '../../validation/refusal.ts';
import { PLAIN_FORM, type SourceForm } from '../../validation/source-form.ts';
import { readStation } from '../../validation/station-fields.ts';
import type { SourceZone } from '../clock/source-zone.ts';
import { SeenElements } from '../import/seen-elements.ts';
import { observationFields, placeOf, stationFields } from './collector-rows.ts';
import type { CollectorTables, TimedRow } from './collector-tables.ts';

export interface CollectorSourceOptions {
  readonly zone: SourceZone;
  /** What holds for all its rows; Halcyon's own units and kinds where not given. */
  readonly form?: SourceForm;
  /** Newest time that is believed, ms since the epoch. */
  readonly latest: number;
  /** Told in one line what was left out: when the source is opened, and when it is closed what was met since. */
  readonly warn?: (line: string) => void;
}

/** Rows that were left out: how many, and the first of them. */
interface LeftOut {
  total: number;
  first: string;
}

/** The network that a collector's database holds is named after it. */
export function networkOf(name: string): string {
  return readNetwork(name) ?? 'collector';
}

/**
 * A collector's database as history to be replayed: read in order of time while it is replayed, validated like everything
 * that comes in. Rows that cannot be read are left out, counted and told.
 */
export class CollectorSource implements ObservationSource {
  readonly title: string;
  private readonly tables: CollectorTables;
  private readonly network: string;
  private readonly options: CollectorSourceOptions;
  private readonly form: SourceForm;
  private readonly known = new Map<string, Station>();
  private readonly seen = new SeenElements();
  private leftOut: LeftOut = { total: 0, first: '' };
  /** Rows that were left out: a stretch that is read again leaves out the same. */
  private readonly placesLeftOut = new Set<string>();

  private constructor(tables: CollectorTables, options: CollectorSourceOptions) {
    this.tables = tables;
    this.title = tables.title;
    this.network = networkOf(tables.name);
    this.options = options;
    this.form = options.form ?? PLAIN_FORM;
  }

  /**
   * Reads the stations. The tables are the source's from now on, to be closed with it.
   *
   * @throws HalcyonError `store_unreadable` where not one station or not one time can be read
   */
  static async open(tables: CollectorTables, options: CollectorSourceOptions): Promise<CollectorSource> {
    const source = new CollectorSource(tables, options);
    try {
      await source.readStations();
      await source.lookForTimes();
    } catch (error) {
      await tables.close();
      throw error;
    }
    return source;
  }

  async networks(): Promise<string[]> {
    return [this.network];
  }

  async stations(network: string): Promise<Station[]> {
    return network === this.network ? Array.from(this.known.values()) : [];
  }

  async extent(network: string): Promise<Extent | null> {
    return network === this.network ? this.tables.extent(this.options.latest) : null;
  }

  async *read(network: string, from: number, to: number): AsyncGenerator<readonly Observation[]> {
    if (network !== this.network) return;
    // Of several rows of one station and time the one stored last counts; rows of one time come together.
    let time = Number.NaN;
    let same = new Map<string, Observation>();
    for await (const rows of this.tables.rows(from, to)) {
      const batch: Observation[] = [];
      for (const row of rows) {
        const observation = this.observationOf(row);
        if (observation === null) continue;
        if (observation.time !== time) {
          batch.push(...same.values());
          time = observation.time;
          same = new Map();
        }
        same.set(observation.station, observation);
      }
      if (batch.length > 0) yield batch;
    }
    if (same.size > 0) yield Array.from(same.values());
  }

  async baselines(): Promise<Baseline[]> {
    return [];
  }

  /** Of the rows that were read. */
  async elements(network: string): Promise<string[]> {
    return network === this.network ? this.seen.names() : [];
  }

  async close(): Promise<void> {
    this.tell();
    await this.tables.close();
  }

  private async readStations(): Promise<void> {
    const rows = await this.tables.stations();
    for (const [index, row] of rows.entries()) {
      const station = readStation(stationFields(row, this.form), this.network, 0, []);
      if (!Array.isArray(station)) this.known.set(station.id, station);
      else this.leave(`stations:${row['station_id'] ?? index + 1}`, station.map((problem) => problem.msg).join('; '));
    }
    if (rows.length === 0 || this.known.size > 0) {
      this.tell();
      return;
    }
    const msg = `none of the ${rows.length} stations in ${this.title} can be read; the first problem is ${this.leftOut.first}`;
    throw new HalcyonError('store_unreadable', msg);
  }

  private async lookForTimes(): Promise<void> {
    const { count, first } = await this.tables.undated();
    if (first === null) return;
    const wrong = typeof first.time === 'number' ? '' : first.time.wrong;
    if ((await this.tables.extent(Number.POSITIVE_INFINITY)) === null) {
      const msg = `none of the ${count} observations in ${this.title} can be read; the first problem is ${placeOf(first.row)}: ${wrong}`;
      throw new HalcyonError('store_unreadable', msg);
    }
    this.leave(placeOf(first.row), wrong);
    this.leftOut.total += count - 1;
    this.tell();
  }

  private observationOf(timed: TimedRow): Observation | null {
    const reading = this.readingOf(timed);
    if (reading instanceof Refusal) {
      this.leave(placeOf(timed.row), reading.detail);
      return null;
    }
    this.seen.note(reading);
    return { ...reading, source: 'import', received: reading.time };
  }

  private readingOf(timed: TimedRow): Omit<Observation, 'source' | 'received'> | Refusal {
    if (typeof timed.time !== 'number') return new Refusal('invalid_time', timed.time.wrong);
    const { zone, latest } = this.options;
    const reading = readObservation(observationFields(timed, zone, this.form), this.network, latest);
    if (reading instanceof Refusal) return reading;
    if (reading.network !== this.network) {
      const detail = `network is ${shown(reading.network)}, but a database holds one network, here ${shown(this.network)}`;
      return new Refusal('invalid_id', detail);
    }
    const station = this.known.get(reading.station);
    if (station !== undefined) return withStationInterval(reading, station.rainInterval);
    const detail = `station ${shown(reading.station)} is not in the table stations, or its row there cannot be read`;
    return new Refusal('unknown_station', detail);
  }

  private leave(place: string, detail: string): void {
    if (this.placesLeftOut.has(place)) return;
    this.placesLeftOut.add(place);
    if (this.leftOut.total === 0) this.leftOut.first = `${place}: ${detail}`;
    this.leftOut.total += 1;
  }

  private tell(): void {
    const { total, first } = this.leftOut;
    if (total === 0) return;
    const some = total === 1 ? '1 row' : `${total} rows`;
    const were = total === 1 ? 'was left out' : 'were left out, first';
    this.options.warn?.(`${some} of ${this.title} could not be read and ${were}: ${first}`);
    this.leftOut = { total: 0, first: '' };
  }
}
