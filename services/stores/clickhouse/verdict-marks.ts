import type { Classification, VerdictState } from '../../../schemas/anomaly.ts';
import type { Variable } from '../../../schemas/variables.ts';
import type { VerdictMark } from '../time-series-store.ts';
import { Conditions } from './conditions.ts';
import type { StoreClient } from './store-client.ts';

type MarkRow = [
  station: string,
  variable: Variable,
  id: string,
  time: number,
  verdict: [classification: Classification, state: VerdictState],
];

/** The verdicts that count on the values of a stretch [ms, both included], without what they rest on. */
export async function verdictMarks(
  client: StoreClient,
  network: string,
  from: number,
  to: number,
): Promise<VerdictMark[]> {
  const place = new Conditions().equal('network', network).between(from, to);
  const rows = await client.rows<MarkRow>(
    `SELECT station, variable, id, toUnixTimestamp64Milli(any(anomalies.time)),
       argMax(tuple(classification, state), (rank, version)) AS verdict
     FROM anomalies WHERE ${place.sql} GROUP BY station, variable, id
     HAVING verdict.2 != 'withdrawn' ORDER BY id`,
    place.parameters,
  );
  return rows.map(([station, variable, id, time, [classification, state]]) => ({
    id,
    network,
    station,
    variable,
    time,
    classification,
    state,
  }));
}
