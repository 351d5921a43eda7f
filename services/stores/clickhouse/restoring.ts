import { HalcyonError } from '../../../schemas/errors.ts';
import { capital, type StoreClient } from './store-client.ts';
import { TABLES } from './tables.ts';

/** A table that is there while a store is being filled from a back-up, and holds nothing. */
const MARK = 'restoring';

/** True where a restore into this store was begun and not finished. */
async function isHalfRestored(client: StoreClient): Promise<boolean> {
  return (await tablesOf(client)).includes(MARK);
}

/** @throws HalcyonError `store_unreadable` where a restore was begun and not finished */
export async function refuseHalfRestored(client: StoreClient): Promise<void> {
  if (!(await isHalfRestored(client))) return;
  throw new HalcyonError(
    'store_unreadable',
    `${capital(client.title)} is not whole: a restore into it was not finished; run halcyon restore again.`,
  );
}

/**
 * Makes an empty store ready to be filled: without tables, with the mark. One that an earlier restore has left half full
 * is emptied first.
 *
 * @returns true where an earlier restore was not finished
 * @throws HalcyonError `conflict` where it holds records
 */
export async function beginRestoring(client: StoreClient): Promise<boolean> {
  await client.makeDatabase();
  const there = await tablesOf(client);
  const again = there.includes(MARK);
  const ours = TABLES.filter((table) => there.includes(table));
  for (const table of again ? [] : ours) {
    const [[rows]] = await client.rows<[number]>(`SELECT count() FROM ${table}`);
    if (rows === 0) continue;
    throw new HalcyonError(
      'conflict',
      `${capital(client.title)} is not empty: its table ${table} has ${rows} rows; restore into an empty data folder and empty databases.`,
    );
  }
  await client.command(`CREATE TABLE IF NOT EXISTS ${MARK} (none UInt8) ENGINE = MergeTree ORDER BY none`);
  for (const table of [...ours, 'migrations']) await client.command(`DROP TABLE IF EXISTS ${table} SYNC`);
  return again;
}

/** Takes the mark away: the store is whole. */
export async function endRestoring(client: StoreClient): Promise<void> {
  await client.command(`DROP TABLE IF EXISTS ${MARK} SYNC`);
}

async function tablesOf(client: StoreClient): Promise<string[]> {
  const rows = await client.rows<[string]>('SELECT name FROM system.tables WHERE database = currentDatabase()');
  return rows.map(([name]) => name);
}
