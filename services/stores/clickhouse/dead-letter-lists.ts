import type { DeadLetter } from '../../../schemas/dead-letter.ts';
import { Cursor } from '../cursor.ts';
import type { DeadLetterQuery, Page } from '../time-series-store.ts';
import { Conditions } from './conditions.ts';
import { DEAD_LETTER_SELECT, type DeadLetterRow, deadLetterOf } from './dead-letter-rows.ts';
import type { StoreClient } from './store-client.ts';

const CURSOR = new Cursor('dead letters', ['number', 'string']);
const COLUMN = { id: 0, received: 8 } as const;

/** A page of dead letters, newest first. */
export async function deadLetterPage(client: StoreClient, query: DeadLetterQuery): Promise<Page<DeadLetter>> {
  const after = CURSOR.read(query.cursor);
  const where = new Conditions().equal('network', query.network).equal('reason', query.reason);
  if (query.replayed !== true) where.add('replayed IS NULL');
  if (after !== null) {
    where.add(
      `received < fromUnixTimestamp64Milli({afterReceived:Int64})
       OR received = fromUnixTimestamp64Milli({afterReceived:Int64}) AND id > {afterId:String}`,
      { afterReceived: after[0], afterId: after[1] },
    );
  }
  const rows = await client.rows<DeadLetterRow>(
    `SELECT ${DEAD_LETTER_SELECT} FROM dead_letters FINAL WHERE ${where.sql}
     ORDER BY received DESC, id LIMIT {count:UInt32}`,
    { ...where.parameters, count: query.limit + 1 },
  );
  const items = rows.slice(0, query.limit);
  const last = items[items.length - 1];
  const more = rows.length > query.limit && last !== undefined;
  return { items: items.map(deadLetterOf), next: more ? CURSOR.write([last[COLUMN.received], last[COLUMN.id]]) : null };
}

/** One dead letter, as it is now; null where there is none. */
export async function deadLetterById(client: StoreClient, id: string): Promise<DeadLetter | null> {
  const rows = await client.rows<DeadLetterRow>(
    `SELECT ${DEAD_LETTER_SELECT} FROM dead_letters FINAL WHERE id = {id:String}`,
    { id },
  );
  const row = rows[0];
  return row === undefined ? null : deadLetterOf(row);
}
