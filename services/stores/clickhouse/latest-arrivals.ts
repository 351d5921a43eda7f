import type { Anomaly } from '../../../schemas/anomaly.ts';
import type { Observation } from '../../../schemas/observation.ts';
import { ANOMALY_SELECT, type AnomalyRow, anomalyOf } from './anomaly-rows.ts';
import { OBSERVATION_SELECT, type ObservationRow, observationOf } from './observation-rows.ts';
import type { StoreClient } from './store-client.ts';

/** Observations that were received since a time, as `ObservationStore.observationsReceived`. */
export async function observationsReceived(
  client: StoreClient,
  since: number,
  most: number,
  writtenSince?: number,
): Promise<Observation[]> {
  const parts = `SELECT name FROM system.parts WHERE database = currentDatabase() AND table = 'observations' AND active
    AND toUnixTimestamp(modification_time) >= {written:Int64}`;
  const written = writtenSince === undefined ? {} : { written: Math.floor(writtenSince / 1000) };
  const rows = await client.rows<ObservationRow>(
    `SELECT ${OBSERVATION_SELECT} FROM observations WHERE received >= fromUnixTimestamp64Milli({since:Int64})
     ${writtenSince === undefined ? '' : `AND _part IN (${parts})`}
     ORDER BY received DESC, network, station, time LIMIT {most:UInt32}`,
    { since, most, ...written },
  );
  return rows.map(observationOf).reverse();
}

/** Versions of anomalies that were given since a time [ms], of any network, the newest of them, in the order of that. */
export async function anomaliesJudged(client: StoreClient, since: number, most: number): Promise<Anomaly[]> {
  const rows = await client.rows<AnomalyRow>(
    `SELECT ${ANOMALY_SELECT} FROM anomalies WHERE judged >= fromUnixTimestamp64Milli({since:Int64})
     ORDER BY judged DESC, id, version LIMIT {most:UInt32}`,
    { since, most },
  );
  return rows.map(anomalyOf).reverse();
}
