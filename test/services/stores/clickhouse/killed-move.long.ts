import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { migrate, migrateUpTo } from '../../../../services/stores/clickhouse/migrate.ts';
import { StoreClient } from '../../../../services/stores/clickhouse/store-client.ts';
import { TABLES } from '../../../../services/stores/clickhouse/tables.ts';
import { prepareDataFolder } from '../../../../services/stores/data-folder.ts';
import { EngineAccess } from '../../../../services/stores/engine/engine-access.ts';
import { CutShort, Killed } from './cut-short.ts';
import { OlderTraffic } from './older-traffic.ts';

/** Writes of the older version before its successor comes. */
const WRITTEN = 90;
/** Statements between two of its writes while the tables are moved. */
const PACE = 5;
/** By how many more statements each process lives longer than the one before. */
const LONGER = 4;

describe('tables that are moved to months', function () {
  this.timeout(300_000);
  const folder = mkdtempSync(join(tmpdir(), 'halcyon-moved-'));
  let engine: EngineAccess;
  let client: StoreClient;
  const nobody = () => undefined;
  const names = async () => {
    const rows = await client.rows<[string]>(
      'SELECT name FROM system.tables WHERE database = currentDatabase() ORDER BY name',
    );
    return rows.map(([name]) => name);
  };

  before(async () => {
    const place = await prepareDataFolder(folder, true);
    engine = await EngineAccess.open({ folder: place, role: 'system', say: nobody, waitMs: 10_000 });
    client = new StoreClient(engine);
    await client.makeDatabase();
    await migrateUpTo(client, false, 15, nobody);
  });
  after(async () => {
    await engine.close();
    rmSync(folder, { recursive: true, force: true });
  });

  it('lose nothing and keep what counts, killed before statement after statement while an older version writes', async () => {
    const traffic = new OlderTraffic(client);
    for (let k = 0; k < WRITTEN; k++) await traffic.next();
    let made = 0;
    let kills = 0;
    for (let left = 1; ; left += LONGER) {
      const cut = new CutShort(engine, left, async () => {
        if (made++ % PACE === 0) await traffic.next();
      });
      try {
        await migrate(new StoreClient(cut), { madeBefore: true, isAlone: true, say: nobody });
        break;
      } catch (error) {
        if (!(error instanceof Killed)) throw error;
        kills++;
      }
      assert.deepEqual(await traffic.stored(), traffic.expected(), `killed before statement ${left}`);
      // Its turn has run out: nobody waits for a process that is dead.
      for (const name of await names()) if (name.startsWith('migrating_')) await client.command(`DROP TABLE ${name}`);
    }
    assert.ok(kills > 10, `killed ${kills} times`);
    assert.deepEqual(await traffic.stored(), traffic.expected());
    for (let k = 0; k < 15; k++) await traffic.next();
    assert.deepEqual(await traffic.stored(), traffic.expected(), 'an older version that still runs goes on writing');
  });

  it('are partitioned by month or not at all then, and nothing is left of the move but how far it came', async () => {
    assert.deepEqual(await names(), [...TABLES, 'migrations', 'moves'].sort());
    const keys = await client.rows<[string, string]>(
      `SELECT partition_key, arrayStringConcat(arraySort(groupArray(name)), ' ') FROM system.tables
       WHERE database = currentDatabase() AND comment = 'step 16' GROUP BY partition_key ORDER BY partition_key`,
    );
    assert.deepEqual(keys, [
      ['intDiv(day, 30)', 'baselines'],
      ['toYYYYMM(named)', 'faults'],
      ['toYYYYMM(start)', 'weather_events'],
      ['toYYYYMM(time)', 'anomalies fault_values judgements observations'],
      ['tuple()', 'dead_letters judged_until lasting_conditions rules sensor_conditions stations'],
    ]);
  });

  it('never have what was copied count before what was stored meanwhile, whichever came first', async () => {
    const insert = (columns: string[], version: string, ...more: string[]) =>
      client.insert(
        'baselines',
        ['network', 'station', 'day', 'version', ...columns],
        [['z', 's', 1, version, ...more]],
      );
    await insert([], 'stored meanwhile');
    await insert(['stored'], 'copied', '1970-01-01 00:00:00.000');
    const found = await client.rows<[string]>(`SELECT version FROM baselines FINAL WHERE network = 'z'`);
    assert.deepEqual(found, [['stored meanwhile']]);
  });

  it('are not moved again', async () => {
    let made = 0;
    const counted = new CutShort(engine, Number.POSITIVE_INFINITY, async () => {
      made++;
    });
    await migrate(new StoreClient(counted), { madeBefore: true, isAlone: true, say: nobody });
    assert.ok(made < 10, `${made} statements`);
  });
});
