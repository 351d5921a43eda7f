import { anomalyPages } from '../../stores/anomaly-pages.ts';
import type { VerdictStore } from '../../stores/roles/verdict-store.ts';
import { ANOMALY_COLUMNS } from './anomaly-columns.ts';
import type { Column, ColumnDescription } from './column.ts';
import type { Stretch, TableName } from './network-address.ts';
import { OBSERVATION_COLUMNS } from './observation-columns.ts';
import { type ObservationReading, observationRows } from './observation-rows.ts';
import { type Lines, rowLines } from './row-lines.ts';

/** What the tables of networks are read from. */
export type TableStore = ObservationReading & Pick<VerdictStore, 'anomalies'>;

/** One of the tables that every network has. */
export interface NetworkTable {
  readonly name: TableName;
  /** What its rows are, in words. */
  readonly description: string;
  readonly columns: readonly ColumnDescription[];
  /** Names of the columns that tell its rows apart. */
  readonly key: readonly string[];
  /** The rows of a stretch as JSON, a bounded piece at a time. */
  readonly lines: (store: TableStore, stretch: Stretch) => AsyncIterable<Lines>;
}

/** The tables of a network by name. */
export const NETWORK_TABLES: Readonly<Record<TableName, NetworkTable>> = {
  observations: table('observations', OBSERVATION_COLUMNS, observationRows, {
    description: 'One row for each observation of a station, null where it sent no value',
    key: ['station_id', 'time'],
  }),
  anomalies: table('anomalies', ANOMALY_COLUMNS, anomalyRows, {
    description: 'One row for each value that was flagged and classified; verdicts that were taken back are left out',
    key: ['anomaly_id'],
  }),
};

function anomalyRows(store: TableStore, { network, from, to }: Stretch) {
  return anomalyPages(store, { network, from, to });
}

function table<Row>(
  name: TableName,
  columns: readonly Column<Row>[],
  rows: (store: TableStore, stretch: Stretch) => AsyncIterable<readonly Row[]>,
  rest: Pick<NetworkTable, 'description' | 'key'>,
): NetworkTable {
  return { name, columns, ...rest, lines: (store, stretch) => rowLines(columns, rows(store, stretch)) };
}
