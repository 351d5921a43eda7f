import type { Catalogue } from '../catalogue.ts';
import { migrationsOf, refuseForeign } from '../numbered-migrations.ts';

/** Number of the advisory lock under which tables are changed; it only has to stay the same. */
const LOCK = 37_990_379;

/**
 * Brings the tables of the catalogue up to date: the migrations that are not recorded, in order, all in one transaction
 * under a lock, so that processes that start together do it once and one that dies leaves nothing half done.
 *
 * @throws HalcyonError `store_unreadable` where a newer version has made them
 */
export async function migrateCatalogue(catalogue: Catalogue): Promise<void> {
  const migrations = await migrationsOf('postgres');
  await catalogue.transaction(async (statements) => {
    await statements.query('SELECT pg_advisory_xact_lock($1)', [LOCK]);
    await statements.query(
      `CREATE TABLE IF NOT EXISTS migrations (
        number integer PRIMARY KEY, name text NOT NULL, digest text NOT NULL, applied timestamptz NOT NULL DEFAULT now()
      )`,
    );
    const rows = await statements.query('SELECT number, digest FROM migrations');
    const done = rows.map((row) => ({ number: Number(row['number']), digest: String(row['digest']) }));
    refuseForeign('The catalogue', done, migrations);
    const applied = done.map(({ number }) => number);
    for (const migration of migrations) {
      if (applied.includes(migration.number)) continue;
      for (const statement of migration.statements) await statements.query(statement);
      await statements.query('INSERT INTO migrations (number, name, digest) VALUES ($1, $2, $3)', [
        migration.number,
        migration.name,
        migration.digest,
      ]);
    }
  });
}
