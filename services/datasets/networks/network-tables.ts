import type { RuleRegister } from '../../experts/rule-register.ts';
import type { ColumnDescription } from '../../http/formats/column.ts';
import { type TableRows, tableRows } from '../../http/formats/rows-table.ts';
import type { VerdictStore } from '../../stores/roles/verdict-store.ts';
import { ANOMALY_COLUMNS, anomalyRows } from './anomaly-table.ts';
import type { Stretch, TableName } from './network-address.ts';
import { OBSERVATION_COLUMNS } from './observation-columns.ts';
import { type ObservationReading, observationRows } from './observation-rows.ts';

/** Where the rows of a network come from. */
export interface RowSources {
  readonly store: ObservationReading & Pick<VerdictStore, 'anomalies'>;
  /** What people have ruled. */
  readonly experts: Pick<RuleRegister, 'rules'>;
}

/** One of the tables that every network has. */
export interface NetworkTable {
  readonly name: TableName;
  /** What its rows are, in words. */
  readonly description: string;
  readonly columns: readonly ColumnDescription[];
  /** Names of the columns that tell its rows apart. */
  readonly key: readonly string[];
  /** The rows of a stretch, a bounded piece at a time. */
  readonly read: (sources: RowSources, stretch: Stretch) => TableRows;
}

/** The tables of a network by name. */
export const NETWORK_TABLES: Readonly<Record<TableName, NetworkTable>> = {
  observations: {
    name: 'observations',
    description: 'One row for each observation of a station, null where it sent no value',
    columns: OBSERVATION_COLUMNS,
    key: ['station_id', 'timestamp'],
    read: ({ store }, stretch) => tableRows(OBSERVATION_COLUMNS, observationRows(store, stretch)),
  },
  anomalies: {
    name: 'anomalies',
    description: 'One row for each value that was flagged and classified; verdicts that were taken back are left out',
    columns: ANOMALY_COLUMNS,
    key: ['anomaly_id'],
    read: ({ store, experts }, stretch) => tableRows(ANOMALY_COLUMNS, anomalyRows(store, experts, stretch)),
  },
};
