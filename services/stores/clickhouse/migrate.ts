import { HalcyonError } from '../../../schemas/errors.ts';
import { type AppliedMigration, type Migration, migrationsOf, refuseForeign } from '../numbered-migrations.ts';
import { addElementColumns, assertElementColumns } from './element-columns.ts';
import { movedBy, moveTables } from './moved-tables.ts';
import { refuseHalfRestored } from './restoring.ts';
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

/** Takes a line for the operator. */
type Say = (line: string) => void;

/** What the table of the migrations must have to be Halcyon's. */
const RECORD_COLUMNS = ['number', 'name', 'digest', 'applied'];

/**
 * Brings the tables of the time series up to date: the migrations that are not recorded, in order, each recorded when it
 * is done. Every statement of a migration may be repeated, so that one that was cut short is run again.
 *
 * @param madeBefore True where the tables are known to have been made: missing ones are then a loss and not a beginning.
 * @param say told in a line what takes long, and who is waited for
 * @throws HalcyonError `store_unreadable` where tables were lost or a newer version has made them, or one whose steps
 *   differ, or where a restore was not finished; `cannot_write` where the disk has no room for tables that are stored anew
 */
export async function migrate(client: StoreClient, madeBefore: boolean, say: Say): Promise<void> {
  await client.makeDatabase();
  await refuseHalfRestored(client);
  await migrateUpTo(client, madeBefore, Number.POSITIVE_INFINITY, say);
  await addElementColumns(client);
}

/** The same up to a migration, of tables that are being restored. */
export async function migrateUpTo(client: StoreClient, madeBefore: boolean, last: number, say: Say): Promise<void> {
  const migrations = await migrationsOf('clickhouse');
  const exists = await isRecorded(client);
  if (madeBefore && !exists) throw lost(client);
  if (!exists) await client.command(RECORD);
  const applied = await recorded(client, migrations);
  for (const migration of migrations) {
    if (applied.includes(migration.number) || migration.number > last) continue;
    const row = [migration.number, migration.name, migration.digest];
    const record = () => client.insert('migrations', ['number', 'name', 'digest'], [row]);
    if (movedBy(migration).length > 0) {
      const isDone = async () => (await recorded(client, migrations)).includes(migration.number);
      await moveTables(client, migration, { isFirst: !exists, isDone, record, say });
      continue;
    }
    for (const statement of migration.statements) await client.command(statement);
    await record();
  }
}

/**
 * Looks whether the tables of the time series are those of this version, and makes nothing.
 *
 * @param madeBefore As with `migrate`
 * @throws HalcyonError `store_unreadable` that says what was found and what would be right
 */
export async function assertMigrated(client: StoreClient, madeBefore: boolean): Promise<void> {
  const title = capital(client.title);
  const right =
    "name a database of Halcyon's, as http://host:8123/database; a system that starts on it makes its tables";
  if (!(await client.hasDatabase())) {
    throw new HalcyonError('store_unreadable', `${title} has no database '${client.database}'; ${right}.`);
  }
  await refuseHalfRestored(client);
  if (!(await isRecorded(client))) {
    if (madeBefore) throw lost(client);
    throw notOurs(client, `${await contents(client)}; ${right}`);
  }
  const migrations = await migrationsOf('clickhouse');
  const applied = await recorded(client, migrations);
  const next = migrations.find((migration) => !applied.includes(migration.number));
  if (next === undefined) return assertElementColumns(client);
  throw new HalcyonError(
    'store_unreadable',
    `${title} was made by an older version of Halcyon: step ${next.number} of its tables (${next.name}) is missing; ` +
      'a system of this version that starts on it brings it up to date.',
  );
}

/** True where the table of the migrations is there. @throws HalcyonError `store_unreadable` where it is somebody else's */
async function isRecorded(client: StoreClient): Promise<boolean> {
  const rows = await client.rows<[string]>(
    "SELECT name FROM system.columns WHERE database = currentDatabase() AND table = 'migrations'",
  );
  const columns = rows.map(([name]) => name);
  if (columns.length === 0) return false;
  if (RECORD_COLUMNS.every((name) => columns.includes(name))) return true;
  throw notOurs(client, `its table migrations is another program's, with the columns ${columns.join(', ')}`);
}

/** The migrations that the store has recorded, in order. */
export async function appliedSteps(client: StoreClient): Promise<AppliedMigration[]> {
  const rows = await client.rows<[number, string]>('SELECT number, digest FROM migrations FINAL ORDER BY number');
  return rows.map(([number, digest]) => ({ number, digest }));
}

/** Numbers of the migrations that are done. */
async function recorded(client: StoreClient, migrations: readonly Migration[]): Promise<number[]> {
  const applied = await appliedSteps(client);
  refuseForeign(capital(client.title), applied, migrations);
  return applied.map(({ number }) => number);
}

/** What is in the database, in words. */
async function contents(client: StoreClient): Promise<string> {
  const rows = await client.rows<[string]>(
    'SELECT name FROM system.tables WHERE database = currentDatabase() ORDER BY name',
  );
  const names = rows.map(([name]) => name);
  if (names.length === 0) return 'it is empty';
  return `it holds ${names.slice(0, 3).join(', ')}${names.length > 3 ? ` and ${names.length - 3} more` : ''}`;
}

function lost(client: StoreClient): HalcyonError {
  return new HalcyonError('store_unreadable', `The tables of ${client.title} are gone; restore them from a copy.`);
}

function notOurs(client: StoreClient, why: string): HalcyonError {
  return new HalcyonError(
    'store_unreadable',
    `The database '${client.database}' of ${client.title} is no store of Halcyon: ${why}.`,
  );
}
