import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startTimeSeries } from '../../../deploy/servers/time-series-server.ts';
import { freshDataFolder } from '../../integration/data-folders.ts';
import { RunningSystem } from '../../integration/running-system.ts';

describe('readiness', function () {
  this.timeout(180_000);

  it('is told within seconds while the store stands still, and while it is away', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'halcyon-ready-'));
    const store = await startTimeSeries(join(folder, 'store'), 'secret');
    const environment = { CLICKHOUSE_URL: store.url({ database: 'ready' }) };
    const system = await new RunningSystem(await freshDataFolder(), Date.now(), environment, 'detection').start();
    const asked = async () => {
      const response = await fetch(`${system.url}/readyz`, { signal: AbortSignal.timeout(8_000) });
      const { checks } = (await response.json()) as { checks: Record<string, { ok: boolean; detail: string }> };
      return [response.status, checks['time_series'].detail];
    };
    const told = async (status: number, detail: RegExp) => {
      const end = performance.now() + 8_000;
      for (;;) {
        const [found, words] = await asked();
        if (found === status && detail.test(String(words))) return;
        assert.ok(performance.now() < end, `${found}: ${words}`);
      }
    };
    try {
      await told(200, /^ClickHouse/);
      store.pause();
      await told(503, /^does not answer$/);
      store.resume();
      await told(200, /^ClickHouse/);
      await store.kill();
      await told(503, /^does not answer$/);
    } finally {
      await store.kill();
    }
    await store.start();
    await system.stop();
    await store.stop();
    rmSync(folder, { recursive: true, force: true });
  });
});
