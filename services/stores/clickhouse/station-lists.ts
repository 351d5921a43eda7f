import type { Station } from '../../../schemas/station.ts';
import { Cursor } from '../cursor.ts';
import type { Page, StationQuery } from '../time-series-store.ts';
import { Conditions } from './conditions.ts';
import { STATION_SELECT, type StationRow, stationOf } from './station-rows.ts';
import type { StoreClient } from './store-client.ts';

const CURSOR = new Cursor('stations', ['string', 'string']);

/** Every station, as `TimeSeriesStore.allStations`. */
export async function allStations(client: StoreClient, network?: string | readonly string[]): Promise<Station[]> {
  const where = new Conditions().equal('network', network);
  const rows = await client.rows<StationRow>(
    `SELECT ${STATION_SELECT} FROM stations FINAL WHERE ${where.sql} ORDER BY network, id`,
    where.parameters,
  );
  return rows.map(stationOf);
}

/** A page of stations, by network and id. */
export async function stationPage(client: StoreClient, query: StationQuery): Promise<Page<Station>> {
  const after = CURSOR.read(query.cursor);
  const where = new Conditions().equal('network', query.network).inside(query.box);
  if (after !== null) {
    where.add('(network, id) > ({afterNetwork:String}, {afterId:String})', {
      afterNetwork: after[0],
      afterId: after[1],
    });
  }
  const rows = await client.rows<StationRow>(
    `SELECT ${STATION_SELECT} FROM stations FINAL WHERE ${where.sql} ORDER BY network, id LIMIT {count:UInt32}`,
    { ...where.parameters, count: query.limit + 1 },
  );
  const items = rows.slice(0, query.limit);
  const last = items[items.length - 1];
  const more = rows.length > query.limit && last !== undefined;
  return { items: items.map(stationOf), next: more ? CURSOR.write([last[0], last[1]]) : null };
}

/** One station; null where there is none. */
export async function stationById(client: StoreClient, network: string, id: string): Promise<Station | null> {
  const rows = await client.rows<StationRow>(
    `SELECT ${STATION_SELECT} FROM stations FINAL WHERE network = {network:String} AND id = {id:String}`,
    { network, id },
  );
  const row = rows[0];
  return row === undefined ? null : stationOf(row);
}
