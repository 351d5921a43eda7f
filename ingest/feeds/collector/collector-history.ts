import type { ImportHistory, OrderedRows, StationRow } from '../import/import-history.ts';
import { observationItem, stationFields } from './collector-rows.ts';
import type { CollectorTables } from './collector-tables.ts';
import type { SourceZone } from './source-zone.ts';

/** A collector's database as history to be imported. */
export class CollectorHistory implements ImportHistory {
  readonly network: string;
  readonly stationRows: readonly StationRow[];
  private readonly tables: CollectorTables;
  private readonly zone: SourceZone;

  private constructor(tables: CollectorTables, zone: SourceZone, network: string, stationRows: readonly StationRow[]) {
    this.tables = tables;
    this.zone = zone;
    this.network = network;
    this.stationRows = stationRows;
  }

  /** Reads the stations; the tables stay the caller's to close. */
  static async open(tables: CollectorTables, zone: SourceZone, network: string): Promise<CollectorHistory> {
    const stationRows = (await tables.stations()).map((row, index) => ({
      file: 'stations',
      line: index + 1,
      fields: stationFields(row),
      unreadable: '',
    }));
    return new CollectorHistory(tables, zone, network, stationRows);
  }

  async ordered(): Promise<OrderedRows> {
    return { total: await this.tables.count(), items: () => this.items() };
  }

  private async *items() {
    const { tables, zone } = this;
    for await (const rows of tables.undatedRows()) yield rows.map((row) => observationItem(row, zone));
    for await (const rows of tables.rows(Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY)) {
      yield rows.map((row) => observationItem(row, zone));
    }
  }
}
