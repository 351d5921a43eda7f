import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { StoreClient } from '../../../services/stores/clickhouse/store-client.ts';
import { prepareDataFolder } from '../../../services/stores/data-folder.ts';
import { EngineAccess } from '../../../services/stores/engine/engine-access.ts';
import { openTimeSeries } from '../../../services/stores/opening/open-time-series.ts';

describe('an embedded engine', () => {
  const dataFolder = mkdtempSync(join(tmpdir(), 'halcyon-engine-'));
  after(() => rmSync(dataFolder, { recursive: true, force: true }));

  /** Statements to the engine of a system that runs. */
  async function asked<T>(work: (client: StoreClient) => Promise<T>): Promise<T> {
    const system = await openTimeSeries({ dataFolder, role: 'system' });
    const folder = await prepareDataFolder(dataFolder, false);
    const engine = await EngineAccess.open({ folder, role: 'command', say: () => undefined, waitMs: 10_000 });
    try {
      return await work(new StoreClient(engine));
    } finally {
      await engine.close();
      await system.close();
    }
  }

  /** The tables with a setting of their own, as they are while a system runs; `change` is run on its engine after that. */
  const tablesWithBase = (change: string[] = []): Promise<string[]> =>
    asked(async (client) => {
      const rows = await client.rows<[string]>(
        "SELECT name FROM system.tables WHERE engine_full LIKE '%merge_selector_base = 10%' ORDER BY name",
      );
      for (const statement of change) await client.command(statement);
      return rows.map(([name]) => name);
    });

  it('merges the tables that grow more seldom, also where a version before has made them', async () => {
    const growing = ['anomalies', 'fault_values', 'judgements', 'observations'];
    const reset = ['ALTER TABLE observations RESET SETTING merge_selector_base'];
    assert.deepEqual(await tablesWithBase(reset), growing);
    assert.deepEqual(await tablesWithBase(), growing);
  });

  // Half a second of each import was spent on machine code for expressions that it asked three times.
  it('compiles no expression that is asked a few times', async () => {
    const compiled = await asked(async (client) => {
      const sums = Array.from({ length: 5 }, (_, k) => `sumIf(number * ${k}.5 + 0.5, number BETWEEN ${k} AND 1000)`);
      for (let time = 0; time < 10; time++) await client.rows(`SELECT ${sums.join(', ')} FROM numbers(100000)`);
      return client.rows("SELECT event FROM system.events WHERE event = 'CompileFunction'");
    });
    assert.deepEqual(compiled, []);
  });
});
