import { VARIABLES } from '../../../schemas/variables.ts';
import type { Conditions } from './conditions.ts';
import { FAULT_COLUMNS } from './fault-rows.ts';
import type { StoreClient } from './store-client.ts';

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
  ratio: number('ratio'),
  minutes: number('minutes'),
  unit: maybe('unit'),
  swapped_with: maybe('swappedWith'),
  ceiling: number('ceiling'),
  adjusted: `JSONExtractBool(fault, 'adjusted')`,
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

/** Anomalies of faults that people call none: those of the moment of the word, and those that the fault has got since. */
const ANOMALIES_OF_NONE = `
  SELECT arrayJoin(anomaly_ids) FROM ${SAID} WHERE none
  UNION ALL
  SELECT arrayJoin(anomaly_ids) FROM faults FINAL
  WHERE (network, station, variable, id) IN (SELECT network, station, variable, id FROM ${SAID} WHERE none)
`;

/** The faults of a store as people have a word on them: the SELECTs that show them. */
export interface ShownFaults {
  /** Those that meet some conditions: as the machine says, but for those that people have a word on. */
  faults(where: Conditions): string;
  /** The same, where nobody asks how many values those have that people have a word on. */
  spans(where: Conditions): string;
  /** Those that people call none: as the machine says, and those that only people knew of. */
  rejected(where: Conditions): string;
  /** Values that people say lie under faults, with the columns of the table; null where there are none. @param where of columns of judgements */
  values(where: Conditions): string | null;
  /** State of a verdict: people who call a fault none take back what was flagged under it. */
  readonly verdictState: string;
}

const COLUMNS = FAULT_COLUMNS.join(', ');
const machines = (where: Conditions) => `(SELECT * FROM faults FINAL WHERE ${where.sql})`;
const AS_FOUND: ShownFaults = {
  faults: machines,
  spans: machines,
  rejected: () => '(SELECT * FROM faults WHERE false)',
  values: () => null,
  verdictState: 'state',
};

const AS_SAID: ShownFaults = {
  faults: (where) => {
    const counts = `(SELECT fault_id, count() AS counted FROM ${saidValues('1')} GROUP BY fault_id)`;
    const said = `(SELECT * FROM ${SAID} WHERE NOT none) AS said LEFT JOIN ${counts} AS reports ON reports.fault_id = said.id`;
    return either(where, 'toUInt32(counted)', said);
  },
  spans: (where) => either(where, 'values', `(SELECT * FROM ${SAID} WHERE NOT none)`),
  rejected: (where) => `(
    SELECT ${COLUMNS} FROM faults FINAL WHERE id IN (SELECT id FROM ${SAID} WHERE none) AND ${where.sql}
    UNION ALL
    SELECT ${COLUMNS} FROM ${SAID} WHERE none AND id NOT IN (SELECT id FROM faults) AND ${where.sql}
  )`,
  values: (where) => saidValues(where.sql),
  verdictState: `if(id IN (${ANOMALIES_OF_NONE}), 'withdrawn', state)`,
};

/** How faults are shown: most stores have no word on any, and are not asked for it with every fault. */
export async function shownBy(client: StoreClient): Promise<ShownFaults> {
  const [found] = await client.rows(
    'SELECT 1 FROM rules WHERE rank = 0 AND position(body, \'"kind":"fault"\') > 0 LIMIT 1',
  );
  return found === undefined ? AS_FOUND : AS_SAID;
}

/** Faults as found where people have no word on them, and what they say. @param values of `said` */
function either(where: Conditions, values: string, said: string): string {
  const columns = FAULT_COLUMNS.map((name) => (name === 'values' ? `${values} AS values` : name));
  return `(
    SELECT ${COLUMNS} FROM faults FINAL WHERE id NOT IN (SELECT id FROM ${SAID}) AND ${where.sql}
    UNION ALL
    SELECT ${columns.join(', ')} FROM ${said} WHERE ${where.sql}
  )`;
}

/** Values that lie under faults as people say, with the columns of the table. @param where of columns of judgements */
function saidValues(where: string): string {
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

function maybe(key: string): string {
  return `JSONExtract(fault, '${key}', 'Nullable(String)')`;
}

function number(key: string): string {
  return `JSONExtract(fault, '${key}', 'Nullable(Float64)')`;
}

function moment(key: string): string {
  return `fromUnixTimestamp64Milli(JSONExtract(fault, '${key}', 'Nullable(Int64)'))`;
}
