import type { Anomaly } from '../../../schemas/anomaly.ts';
import { evidenceOfVerdict } from '../../../schemas/quality-flags/value-evidence.ts';
import { VARIABLE_SPECIFICATIONS } from '../../../schemas/variables.ts';
import type { Column } from './column.ts';
import { flagColumns } from './flag-columns.ts';

/**
 * Columns of a network's anomalies, in their order: names as the anomalies of the HTTP service have them, but `check_name`,
 * since `check` would have to be quoted in SQL.
 */
export const ANOMALY_COLUMNS: readonly Column<Anomaly>[] = [
  {
    name: 'anomaly_id',
    type: 'VARCHAR',
    description: 'identifier of the anomaly, the same for all its versions',
    of: ({ id }) => id,
  },
  {
    name: 'station_id',
    type: 'VARCHAR',
    description: 'identifier of the station, unique inside its network',
    of: ({ station }) => station,
  },
  {
    name: 'station_name',
    type: 'VARCHAR',
    description: 'name of the station when it was judged',
    of: ({ stationName }) => stationName,
  },
  {
    name: 'variable',
    type: 'VARCHAR',
    description: 'what was flagged: a column of the observations',
    of: ({ variable }) => variable,
  },
  {
    name: 'units',
    type: 'VARCHAR',
    description: 'unit of actual_value, expected_value, deviation and scale',
    of: ({ variable }) => VARIABLE_SPECIFICATIONS[variable].unit,
  },
  { name: 'time', type: 'TIMESTAMP', description: 'time of the observation, UTC', of: ({ time }) => time },
  { name: 'actual_value', type: 'DOUBLE', description: 'what was observed, in units', of: ({ actual }) => actual },
  {
    name: 'expected_value',
    type: 'DOUBLE',
    description: 'what was expected, in units',
    of: ({ expected }) => expected,
  },
  {
    name: 'deviation',
    type: 'DOUBLE',
    description: 'actual_value - expected_value, in units',
    of: ({ deviation }) => deviation,
  },
  {
    name: 'scale',
    type: 'DOUBLE',
    description: 'usual departure from the expectation, one sigma, in units',
    of: ({ scale }) => scale,
  },
  { name: 'score', type: 'DOUBLE', description: 'size of the deviation in scales', of: ({ score }) => score },
  {
    name: 'threshold',
    type: 'DOUBLE',
    description: 'score beyond which the check or method flags',
    of: ({ threshold }) => threshold,
  },
  {
    name: 'check_name',
    type: 'VARCHAR',
    description: 'common check or temporal method that flagged the value',
    of: ({ check }) => check,
  },
  {
    name: 'temporal_method',
    type: 'VARCHAR',
    description: 'method that judges values by the history of their station',
    of: ({ temporalMethod }) => temporalMethod,
  },
  {
    name: 'classification',
    type: 'VARCHAR',
    description: 'weather_event, device_failure or suspected',
    of: ({ classification }) => classification,
  },
  { name: 'reason', type: 'VARCHAR', description: 'why, in words', of: ({ reason }) => reason },
  {
    name: 'spatial_enabled',
    type: 'BOOLEAN',
    description: 'true where neighbouring stations were to be asked',
    of: ({ spatial }) => spatial.enabled,
  },
  {
    name: 'spatial_method',
    type: 'VARCHAR',
    description: 'method that compares with the neighbours',
    of: ({ spatial }) => spatial.method,
  },
  {
    name: 'correlation',
    type: 'DOUBLE',
    description: 'agreement with the neighbours from -1 to 1, 0 where nothing could be compared',
    of: ({ spatial }) => spatial.correlation,
  },
  {
    name: 'neighbors_checked',
    type: 'BIGINT',
    description: 'neighbours that were compared with',
    of: ({ spatial }) => spatial.neighborsChecked,
  },
  {
    name: 'neighbors',
    type: 'VARCHAR[]',
    description: 'identifiers of the neighbours, the nearest first',
    of: ({ spatial }) => spatial.neighbors,
  },
  {
    name: 'evidence',
    type: 'VARCHAR',
    description: 'numbers behind the verdict, a JSON object that differs by method',
    of: ({ evidence }) => JSON.stringify(evidence),
  },
  ...flagColumns<Anomaly>('', 'the value', evidenceOfVerdict),
  {
    name: 'state',
    type: 'VARCHAR',
    description: 'provisional while what arrives may still change it, settled after that',
    of: ({ state }) => state,
  },
  {
    name: 'final',
    type: 'BOOLEAN',
    description: 'true once nothing that arrives in time can change it',
    of: ({ final }) => final,
  },
  {
    name: 'version',
    type: 'VARCHAR',
    description: 'digest of what the verdict rests on; only the version that counts is here',
    of: ({ version }) => version,
  },
  { name: 'judged', type: 'TIMESTAMP', description: 'when it was judged, UTC', of: ({ judged }) => judged },
  {
    name: 'baseline',
    type: 'VARCHAR',
    description: 'version of the baseline that was used, null where there was no history',
    of: ({ baseline }) => baseline,
  },
  {
    name: 'configuration',
    type: 'VARCHAR',
    description: 'identity of the settings it was judged with',
    of: ({ configuration }) => configuration,
  },
];
