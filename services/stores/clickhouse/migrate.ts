import { HalcyonError } from '../../../schemas/errors.ts';
import { migrationsOf, refuseForeign } from '../numbered-migrations.ts';
import { capital, type StoreClient } from './store-client.ts';

const RECORD = `CREATE TABLE IF NOT EXISTS migrations
(
    number UInt32,
    name String,
    digest String,
    applied DateTime64(3, 'UTC') DEFAULT now64(3)
)
ENGINE = ReplacingMergeTree
ORDER BY number`;

/**
 * Brings the tables of the time series up to date: the migrations that are not recorded, in order, each recorded when it
 * is done. Every statement of a migration may be repeated, so that one that was cut short is run again.
 *
 * @param madeBefore True where the tables are known to have been made: missing ones are then a loss and not a beginning.
 * @throws HalcyonError `store_unreadable` where tables were lost or a newer version has made them, or one whose steps differ
 */
export async function migrate(client: StoreClient, madeBefore: boolean): Promise<void> {
  const migrations = await migrationsOf('clickhouse');
  await client.makeDatabase();
  const exists = await client.rows<[number]>(
    "SELECT count() FROM system.tables WHERE database = currentDatabase() AND name = 'migrations'",
  );
  if (madeBefore && exists[0]?.[0] !== 1) {
    throw new HalcyonError('store_unreadable', `The tables of ${client.title} are gone; restore them from a copy.`);
  }
  if (exists[0]?.[0] !== 1) await client.command(RECORD);
  const rows = await client.rows<[number, string]>('SELECT number, digest FROM migrations FINAL');
  refuseForeign(
    capital(client.title),
    rows.map(([number, digest]) => ({ number, digest })),
    migrations,
  );
  const applied = rows.map(([number]) => number);
  for (const migration of migrations) {
    if (applied.includes(migration.number)) continue;
    for (const statement of migration.statements) await client.command(statement);
    const row = [migration.number, migration.name, migration.digest];
    await client.insert('migrations', ['number', 'name', 'digest'], [row]);
  }
}
