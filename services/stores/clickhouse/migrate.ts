import { HalcyonError } from '../../../schemas/errors.ts';
import {
  type AppliedMigration,
  type Migration,
  migrationsOf,
  newTables,
  refuseForeign,
} from '../numbered-migrations.ts';
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

/** How the tables are brought up to date. */
export interface MigrateOptions {
  /** True where the tables are known to have been made: missing ones are then a loss and not a beginning. */
  readonly madeBefore: boolean;
  /** True where no other process can make tables meanwhile: those of an empty store are then made at once. */
  readonly isAlone: boolean;
  /** Told in a line what takes long, and who is waited for. */
  readonly say: Say;
}

/**
 * Brings the tables of the time series up to date: the migrations that are not recorded, in order, each recorded when it
 * is done. Every statement of a migration may be repeated, so that one that was cut short is run again.
 *
 * @throws HalcyonError `store_unreadable` where tables were lost or a newer version has made them, or one whose steps
 *   differ, or where a restore was not finished; `cannot_write` where the disk has no room for tables that are stored anew
 */
export async function migrate(client: StoreClient, { madeBefore, isAlone, say }: MigrateOptions): Promise<void> {
  await client.makeDatabase();
  await refuseHalfRestored(client);
  if (isAlone && !madeBefore && (await tablesIn(client)).length === 0) await makeAll(client);
  await migrateUpTo(client, madeBefore, Number.POSITIVE_INFINITY, say);
  await addElementColumns(client);
}

/** Makes the tables of an empty store. What is cut short is finished by the migrations, as nothing is recorded before. */
async function makeAll(client: StoreClient): Promise<void> {
  const { through, statements } = await newTables();
  for (const statement of statements) await client.command(statement);
  await client.command(RECORD);
  const made = (await migrationsOf('clickhouse')).filter(({ number }) => number <= through);
  await record(client, made);
}

/** Notes that migrations are done. */
function record(client: StoreClient, done: readonly Migration[]): Promise<void> {
  const rows = done.map(({ number, name, digest }) => [number, name, digest]);
  return client.insert('migrations', ['number', 'name', 'digest'], rows);
}

/** Carries out the migrations up to one: by themselves, of tables that are being restored. @param madeBefore as with `migrate` */
export async function migrateUpTo(client: StoreClient, madeBefore: boolean, last: number, say: Say): Promise<void> {
  const migrations = await migrationsOf('clickhouse');
  const exists = await isRecorded(client);
  if (madeBefore && !exists) throw lost(client);
  if (!exists) await client.command(RECORD);
  const applied = await recorded(client, migrations);
  for (const migration of migrations) {
    if (applied.includes(migration.number) || migration.number > last) continue;
    const done = () => record(client, [migration]);
    if (movedBy(migration).length > 0) {
      const isDone = async () => (await recorded(client, migrations)).includes(migration.number);
      await moveTables(client, migration, { isFirst: !exists, isDone, record: done, say });
      continue;
    }
    for (const statement of migration.statements) await client.command(statement);
    await done();
  }
}

/**
 * Looks whether the tables of the time series are those of this version, and makes nothing.
 *
 * @param madeBefore as with `migrate`
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
  const names = await tablesIn(client);
  if (names.length === 0) return 'it is empty';
  return `it holds ${names.slice(0, 3).join(', ')}${names.length > 3 ? ` and ${names.length - 3} more` : ''}`;
}

/** Names of the tables in the database. */
async function tablesIn(client: StoreClient): Promise<string[]> {
  const rows = await client.rows<[string]>(
    'SELECT name FROM system.tables WHERE database = currentDatabase() ORDER BY name',
  );
  return rows.map(([name]) => name);
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
