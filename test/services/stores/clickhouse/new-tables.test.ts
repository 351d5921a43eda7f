import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { appliedSteps, migrate, migrateUpTo } from '../../../../services/stores/clickhouse/migrate.ts';
import { StoreClient } from '../../../../services/stores/clickhouse/store-client.ts';
import type { StoreTransport } from '../../../../services/stores/clickhouse/store-transport.ts';
import { TABLES } from '../../../../services/stores/clickhouse/tables.ts';
import { prepareDataFolder } from '../../../../services/stores/data-folder.ts';
import { EngineAccess } from '../../../../services/stores/engine/engine-access.ts';
import { type AppliedMigration, migrationsOf, newTables } from '../../../../services/stores/numbered-migrations.ts';
import { CutShort, Killed } from './cut-short.ts';

/** After how many of its statements the process that makes a new store is killed: among the tables, and before the record. */
const KILLED_AFTER = [9, 18];

/** What makes each table, by its name, and the steps that are recorded. */
interface Made {
  readonly tables: readonly (readonly [string, string])[];
  readonly steps: readonly AppliedMigration[];
}

describe('tables of a new embedded store', function () {
  this.timeout(60_000);
  const folder = mkdtempSync(join(tmpdir(), 'halcyon-new-tables-'));
  let engine: EngineAccess;
  let expected: Made;
  const nobody = () => undefined;
  before(async () => {
    const place = await prepareDataFolder(folder, true);
    engine = await EngineAccess.open({ folder: place, role: 'system', say: nobody, waitMs: 10_000 });
    const client = new StoreClient(inDatabase('by_migrations'));
    await client.makeDatabase();
    await migrateUpTo(client, false, Number.POSITIVE_INFINITY, nobody);
    expected = await madeIn(client);
  });
  after(async () => {
    await engine.close();
    rmSync(folder, { recursive: true, force: true });
  });

  /** The way to a database of its own. */
  const inDatabase = (database: string): StoreTransport => ({
    client: engine.client,
    title: engine.title,
    database,
    recover: () => engine.recover(),
    close: async () => {},
  });

  async function madeIn(client: StoreClient): Promise<Made> {
    const tables = await client.rows<[string, string]>(
      `SELECT name, replaceOne(create_table_query, concat(currentDatabase(), '.'), '')
       FROM system.tables WHERE database = currentDatabase() ORDER BY name`,
    );
    return { tables, steps: await appliedSteps(client) };
  }

  it('are those that the migrations make, in one statement each', async () => {
    assert.deepEqual(
      expected.tables.map(([name]) => name),
      [...TABLES, 'migrations'].sort(),
    );
    const client = new StoreClient(inDatabase('at_once'));
    await migrate(client, { madeBefore: false, isAlone: true, say: nobody });
    assert.deepEqual(await madeIn(client), expected);
    const { through, statements } = await newTables();
    assert.equal(statements.length, TABLES.length);
    assert.ok((await migrationsOf('clickhouse')).some(({ number }) => number === through));
  });

  it('are not made anew where they are known to have been made: they were lost', async () => {
    const client = new StoreClient(inDatabase('lost'));
    const known = migrate(client, { madeBefore: true, isAlone: true, say: nobody });
    await assert.rejects(known, /^HalcyonError: The tables of .* are gone; restore them from a copy\.$/);
    assert.deepEqual(await client.rows("SELECT name FROM system.tables WHERE database = 'lost'"), []);
  });

  for (const left of KILLED_AFTER) {
    it(`are made in full by the next process where the first was killed after ${left} statements`, async () => {
      const transport = inDatabase(`killed_${left}`);
      const options = { madeBefore: false, isAlone: true, say: nobody };
      await assert.rejects(migrate(new StoreClient(new CutShort(transport, left, async () => {})), options), Killed);
      const client = new StoreClient(transport);
      await migrate(client, options);
      assert.deepEqual(await madeIn(client), expected);
    });
  }
});
