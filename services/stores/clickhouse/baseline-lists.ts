import type { Baseline } from '../../../schemas/baseline.ts';
import { BASELINE_COLUMNS, type BaselineRow, baselineOf } from './baseline-rows.ts';
import { Conditions } from './conditions.ts';
import type { StoreClient } from './store-client.ts';

/** Baselines of some days (both included) of a network, or of one of its stations, by day and station. */
export async function baselinesOf(
  client: StoreClient,
  network: string,
  fromDay: number,
  toDay: number,
  station?: string,
): Promise<Baseline[]> {
  const days = { fromDay, toDay };
  const where = new Conditions()
    .equal('network', network)
    .equal('station', station)
    .add('day BETWEEN {fromDay:Int64} AND {toDay:Int64}', days);
  const rows = await client.rows<BaselineRow>(
    `SELECT ${BASELINE_COLUMNS.join(', ')} FROM baselines FINAL WHERE ${where.sql} ORDER BY day, station`,
    where.parameters,
  );
  return rows.map(baselineOf);
}

/** Newest day up to `toDay` that baselines are stored of; null where there is none. */
export async function baselineDay(client: StoreClient, network: string, toDay: number): Promise<number | null> {
  const rows = await client.rows<[count: number, day: number]>(
    'SELECT count(), max(day) FROM baselines WHERE network = {network:String} AND day <= {toDay:Int64}',
    { network, toDay },
  );
  const [count, day] = rows[0] ?? [0, 0];
  return count === 0 ? null : day;
}
