import { SLOWEST_CADENCE } from '../../../detectors/episodes/episode-member.ts';
import { heardBy, LONGEST_DELAY_MS, MISSED_REPORTS } from '../../../schemas/station-state.ts';
import { rowsOfStations } from './named-stations.ts';
import type { StoreClient } from './store-client.ts';

/** Whoever was heard with none of the reports of this time is silent [ms]. */
const LOOKED_AT_MS = LONGEST_DELAY_MS + MISSED_REPORTS * SLOWEST_CADENCE;

type Row = [station: string, seen: number, received: number];

/** When a station was heard last, and the time of its newest report, ms since the epoch. */
interface Heard {
  readonly seen: number;
  readonly heard: number;
}

/**
 * When some stations were heard last up to a moment, by `heardBy`, in any revision of a report; those without a report for half a
 * day are left out. It is asked of those that seem silent by the times of their reports: these have few.
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
  if (stations.length === 0) return new Map();
  const place = rowsOfStations(network, stations).between(moment - LOOKED_AT_MS, moment);
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
