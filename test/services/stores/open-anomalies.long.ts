import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openTimeSeries } from '../../../services/stores/opening/open-time-series.ts';
import { anomaly, START } from './records.ts';

describe('anomalies of a store that was made before ids were of a report', () => {
  const folder = mkdtempSync(join(tmpdir(), 'halcyon-open-anomalies-'));
  after(() => rmSync(folder, { recursive: true, force: true }));

  it('stay where they are settled, and are taken back where they are open, as they come again under new ids', async () => {
    const older = await openTimeSeries({ dataFolder: folder, role: 'system', restoredStep: 7 });
    const open = { state: 'provisional', final: false } as const;
    await older.insertAnomalies([
      anomaly('n', 'settled', { station: 's1', version: 'a', judged: START + 1, ...open }),
      anomaly('n', 'settled', { station: 's1', version: 'b', judged: START + 2, state: 'settled', final: true }),
      anomaly('n', 'open', { station: 's2', version: 'c', judged: START + 1, ...open }),
      anomaly('n', 'open', { station: 's2', version: 'd', judged: START + 2, ...open }),
    ]);
    await older.copies.finish();
    await older.close();
    for (let start = 0; start < 2; start++) {
      const store = await openTimeSeries({ dataFolder: folder, role: 'system' });
      const { items } = await store.anomalies({ limit: 10, revisions: false });
      assert.deepEqual(
        items.map(({ id, state, version }) => [id, state, version]),
        [['settled', 'settled', 'b']],
      );
      const [last, ...earlier] = await store.anomaly('open');
      assert.deepEqual([last.state, last.final, earlier.length], ['withdrawn', true, 2]);
      await store.close();
    }
  });
});
