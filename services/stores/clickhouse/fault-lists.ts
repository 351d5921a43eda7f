import type { Fault, FaultKind, SensorCondition } from '../../../schemas/fault.ts';
import { VARIABLES } from '../../../schemas/variables.ts';
import { Cursor } from '../cursor.ts';
import type {
  FaultQuery,
  LastingCondition,
  OpenFaults,
  Page,
  PlacedFaultValue,
  UpToSlot,
} from '../time-series-store.ts';
import { Conditions } from './conditions.ts';
import {
  CONDITION_COLUMNS,
  type ConditionRow,
  conditionOf,
  FAULT_SELECT,
  FAULT_VALUE_SELECT,
  type FaultRow,
  type FaultValueRow,
  faultOf,
  faultValueOf,
} from './fault-rows.ts';
import { shownBy } from './said-faults.ts';
import type { StoreClient } from './store-client.ts';
import { underFaults } from './values-under-faults.ts';

const CURSOR = new Cursor('faults', ['number', 'string']);
const COLUMN = { id: 3, start: 7 } as const;
/** Faults whose anomalies are read at once. */
const AT_ONCE = 1_000;

/** A page of faults, that which began last first. */
export async function faultPage(client: StoreClient, query: FaultQuery): Promise<Page<Fault>> {
  const shown = await shownBy(client);
  const after = CURSOR.read(query.cursor);
  const where = overlapping(query.from, query.to)
    .equal('network', query.network)
    .equal('station', query.station)
    .equal('variable', query.variable)
    .equal('kind', query.kind);
  if (query.state === undefined) where.add("state != 'withdrawn'");
  else where.equal('state', query.state);
  if (query.open !== undefined) where.add(query.open ? 'end IS NULL' : 'end IS NOT NULL');
  if (query.box !== undefined) {
    const box = new Conditions().inside(query.box);
    where.add(`(network, station) IN (SELECT network, id FROM stations FINAL WHERE ${box.sql})`, { ...query.box });
  }
  if (after !== null) {
    where.add(
      `start < fromUnixTimestamp64Milli({afterStart:Int64})
       OR start = fromUnixTimestamp64Milli({afterStart:Int64}) AND id > {afterId:String}`,
      { afterStart: after[0], afterId: after[1] },
    );
  }
  const rows = await client.rows<FaultRow>(
    `SELECT ${FAULT_SELECT} FROM ${query.rejected === true ? shown.rejected(where) : shown.faults(where)}
     ORDER BY start DESC, id LIMIT {count:UInt32}`,
    { ...where.parameters, count: query.limit + 1 },
  );
  const items = rows.slice(0, query.limit);
  const last = items[items.length - 1];
  const more = rows.length > query.limit && last !== undefined;
  return { items: items.map(faultOf), next: more ? CURSOR.write([last[COLUMN.start], last[COLUMN.id]]) : null };
}

/** One fault as it is now, one that was withdrawn or that people call none too; null where there is none. */
export async function faultById(client: StoreClient, id: string): Promise<Fault | null> {
  const shown = await shownBy(client);
  const where = new Conditions().equal('id', id).equal('variable', VARIABLES);
  for (const table of [shown.faults(where), `faults FINAL WHERE ${where.sql}`]) {
    const [row] = await client.rows<FaultRow>(`SELECT ${FAULT_SELECT} FROM ${table} LIMIT 1`, where.parameters);
    if (row !== undefined) return faultOf(row);
  }
  return null;
}

/** Faults of a network that overlap a stretch, as `TimeSeriesStore.faultsOver`. */
export async function faultsOver(
  client: StoreClient,
  network: string,
  from: number,
  to: number,
  station?: string,
): Promise<Fault[]> {
  const shown = await shownBy(client);
  const where = overlapping(from, to).equal('network', network).equal('station', station).add("state != 'withdrawn'");
  const rows = await client.rows<FaultRow>(
    `SELECT ${FAULT_SELECT} FROM ${shown.faults(where)} ORDER BY start, id`,
    where.parameters,
  );
  return rows.map(faultOf);
}

