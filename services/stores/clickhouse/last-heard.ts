import { heardBy, LONGEST_DELAY_MS } from '../../../schemas/station-state.ts';
import { HEARD_WITHIN_MS } from '../roles/observation-store.ts';
import { rowsOfStations } from './named-stations.ts';
import type { StoreClient } from './store-client.ts';

/** How far back the last report of a silent station is sought [ms]. */
const LONGEST_SILENCE_MS = 31 * 86_400_000;

type Row = [station: string, seen: number, received: number];

/** When a station was heard last, and the time of its newest report, ms since the epoch. */
interface Heard {
  readonly seen: number;
  readonly heard: number;
}

/**
 * When some stations were heard last up to a moment, by `heardBy`, in any revision of a report; those without a report for a month
 * are left out. It is asked of those that seem silent by the times of their reports: these have few. A month is read of those alone
 * that are silent for certain: when one was heard is the same for as long as it is.
 *
 * @param moment ms since the epoch
 * @param stations ids
 */
export async function lastHeard(
  client: StoreClient,
  network: string,
  moment: number,
  stations: readonly string[],
): Promise<Map<string, Heard>> {
  const late = moment - HEARD_WITHIN_MS;
  // One with an older time than the newest may have arrived after it.
  const found = await heardSince(client, network, { from: late - LONGEST_DELAY_MS, moment }, stations);
  for (const [id, { seen }] of found) if (seen < late) found.delete(id);
  const silent = stations.filter((id) => !found.has(id));
  const since = await heardSince(client, network, { from: moment - LONGEST_SILENCE_MS, moment }, silent);
  return new Map([...found, ...since]);
}

/** The same by the reports with times in a stretch, ms since the epoch. */
async function heardSince(
  client: StoreClient,
  network: string,
  { from, moment }: { readonly from: number; readonly moment: number },
  stations: readonly string[],
): Promise<Map<string, Heard>> {
  if (stations.length === 0) return new Map();
  const place = rowsOfStations(network, stations).between(from, moment);
  const time = 'toUnixTimestamp64Milli(time)';
  const received = 'toUnixTimestamp64Milli(received)';
  const isHeard = `${received} <= {moment:Int64} AND ${received} - ${time} <= ${LONGEST_DELAY_MS}`;
  const rows = await client.rows<Row>(
    `SELECT station, toFloat64(max(${time})), toFloat64(maxIf(${received}, ${isHeard}))
     FROM observations WHERE ${place.sql} GROUP BY station`,
    { ...place.parameters, moment: Math.floor(moment) },
  );
  return new Map(
    rows.map(([id, seen, arrived]) => [id, { seen, heard: heardBy({ time: seen, received: arrived }, moment) }]),
  );
}
