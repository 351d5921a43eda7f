import { FAULTS_OF_DAYS, type Fault } from '../../../schemas/fault.ts';
import { lastingValue } from '../../../schemas/lasting-value.ts';
import { stationKey } from '../../../schemas/station.ts';
import type { Variable } from '../../../schemas/variables.ts';
import { Conditions, literal } from './conditions.ts';
import type { PlacedFault } from './placed-fault.ts';
import type { ShownFaults } from './said-faults.ts';
import type { StoreClient } from './store-client.ts';

/** A fault of days as far as it tells of the values under it. */
type LastingRow = [
  id: string,
  network: string,
  station: string,
  variable: Variable,
  start: number,
  end: number | null,
  kind: Fault['kind'],
  offset: number | null,
  ratio: number | null,
  uncertainty: number | null,
  adjusted: boolean,
];

type ReportRow = [network: string, station: string, time: number, ...values: (number | null)[]];

/**
 * The values of some observations that lie in the time of a fault of days, in any order. A look at a quarter of a day stores
 * those that it saw: what came after the last look lies under a fault that goes on too, for as long as nobody knows better.
 *
 * @param where of columns that observations and the values under faults share
 */
export async function valuesUnderLasting(
  client: StoreClient,
  shown: ShownFaults,
  where: Conditions,
): Promise<PlacedFault[]> {
  const lasting = await lastingOver(client, shown, where);
  if (lasting.length === 0) return [];
  const variables = [...new Set(lasting.map(([, , , variable]) => variable))];
  const byStation = new Map<string, LastingRow[]>();
  for (const row of lasting) {
    const key = stationKey(row[1], row[2]);
    byStation.set(key, [...(byStation.get(key) ?? []), row]);
  }
  const stations = new Set(lasting.map(([, network, station]) => `(${literal(network)},${literal(station)})`));
  const first = lasting.reduce((time, [, , , , start]) => Math.min(time, start), Number.POSITIVE_INFINITY);
  const reports = await client.rows<ReportRow>(
    `SELECT network, station, toUnixTimestamp64Milli(time), ${variables.join(', ')} FROM observations
     WHERE ${where.sql} AND (network, station) IN (${[...stations].join(',')}) AND time >= fromUnixTimestamp64Milli(${first})
     ORDER BY network, station, slot, time, received DESC LIMIT 1 BY network, station, slot, time`,
    where.parameters,
  );
  return reports.flatMap(([network, station, time, ...values]) =>
    (byStation.get(stationKey(network, station)) ?? []).flatMap((row): PlacedFault[] => {
      const [faultId, , , variable, start, end, kind, offset, ratio, uncertainty, adjusted] = row;
      const value = values[variables.indexOf(variable)];
      if (value === null || time < start || (end !== null && time > end)) return [];
      const held = lastingValue({ kind, offset, ratio, uncertainty, adjusted }, { time, value });
      const fault = { faultId, flag: held.flag, estimate: held.estimate, uncertainty: held.uncertainty };
      return [{ network, station, time, variable, fault }];
    }),
  );
}

/** The faults of days over some observations, as people have a word on them. */
async function lastingOver(client: StoreClient, shown: ShownFaults, where: Conditions): Promise<LastingRow[]> {
  const lasting = new Conditions()
    .equal('kind', FAULTS_OF_DAYS)
    .add("state != 'withdrawn'")
    .add(`(network, station) IN (SELECT network, station FROM observations WHERE ${where.sql})`);
  return client.rows<LastingRow>(
    `SELECT id, network, station, variable, toUnixTimestamp64Milli(start), toUnixTimestamp64Milli(end), kind, offset, ratio,
       uncertainty, adjusted
     FROM ${shown.spans(lasting)} AS held
     INNER JOIN (
       SELECT network AS of_network, station AS of_station, min(time) AS first, max(time) AS last
       FROM observations WHERE ${where.sql} GROUP BY network, station
     ) AS reported ON of_network = network AND of_station = station
     WHERE start <= last AND (end IS NULL OR end >= first)`,
    where.parameters,
  );
}
