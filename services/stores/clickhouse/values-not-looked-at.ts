import { FAULTS_OF_DAYS } from '../../../schemas/fault.ts';
import { FLAG } from '../../../schemas/judgement.ts';
import { stationKey } from '../../../schemas/station.ts';
import type { Variable } from '../../../schemas/variables.ts';
import { Conditions, literal } from './conditions.ts';
import type { PlacedFault } from './placed-fault.ts';
import type { ShownFaults } from './said-faults.ts';
import type { StoreClient } from './store-client.ts';

type OpenRow = [id: string, network: string, station: string, variable: Variable];
type ReportRow = [network: string, station: string, slot: number, time: number, ...flags: number[]];

/**
 * The values of some observations that a fault of hours which holds has not looked at yet, in any order: it looks when the network
 * comes to the next slot, as most neighbours have reported by then. What the sensor reads meanwhile may be wrong too.
 *
 * @param where of columns that judgements and the values under faults share
 * @param settledUntil slot up to which everything is settled, by network, of every network of the observations, -Infinity where
 * nothing is: what was not looked at by then never is
 */
export async function valuesNotLookedAt(
  client: StoreClient,
  shown: ShownFaults,
  where: Conditions,
  settledUntil: ReadonlyMap<string, number>,
): Promise<PlacedFault[]> {
  const open = await openOver(client, shown, where.and(newerThan([...settledUntil.values()])));
  if (open.length === 0) return [];
  const ends = open.map(([, network]) => settledUntil.get(network) ?? Number.NEGATIVE_INFINITY);
  const sensors = new Conditions().add(`(network, station) IN (${[...new Set(open.map(sensorOf))].join(',')})`);
  const recent = sensors.and(newerThan(ends));
  const [reports, looked] = await Promise.all([
    judgedReports(client, where.and(recent), [...new Set(open.map(([, , , variable]) => variable))]),
    lastLooks(
      client,
      recent.and(
        new Conditions().equal(
          'fault_id',
          open.map(([id]) => id),
        ),
      ),
    ),
  ]);
  return open.flatMap(([faultId, network, station, variable], k): PlacedFault[] => {
    const until = Math.max(ends[k], looked.get(faultId) ?? Number.NEGATIVE_INFINITY);
    const own = (reports.get(stationKey(network, station)) ?? []).filter((report) => report.slot > until);
    const judged = own.filter(({ flags }) => flags[variable] !== FLAG.notEvaluated && flags[variable] !== FLAG.missing);
    const fault = { faultId, flag: FLAG.suspect, estimate: null, uncertainty: null };
    return judged.map(({ time }) => ({ network, station, time, variable, fault }));
  });
}

/** What is newer than the least of some slots; all where nothing is settled up to one of them. */
function newerThan(slots: readonly number[]): Conditions {
  const since = Math.min(...slots);
  return Number.isFinite(since) ? new Conditions().add('slot > {since:Int64}', { since }) : new Conditions();
}

/** The faults of hours that hold, of the stations of some judgements, as people have a word on them. */
function openOver(client: StoreClient, shown: ShownFaults, where: Conditions): Promise<OpenRow[]> {
  const open = new Conditions()
    .add(`kind NOT IN (${FAULTS_OF_DAYS.map(literal).join(', ')})`)
    .add("state = 'provisional' AND end IS NULL")
    .add(`(network, station) IN (SELECT network, station FROM judgements WHERE ${where.sql})`);
  return client.rows<OpenRow>(`SELECT id, network, station, variable FROM ${shown.spans(open)}`, where.parameters);
}

function sensorOf([, network, station]: OpenRow): string {
  return `(${literal(network)},${literal(station)})`;
}

/** A report with the flags of its judgement that counts. */
interface JudgedReport {
  readonly slot: number;
  /** ms since the epoch. */
  readonly time: number;
  readonly flags: Readonly<Partial<Record<Variable, number>>>;
}

/** Reports by the keys of their stations. */
async function judgedReports(
  client: StoreClient,
  where: Conditions,
  variables: readonly Variable[],
): Promise<ReadonlyMap<string, readonly JudgedReport[]>> {
  const rows = await client.rows<ReportRow>(
    `SELECT network, station, slot, toUnixTimestamp64Milli(time), ${variables.map((name) => `${name}_flag`).join(', ')}
     FROM judgements WHERE ${where.sql}
     ORDER BY rank DESC LIMIT 1 BY network, station, slot, time`,
    where.parameters,
  );
  const reports = new Map<string, JudgedReport[]>();
  for (const [network, station, slot, time, ...given] of rows) {
    const key = stationKey(network, station);
    const flags = Object.fromEntries(variables.map((variable, v) => [variable, given[v]]));
    const own = reports.get(key);
    if (own === undefined) reports.set(key, [{ slot, time, flags }]);
    else own.push({ slot, time, flags });
  }
  return reports;
}

/** Newest slot that each fault has looked at. */
async function lastLooks(client: StoreClient, where: Conditions): Promise<ReadonlyMap<string, number>> {
  return new Map(
    await client.rows<[id: string, slot: number]>(
      `SELECT fault_id, max(slot) FROM fault_values WHERE ${where.sql} GROUP BY fault_id`,
      where.parameters,
    ),
  );
}
