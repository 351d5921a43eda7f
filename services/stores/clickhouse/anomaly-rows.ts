import type { Anomaly, Classification, VerdictState } from '../../../schemas/anomaly.ts';
import type { Variable } from '../../../schemas/variables.ts';
import { objectOf } from './object-text.ts';
import { anomalyRank } from './ranks.ts';

/** Columns of an insert, in the order of `anomalyCells`. */
export const ANOMALY_COLUMNS = [
  'network',
  'station',
  'variable',
  'slot',
  'id',
  'version',
  'time',
  'station_name',
  'actual',
  'expected',
  'deviation',
  'temporal_method',
  'check',
  'score',
  'scale',
  'threshold',
  'classification',
  'reason',
  'spatial_enabled',
  'spatial_method',
  'spatial_correlation',
  'spatial_neighbors_checked',
  'spatial_neighbors',
  'evidence',
  'baseline',
  'configuration',
  'state',
  'final',
  'judged',
  'rank',
] as const;

const TIMES: readonly string[] = ['time', 'judged'];

/** What a SELECT asks for, in the order of the columns. */
export const ANOMALY_SELECT = ANOMALY_COLUMNS.map((name) =>
  TIMES.includes(name) ? `toUnixTimestamp64Milli(${name})` : name,
).join(', ');

export type AnomalyRow = [
  network: string,
  station: string,
  variable: Variable,
  slot: number,
  id: string,
  version: string,
  time: number,
  stationName: string,
  actual: number,
  expected: number,
  deviation: number,
  temporalMethod: string,
  check: string,
  score: number,
  scale: number,
  threshold: number,
  classification: Classification,
  reason: string,
  spatialEnabled: boolean,
  spatialMethod: string,
  spatialCorrelation: number,
  spatialNeighborsChecked: number,
  spatialNeighbors: string[],
  evidence: string,
  baseline: string | null,
  configuration: string,
  state: VerdictState,
  final: boolean,
  judged: number,
  rank: number,
];

/** The cells of an insert. */
export function anomalyCells(it: Anomaly): AnomalyRow {
  return [
    it.network,
    it.station,
    it.variable,
    it.slot,
    it.id,
    it.version,
    it.time,
    it.stationName,
    it.actual,
    it.expected,
    it.deviation,
    it.temporalMethod,
    it.check,
    it.score,
    it.scale,
    it.threshold,
    it.classification,
    it.reason,
    it.spatial.enabled,
    it.spatial.method,
    it.spatial.correlation,
    it.spatial.neighborsChecked,
    [...it.spatial.neighbors],
    JSON.stringify(it.evidence),
    it.baseline,
    it.configuration,
    it.state,
    it.final,
    it.judged,
    anomalyRank(it),
  ];
}

/** The anomaly of a row. */
export function anomalyOf(row: AnomalyRow): Anomaly {
  return {
    network: row[0],
    station: row[1],
    variable: row[2],
    slot: row[3],
    id: row[4],
    version: row[5],
    time: row[6],
    stationName: row[7],
    actual: row[8],
    expected: row[9],
    deviation: row[10],
    temporalMethod: row[11],
    check: row[12],
    score: row[13],
    scale: row[14],
    threshold: row[15],
    classification: row[16],
    reason: row[17],
    spatial: {
      enabled: row[18],
      method: row[19],
      correlation: row[20],
      neighborsChecked: row[21],
      neighbors: row[22],
    },
    evidence: objectOf(row[23]),
    baseline: row[24],
    configuration: row[25],
    state: row[26],
    final: row[27],
    judged: row[28],
  };
}
