import { HalcyonError } from '../../../schemas/errors.ts';
import { literal } from './conditions.ts';
import type { StoreClient } from './store-client.ts';
import { TABLES } from './tables.ts';

/** Rows of a part up to which the other networks in it are written anew; a larger one has its rows marked as deleted. */
const SMALL_ROWS = 1_000_000;

type PartRow = [part: string, rows: number, own: number];

/**
 * Removes what is stored of a network, table by table. The stations go last: a removal that is cut short can be found and
 * repeated. Parts that hold nothing else are dropped. Of others the rest is stored again before they are: that rest is there
 * twice for a moment, which replaces each other as repeated inserts do. Large ones have the rows marked, which nobody reads
 * any more and merges leave out; an embedded engine takes long to mark, as it goes through all parts of a table for it.
 */
export async function removeNetwork(client: StoreClient, network: string): Promise<void> {
  for (const table of TABLES) {
    for (;;) {
      const parts = await client.rows<PartRow>(
        `SELECT _part, count(), countIf(network = {network:String}) AS own FROM ${table} GROUP BY _part HAVING own > 0`,
        { network },
      );
      const small = parts.filter(([, rows, own]) => rows === own || rows <= SMALL_ROWS);
      for (const part of small) await removeFromPart(client, table, network, part);
      if (small.length > 0) continue;
      if (parts.length > 0) await client.command(`DELETE FROM ${table} WHERE network = {network:String}`, { network });
      break;
    }
  }
}

async function removeFromPart(
  client: StoreClient,
  table: string,
  network: string,
  [part, rows, own]: PartRow,
): Promise<void> {
  if (rows > own) {
    const others = `SELECT * FROM ${table} WHERE _part = {part:String} AND network != {network:String}`;
    await client.command(`INSERT INTO ${table} ${others}`, { part, network });
  }
  try {
    await client.command(`ALTER TABLE ${table} DROP PART ${literal(part)}`);
  } catch (error) {
    // It was merged with others meanwhile: what became of it is found at the next look.
    if (!(error instanceof HalcyonError) || error.code !== 'store_unreadable' || (await isThere(client, table, part))) {
      throw error;
    }
  }
}

async function isThere(client: StoreClient, table: string, name: string): Promise<boolean> {
  const [[count]] = await client.rows<[number]>(
    `SELECT count() FROM system.parts
     WHERE database = currentDatabase() AND active AND table = {table:String} AND name = {name:String}`,
    { table, name },
  );
  return count > 0;
}