/** How many faults are open, as `TimeSeriesStore.openFaults`. */
export async function openFaults(client: StoreClient): Promise<OpenFaults[]> {
  const shown = await shownBy(client);
  const standing = new Conditions().add("state != 'withdrawn'");
  const rows = await client.rows<[network: string, kind: FaultKind, count: number]>(
    `SELECT network, kind, toUInt32(countIf(end IS NULL)) FROM ${shown.faults(standing)}
     GROUP BY network, kind ORDER BY network, kind`,
  );
  return rows.map(([network, kind, count]) => ({ network, kind, count }));
}

/** Values under faults, as `TimeSeriesStore.faultValues`. */
export async function faultValues(
  client: StoreClient,
  network: string,
  from: number,
  to: number,
  station?: string,
): Promise<PlacedFaultValue[]> {
  const shown = await shownBy(client);
  const where = new Conditions().equal('network', network).equal('station', station).between(from, to);
  const rows = await client.rows<FaultValueRow>(
    `SELECT ${FAULT_VALUE_SELECT} FROM ${underFaults(shown, where)}
     ORDER BY station, time, variable, fault_id, flag DESC, estimate IS NULL
     LIMIT 1 BY station, time, variable, fault_id`,
    where.parameters,
  );
  return rows.map(faultValueOf);
}

/** What a successor goes on with from a slot, as `TimeSeriesStore.sensorConditions`. */
export async function sensorConditions(
  client: StoreClient,
  network: string,
  at: number | UpToSlot,
): Promise<SensorCondition[]> {
  const isExact = typeof at === 'number';
  const before = 'SELECT max(slot) FROM sensor_conditions WHERE network = {network:String} AND slot <= {slot:Int64}';
  const rows = await client.rows<ConditionRow>(
    `SELECT ${CONDITION_COLUMNS.join(', ')} FROM sensor_conditions FINAL
     WHERE network = {network:String} AND slot = ${isExact ? '{slot:Int64}' : `(${before})`} ORDER BY station, variable`,
    { network, slot: isExact ? at : at.upTo },
  );
  return rows.map(conditionOf);
}

/** Anomalies of faults, as `TimeSeriesStore.faultAnomalies`. */
export async function faultAnomalies(
  client: StoreClient,
  network: string,
  faults: readonly string[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  const found = new Map<string, readonly string[]>();
  for (let at = 0; at < faults.length; at += AT_ONCE) {
    const where = new Conditions().equal('network', network).equal('id', faults.slice(at, at + AT_ONCE));
    const rows = await client.rows<[id: string, anomalyIds: string[]]>(
      `SELECT id, anomaly_ids FROM faults FINAL WHERE ${where.sql}`,
      where.parameters,
    );
    for (const [id, anomalyIds] of rows) found.set(id, anomalyIds);
  }
  return found;
}

/** The newest of what lasts up to a slot, as `TimeSeriesStore.lastingCondition`. */
export async function lastingCondition(
  client: StoreClient,
  network: string,
  slot: number,
): Promise<LastingCondition | null> {
  const newest = 'network = {network:String} AND slot <= {slot:Int64} ORDER BY slot DESC, stored DESC LIMIT 1';
  const select = `SELECT slot, content FROM lasting_conditions WHERE ${newest}`;
  const [row] = await client.rows<[slot: number, content: string]>(select, { network, slot });
  return row === undefined ? null : { network, slot: row[0], content: row[1] };
}

/** Faults whose last version was given since a time, as `TimeSeriesStore.faultsJudged`. */
export async function faultsJudged(client: StoreClient, since: number, most: number): Promise<Fault[]> {
  const rows = await client.rows<FaultRow>(
    `SELECT ${FAULT_SELECT} FROM faults FINAL WHERE judged >= fromUnixTimestamp64Milli({since:Int64})
     ORDER BY judged DESC, id LIMIT {most:UInt32}`,
    { since, most },
  );
  return rows.map(faultOf).reverse();
}

/** Faults with a wrong report in a stretch, ms since the epoch, both included; one that has no end goes on. */
function overlapping(from: number | undefined, to: number | undefined): Conditions {
  // Those of elements that are kept no longer cannot be told of.
  const where = new Conditions().equal('variable', VARIABLES);
  if (to !== undefined) where.add('start <= fromUnixTimestamp64Milli({to:Int64})', { to: Math.floor(to) });
  if (from !== undefined) {
    where.add('end IS NULL OR end >= fromUnixTimestamp64Milli({from:Int64})', { from: Math.ceil(from) });
  }
  return where;
}
