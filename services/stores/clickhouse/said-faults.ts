import { VARIABLES } from '../../../schemas/variables.ts';
import type { Conditions } from './conditions.ts';
import { FAULT_COLUMNS } from './fault-rows.ts';

/** A fault as JSON has other names for what it says, and other types. */
const FROM_JSON: Readonly<Record<(typeof FAULT_COLUMNS)[number], string>> = {
  network: text('network'),
  station: text('station'),
  variable: text('variable'),
  id: text('id'),
  version: text('version'),
  station_name: text('stationName'),
  kind: text('kind'),
  start: moment('start'),
  end: moment('end'),
  named: moment('named'),
  known: moment('known'),
  recovered: moment('recovered'),
  offset: number('offset'),
  uncertainty: number('uncertainty'),
  unknown_since: moment('unknownSince'),
  values: `toUInt32(JSONExtractUInt(fault, 'values'))`,
  state: text('state'),
  certainty: text('certainty'),
  reason: text('reason'),
  neighbors: `JSONExtract(fault, 'neighbors', 'Array(String)')`,
  anomaly_ids: `JSONExtract(fault, 'anomalyIds', 'Array(String)')`,
  configuration: text('configuration'),
  judged: moment('judged'),
  rank: 'toUInt64(0)',
};

/** What people say of faults, and have not taken back: a column `none` beside those of the table. */
const SAID = `(
  SELECT ${FAULT_COLUMNS.map((name) => `${FROM_JSON[name]} AS ${name}`).join(', ')},
    JSONExtractString(body, 'classification') = 'normal' AS none
  FROM (
    SELECT body, JSONExtractRaw(body, 'fault') AS fault FROM rules FINAL
    WHERE rank = 0 AND JSONExtractString(body, 'kind') = 'fault'
  )
)`;

/** Anomalies of faults that people call none. */
export const ANOMALIES_OF_NO_FAULT = `(SELECT arrayJoin(anomaly_ids) FROM ${SAID} WHERE none)`;

/** Faults as the machine says, but for those that people have a word on: these as they say. */
export function shownFaults(where: Conditions): string {
  const columns = FAULT_COLUMNS.map((name) => (name === 'values' ? 'toUInt32(counted) AS values' : name));
  return `(
    SELECT ${FAULT_COLUMNS.join(', ')} FROM faults FINAL WHERE id NOT IN (SELECT id FROM ${SAID}) AND ${where.sql}
    UNION ALL
    SELECT ${columns.join(', ')} FROM (SELECT * FROM ${SAID} WHERE NOT none) AS said
    LEFT JOIN (
      SELECT fault_id, count() AS counted FROM ${saidValues('1')} GROUP BY fault_id
    ) AS reports ON reports.fault_id = said.id
    WHERE ${where.sql}
  )`;
}

/** Values that people say lie under faults, with the columns of the table. @param where of columns of judgements */
export function saidValues(where: string): string {
  const flags = VARIABLES.map((name) => `${name}_flag`).join(', ');
  const names = VARIABLES.map((name) => `'${name}'`).join(', ');
  return `(
    SELECT network, station, variable, slot, time, said.id AS fault_id,
      toUInt8(if(certainty = 'failure', 4, 3)) AS flag,
      CAST(NULL AS Nullable(Float64)) AS estimate, CAST(NULL AS Nullable(Float64)) AS uncertainty
    FROM (
      SELECT network, station, slot, time, ${flags} FROM judgements
      WHERE ${where} AND (network, station) IN (SELECT network, station FROM ${SAID} WHERE NOT none)
      LIMIT 1 BY network, station, slot, time
    ) AS judged
    INNER JOIN (
      SELECT network AS of_network, station AS of_station, variable, id, start, end, certainty FROM ${SAID} WHERE NOT none
    ) AS said ON judged.network = said.of_network AND judged.station = said.of_station
    WHERE time >= start AND (end IS NULL OR time <= end) AND [${flags}][indexOf([${names}], variable)] != 9
  )`;
}

function text(key: string): string {
  return `JSONExtractString(fault, '${key}')`;
}

function number(key: string): string {
  return `JSONExtract(fault, '${key}', 'Nullable(Float64)')`;
}

function moment(key: string): string {
  return `fromUnixTimestamp64Milli(JSONExtract(fault, '${key}', 'Nullable(Int64)'))`;
}
