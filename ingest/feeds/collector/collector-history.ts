import { PLAIN_FORM, type SourceForm } from '../../validation/source-form.ts';
import type { SourceZone } from '../clock/source-zone.ts';
import type { ImportHistory, OrderedRows, StationRow } from '../import/import-history.ts';
import { observationItem, stationFields } from './collector-rows.ts';
import type { CollectorTables } from './collector-tables.ts';

/** A collector's database as history to be imported. */
export class CollectorHistory implements ImportHistory {
  readonly network: string;
  readonly stationRows: readonly StationRow[];
  private readonly tables: CollectorTables;
  private readonly zone: SourceZone;
  private readonly form: SourceForm;

  private constructor(
    tables: CollectorTables,
    zone: SourceZone,
    network: string,
    form: SourceForm,
    stationRows: readonly StationRow[],
  ) {
    this.tables = tables;
    this.zone = zone;
    this.form = form;
    this.network = network;
    this.stationRows = stationRows;
  }

  /** Reads the stations; the tables stay the caller's to close. */
  static async open(
    tables: CollectorTables,
    zone: SourceZone,
    network: string,
    form: SourceForm = PLAIN_FORM,
  ): Promise<CollectorHistory> {
    const stationRows = (await tables.stations()).map((row, index) => ({
      file: 'stations',
      line: index + 1,
      fields: stationFields(row, form),
      unreadable: '',
    }));
    return new CollectorHistory(tables, zone, network, form, stationRows);
  }

  async ordered(): Promise<OrderedRows> {
    return { total: await this.tables.count(), items: () => this.items() };
  }

  private async *items() {
    const { tables, zone, form } = this;
    for await (const rows of tables.undatedRows()) yield rows.map((row) => observationItem(row, zone, form));
    for await (const rows of tables.rows(Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY)) {
      yield rows.map((row) => observationItem(row, zone, form));
    }
  }
}
