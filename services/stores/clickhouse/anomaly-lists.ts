import type { Anomaly } from '../../../schemas/anomaly.ts';
import { slotOf } from '../../../schemas/time.ts';
import { Cursor } from '../cursor.ts';
import type { AnomalyQuery, Page } from '../time-series-store.ts';
import { ANOMALY_SELECT, type AnomalyRow, anomalyOf } from './anomaly-rows.ts';
import { Conditions, literal } from './conditions.ts';
import { slotBounds } from './judged-observations.ts';
import { newestFirst } from './newest-first.ts';
import { ANOMALY_COUNTS_FIRST } from './ranks.ts';
import type { StoreClient } from './store-client.ts';

const CURSOR = new Cursor('anomalies', ['number', 'string', 'number', 'string']);
const COLUMN = { time: 6, id: 4, rank: 29, version: 5 } as const;

/** A page of anomalies, the newest observation first: the version that counts of each, or every version. */
export async function anomalyPage(client: StoreClient, query: AnomalyQuery): Promise<Page<Anomaly>> {
  const after = CURSOR.read(query.cursor);
  // What all versions of an anomaly share may be asked before the version that counts is chosen; the rest only after.
  const shared = new Conditions()
    .equal('network', query.network)
    .equal('station', query.station)
    .equal('variable', query.variable)
    .equal('temporal_method', query.method);
  if (query.box !== undefined) {
    const box = new Conditions().inside(query.box);
    shared.add(`(network, station) IN (SELECT network, id FROM stations FINAL WHERE ${box.sql})`, {
      ...query.box,
    });
  }
  const bounds = await slotBounds(client, 'anomalies', shared, query.from, query.to);
  if (bounds === null) return { items: [], next: null };
  const { so, otherwise } = query.called ?? { so: [], otherwise: [] };
  const own = new Conditions().between(query.from, query.to);
  if (so.length === 0) own.equal('classification', query.classification);
  else
    own.add(`classification = {classification:String} OR id IN (${so.map(literal)})`, {
      classification: query.classification ?? '',
    });
  if (otherwise.length > 0) own.add(`id NOT IN (${otherwise.map(literal)})`);
  if (query.state !== undefined) own.equal('state', query.state);
  else if (!query.revisions) own.add("state != 'withdrawn'");
  if (after !== null) {
    own.add(
      `time < fromUnixTimestamp64Milli({afterTime:Int64}) OR time = fromUnixTimestamp64Milli({afterTime:Int64})
         AND (id > {afterId:String} OR id = {afterId:String}
           AND (rank < {afterRank:UInt64} OR rank = {afterRank:UInt64} AND version < {afterVersion:String}))`,
      { afterTime: after[0], afterId: after[1], afterRank: after[2], afterVersion: after[3] },
    );
  }
  const newest = after === null ? bounds.newest : Math.min(bounds.newest, slotOf(after[0]));
  const rows = await newestFirst(newest, bounds.oldest, query.limit + 1, (low, high, count) => {
    const place = shared.and(new Conditions().add('slot BETWEEN {low:Int64} AND {high:Int64}', { low, high }));
    const where = place.and(own);
    const chosen = query.revisions
      ? '1'
      : `(id, rank, version) IN (
           SELECT id, counts.1, counts.2
           FROM (SELECT id, max((rank, version)) AS counts FROM anomalies WHERE ${place.sql} GROUP BY id))`;
    return client.rows<AnomalyRow>(
      `SELECT ${ANOMALY_SELECT} FROM anomalies WHERE ${where.sql} AND ${chosen}
       ORDER BY time DESC, id, ${ANOMALY_COUNTS_FIRST} LIMIT 1 BY id, version LIMIT {count:UInt32}`,
      { ...where.parameters, count },
    );
  });
  const items = rows.slice(0, query.limit);
  const last = items[items.length - 1];
  const next =
    rows.length > query.limit && last !== undefined
      ? CURSOR.write([last[COLUMN.time], last[COLUMN.id], last[COLUMN.rank], last[COLUMN.version]])
      : null;
  return { items: items.map(anomalyOf), next };
}

/** Every version of one anomaly, the one that counts first. */
export async function anomalyVersions(client: StoreClient, id: string): Promise<Anomaly[]> {
  const rows = await client.rows<AnomalyRow>(
    `SELECT ${ANOMALY_SELECT} FROM anomalies WHERE id = {id:String} ORDER BY ${ANOMALY_COUNTS_FIRST} LIMIT 1 BY version`,
    { id },
  );
  return rows.map(anomalyOf);
}
