import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { StoreClient } from '../../../services/stores/clickhouse/store-client.ts';
import { prepareDataFolder } from '../../../services/stores/data-folder.ts';
import { EngineAccess } from '../../../services/stores/engine/engine-access.ts';
import { openTimeSeries } from '../../../services/stores/opening/open-time-series.ts';

describe('merges of an embedded engine', () => {
  const dataFolder = mkdtempSync(join(tmpdir(), 'halcyon-merges-'));
  after(() => rmSync(dataFolder, { recursive: true, force: true }));

  /** The tables with a setting of their own, as they are while a system runs; `change` is run on its engine after that. */
  async function tablesWithBase(change: string[] = []): Promise<string[]> {
    const system = await openTimeSeries({ dataFolder, role: 'system' });
    const folder = await prepareDataFolder(dataFolder, false);
    const engine = await EngineAccess.open({ folder, role: 'command', say: () => undefined, waitMs: 10_000 });
    try {
      const client = new StoreClient(engine);
      const rows = await client.rows<[string]>(
        "SELECT name FROM system.tables WHERE engine_full LIKE '%merge_selector_base = 10%' ORDER BY name",
      );
      for (const statement of change) await client.command(statement);
      return rows.map(([name]) => name);
    } finally {
      await engine.close();
      await system.close();
    }
  }

  it('are fewer for the tables that grow, also where a version before has made them', async () => {
    const growing = ['anomalies', 'fault_values', 'judgements', 'observations'];
    const reset = ['ALTER TABLE observations RESET SETTING merge_selector_base'];
    assert.deepEqual(await tablesWithBase(reset), growing);
    assert.deepEqual(await tablesWithBase(), growing);
  });
});
