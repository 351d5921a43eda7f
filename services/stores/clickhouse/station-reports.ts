import { isSilent } from '../../../schemas/station-state.ts';
import { SLOT_MS } from '../../../schemas/time.ts';
import { VARIABLES, type Variable } from '../../../schemas/variables.ts';
import type { Reported, StationReports } from '../roles/observation-store.ts';
import { Conditions } from './conditions.ts';
import { lastHeard } from './last-heard.ts';
import { rowsOfStations } from './named-stations.ts';
import type { StoreClient } from './store-client.ts';

type Row = [station: string, first: number, last: number, slots: number, ...ofVariables: number[]];

/** Cells of a row that each variable has: first, last, slots. */
const CELLS = 3;
/** Slots that follow each other take hardly any room in a bitmap, and no hashing; those before 1970 stay apart. */
const SLOT = 'toUInt32(slot)';

/** Whose reports are asked for, from when to when: ms since the epoch, both included. */
interface AskedReports {
  readonly network: string;
  readonly from: number;
  readonly to: number;
  /** Ids; all where it is not given. */
  readonly stations: readonly string[] | undefined;
}

/** When stations of a network reported in a stretch, and each of their sensors, in any revision of an observation. */
export async function stationReports(
  client: StoreClient,
  { network, from, to, stations }: AskedReports,
): Promise<StationReports[]> {
  const asked = stations === undefined ? new Conditions().equal('network', network) : rowsOfStations(network, stations);
  const place = asked.between(from, to);
  const time = 'toFloat64(toUnixTimestamp64Milli(time))';
  const ofVariables = VARIABLES.map(
    (name) =>
      `minIf(${time}, isNotNull(${name})), maxIf(${time}, isNotNull(${name})), toFloat64(groupBitmapIf(${SLOT}, isNotNull(${name})))`,
  );
  const rows = await client.rows<Row>(
    `SELECT station, min(${time}), max(${time}), toFloat64(groupBitmap(${SLOT})), ${ofVariables}
     FROM observations WHERE ${place.sql} GROUP BY station ORDER BY station`,
    place.parameters,
  );
  // Most of those that report seldom are asked for too, and have few reports.
  const quiet = rows.filter(([, , last]) => isSilent(last, SLOT_MS, to)).map(([station]) => station);
  const lateOf = await lastHeard(client, network, to, quiet);
  return rows.map(([station, first, last, slots, ...cells]) => {
    const values: Partial<Record<Variable, Reported>> = {};
    for (const [k, variable] of VARIABLES.entries()) {
      const [begun, ended, count] = cells.slice(CELLS * k, CELLS * (k + 1));
      if (count > 0) values[variable] = { first: begun, last: ended, slots: count };
    }
    return { station, first, last, heard: lateOf.get(station)?.heard ?? last, slots, values };
  });
}
