import { slotOf } from '../../../schemas/time.ts';
import { Cursor } from '../cursor.ts';
import type { JudgedObservation, ObservationQuery, Page } from '../time-series-store.ts';
import { assessmentKey, assessmentsOf } from './assessments.ts';
import { Conditions } from './conditions.ts';
import { newestFirst } from './newest-first.ts';
import { OBSERVATION_SELECT, type ObservationRow, observationOf } from './observation-rows.ts';
import type { StoreClient } from './store-client.ts';

const CURSOR = new Cursor('observations', ['number', 'string', 'string']);

/** A page of observations, newest first (then by network and station), each with what was found for it. */
export async function judgedObservations(
  client: StoreClient,
  query: ObservationQuery,
): Promise<Page<JudgedObservation>> {
  const after = CURSOR.read(query.cursor);
  const asked = new Conditions().equal('network', query.network).equal('station', query.station);
  const bounds = await slotBounds(client, 'observations', asked, query.from, query.to);
  if (bounds === null) return { items: [], next: null };
  asked.between(query.from, query.to);
  if (after !== null) {
    asked.add(
      `(time, network, station) != (fromUnixTimestamp64Milli({afterTime:Int64}), {afterNetwork:String}, {afterStation:String})
       AND (time < fromUnixTimestamp64Milli({afterTime:Int64})
         OR time = fromUnixTimestamp64Milli({afterTime:Int64})
           AND (network, station) > ({afterNetwork:String}, {afterStation:String}))`,
      { afterTime: after[0], afterNetwork: after[1], afterStation: after[2] },
    );
  }
  const newest = after === null ? bounds.newest : Math.min(bounds.newest, slotOf(after[0]));
  const rows = await newestFirst(newest, bounds.oldest, query.limit + 1, (low, high, count) => {
    const where = asked.and(new Conditions().add('slot BETWEEN {low:Int64} AND {high:Int64}', { low, high }));
    return client.rows<ObservationRow>(
      `SELECT ${OBSERVATION_SELECT} FROM observations WHERE ${where.sql}
       ORDER BY time DESC, network, station, received DESC LIMIT 1 BY network, station, time LIMIT {count:UInt32}`,
      { ...where.parameters, count },
    );
  });
  const items = rows.slice(0, query.limit);
  const last = items[items.length - 1];
  const assessments = await assessmentsOf(client, items);
  return {
    items: items.map((row) => ({
      observation: observationOf(row),
      assessment: assessments.get(assessmentKey(row[0], row[1], row[2])) ?? null,
    })),
    next: rows.length > query.limit && last !== undefined ? CURSOR.write([last[2], last[0], last[1]]) : null,
  };
}

/** First and last slot of what a query asks for in a table; null where there is nothing. */
export async function slotBounds(
  client: StoreClient,
  table: string,
  asked: Conditions,
  from: number | undefined,
  to: number | undefined,
): Promise<{ oldest: number; newest: number } | null> {
  const found = await client.rows<[number, number, number]>(
    `SELECT count(), min(slot), max(slot) FROM ${table} WHERE ${asked.sql}`,
    asked.parameters,
  );
  const [count, min, max] = found[0] ?? [0, 0, 0];
  if (count === 0) return null;
  const oldest = from === undefined ? min : Math.max(min, slotOf(from));
  const newest = to === undefined ? max : Math.min(max, slotOf(to));
  return { oldest, newest };
}
