import { HalcyonError, messageOf } from '../../../schemas/errors.ts';
import type { Catalogue, Statements } from '../catalogue.ts';
import { type AppliedMigration, type Migration, migrationsOf, refuseForeign } from '../numbered-migrations.ts';

/** Number of the advisory lock under which tables are changed; it only has to stay the same. */
const LOCK = 37_990_379;

/**
 * Brings the tables of the catalogue up to date: the migrations that are not recorded, in order, all in one transaction
 * under a lock, so that processes that start together do it once and one that dies leaves nothing half done.
 *
 * @param last number of the last that is applied, for tables that are to be restored
 * @throws HalcyonError `store_unreadable` where a newer version or another program has made them, or they may not be made
 */
export async function migrateCatalogue(catalogue: Catalogue, last = Number.POSITIVE_INFINITY): Promise<void> {
  const migrations = await migrationsOf('postgres');
  try {
    await catalogue.transaction((statements) => migrate(statements, migrations, last));
  } catch (cause) {
    if (cause instanceof HalcyonError) throw cause;
    const state = cause instanceof Error && 'code' in cause ? ` (${String(cause.code)})` : '';
    const message = `The catalogue's tables can be neither read nor made: ${messageOf(cause)}${state}.`;
    throw new HalcyonError('store_unreadable', message, { cause });
  }
}

async function migrate(statements: Statements, migrations: readonly Migration[], last: number): Promise<void> {
  await statements.query('SELECT pg_advisory_xact_lock($1)', [LOCK]);
  await statements.query(
    `CREATE TABLE IF NOT EXISTS migrations (
      number integer PRIMARY KEY, name text NOT NULL, digest text NOT NULL, applied timestamptz NOT NULL DEFAULT now()
    )`,
  );
  const done = await catalogueSteps(statements);
  refuseForeign('The catalogue', done, migrations);
  const applied = done.map(({ number }) => number);
  for (const migration of migrations) {
    if (applied.includes(migration.number) || migration.number > last) continue;
    for (const statement of migration.statements) await statements.query(statement);
    await statements.query('INSERT INTO migrations (number, name, digest) VALUES ($1, $2, $3)', [
      migration.number,
      migration.name,
      migration.digest,
    ]);
  }
}

/** The migrations that the catalogue has recorded, in order. */
export async function catalogueSteps(statements: Statements): Promise<AppliedMigration[]> {
  const rows = await statements.query('SELECT number, digest FROM migrations ORDER BY number');
  return rows.map((row) => ({ number: Number(row['number']), digest: String(row['digest']) }));
}
