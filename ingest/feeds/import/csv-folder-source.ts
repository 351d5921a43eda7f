import { join } from 'node:path';
import type { Baseline } from '../../../schemas/baseline.ts';
import { HalcyonError } from '../../../schemas/errors.ts';
import type { ExpertRule } from '../../../schemas/expert-rule.ts';
import type { Observation } from '../../../schemas/observation.ts';
import type { Station } from '../../../schemas/station.ts';
import type { Extent, ObservationSource } from '../../observation-source.ts';
import { readObservation, withStationInterval } from '../../validation/observation-fields.ts';
import { Refusal, shown } from '../../validation/refusal.ts';
import { readStation } from '../../validation/station-fields.ts';
import type { CsvFields } from '../csv/csv-columns.ts';
import type { CsvFolder, CsvProblem } from './csv-folder.ts';
import { limitsRules, readLimitsFile, wholeLimits } from './limits-file.ts';
import { ObservationTable } from './observation-table.ts';
import { RainReports } from './rain-reports.ts';
import { RepeatedStations } from './repeated-stations.ts';
import { SeenElements } from './seen-elements.ts';

export interface CsvSourceOptions {
  /** Newest time that is believed, ms since the epoch. */
  readonly latest: number;
}

const MOST_PROBLEMS_KEPT = 20;
const BATCH = 5000;

/**
 * The observations of a CSV folder as history to be replayed. Read once, validated like everything that comes in, kept
 * in memory (52 bytes an observation). Rows that cannot be read are left out and counted in `problems`.
 */
export class CsvFolderSource implements ObservationSource {
  readonly title: string;
  /** Rows that could not be read: how many, and the first of them. */
  readonly problems: { total: number; first: CsvProblem[] } = { total: 0, first: [] };
  /** Rows of observations in all, those that could not be read too. */
  rows = 0;
  private readonly folder: CsvFolder;
  private readonly known: Station[] = [];
  private readonly numbers = new Map<string, number>();
  private readonly ids: string[] = [];
  private readonly table: ObservationTable;
  private readonly seen = new SeenElements();
  /** The limits of the folder's `limits.csv`. */
  private limits: readonly ExpertRule[] = [];

  private constructor(folder: CsvFolder) {
    this.folder = folder;
    this.title = folder.path;
    this.table = new ObservationTable(folder.network, 'import', this.ids);
  }

  /**
   * Reads the whole folder.
   *
   * @throws HalcyonError `store_unreadable` where a file is damaged, or not one of its stations or observations can be read;
   *   `invalid_parameter` for wrong limits
   */
  static async open(folder: CsvFolder, options: CsvSourceOptions): Promise<CsvFolderSource> {
    const source = new CsvFolderSource(folder);
    source.readStations();
    await source.readLimits();
    await source.readObservations(options.latest);
    return source;
  }

  /** Rows that were replaced by a later one of the same station and time. */
  get duplicates(): number {
    return this.table.added - this.table.size;
  }

  async networks(): Promise<string[]> {
    return [this.folder.network];
  }

  async stations(network: string): Promise<Station[]> {
    return network === this.folder.network ? [...this.known] : [];
  }

  async extent(network: string): Promise<Extent | null> {
    return network === this.folder.network ? this.table.extent() : null;
  }

  async *read(network: string, from: number, to: number): AsyncGenerator<readonly Observation[]> {
    if (network === this.folder.network) yield* this.table.read(from, to, BATCH);
  }

  async baselines(): Promise<Baseline[]> {
    return [];
  }

  async elements(network: string): Promise<string[]> {
    return network === this.folder.network ? this.seen.names() : [];
  }

  async rules(network: string): Promise<ExpertRule[]> {
    return network === this.folder.network ? [...this.limits] : [];
  }

  async close(): Promise<void> {}

  /** How often its rain comes, and over which intervals it fell. */
  rainReports(): RainReports {
    const reports = new RainReports();
    this.table.eachAmount((station, time, interval) => reports.add(this.folder.network, station, time, interval));
    return reports;
  }

  private async readLimits(): Promise<void> {
    const { path, limitsFile, mapping, network } = this.folder;
    if (limitsFile === null) return;
    const rows = await readLimitsFile(join(path, limitsFile), mapping);
    this.limits = limitsRules(network, wholeLimits(rows, this.known), 0);
  }

  private readStations(): void {
    const repeated = new RepeatedStations();
    for (const { file, line, fields, unreadable } of this.folder.stationRows) {
      if (fields === null) {
        this.problem(file, line, 'unreadable', unreadable);
        continue;
      }
      const station = readStation(fields, this.folder.network, 0, []);
      if (Array.isArray(station)) {
        const [first] = station;
        this.problem(file, line, first.type, station.map((problem) => problem.msg).join('; '));
      } else if (station.network !== this.folder.network) {
        this.problem(file, line, 'invalid_id', otherNetwork(station.network, this.folder.network));
      } else {
        const replaced = repeated.replacedBy(station.id, { file, line });
        if (replaced !== null) this.problem(replaced.file, replaced.line, 'invalid_id', replaced.detail);
        this.register(station);
      }
    }
    if (this.known.length > 0) return;
    const [first] = this.problems.first;
    const why =
      first === undefined
        ? `${this.title} names no station: the stations' file has a header line only`
        : `none of the ${this.problems.total} stations in ${this.title} can be read; the first problem is ${first.file}:${first.line}: ${first.detail}`;
    throw new HalcyonError('store_unreadable', why);
  }

  /** Of two registrations of one station the later counts. */
  private register(station: Station): number {
    const known = this.numbers.get(station.id);
    const number = known ?? this.known.length;
    this.known[number] = station;
    this.ids[number] = station.id;
    this.numbers.set(station.id, number);
    return number;
  }

  private async readObservations(latest: number): Promise<void> {
    const before = this.problems.first.length;
    for await (const { file, columns, rows } of this.folder.observationBlocks()) {
      this.rows += rows.length;
      for (const row of rows) {
        const fields = row.unreadable === '' ? columns.read(row.text) : row.unreadable;
        const refusal = typeof fields === 'string' ? new Refusal('unreadable', fields) : this.take(fields, latest);
        if (refusal !== null) this.problem(file, row.line, refusal.reason, refusal.detail);
      }
    }
    if (this.rows > 0 && this.table.added === 0) {
      const first = this.problems.first[before] ?? this.problems.first[0];
      const detail = `${first.file}:${first.line}: ${first.detail}`;
      throw new HalcyonError(
        'store_unreadable',
        `none of the ${this.rows} observations in ${this.title} can be read; the first problem is ${detail}`,
      );
    }
  }

  private take(fields: CsvFields, latest: number): Refusal | null {
    const { network } = this.folder;
    const reading = readObservation(fields, network, latest);
    if (reading instanceof Refusal) return reading;
    if (reading.network !== network) return new Refusal('invalid_id', otherNetwork(reading.network, network));
    const number = this.numbers.get(reading.station);
    if (number === undefined) {
      const detail = `station ${shown(reading.station)} is not in the stations' file, or its row there cannot be read`;
      return new Refusal('unknown_station', detail);
    }
    this.seen.note(reading);
    this.table.add(number, withStationInterval(reading, this.known[number].rainInterval));
    return null;
  }

  private problem(file: string, line: number, reason: string, detail: string): void {
    this.problems.total += 1;
    if (this.problems.first.length < MOST_PROBLEMS_KEPT) this.problems.first.push({ file, line, reason, detail });
  }
}

function otherNetwork(found: string, expected: string): string {
  return `network is ${shown(found)}, but a folder holds one network, here ${shown(expected)}`;
}
