import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MadeHistory, madeStation, NETWORK } from '../../bench/made-history.ts';
import { SLOTS_PER_DAY } from '../../schemas/time.ts';
import { openTimeSeries } from '../../services/stores/opening/open-time-series.ts';

describe('a history that is made in the store', () => {
  const dataFolder = mkdtempSync(join(tmpdir(), 'halcyon-made-'));
  after(() => rmSync(dataFolder, { recursive: true, force: true }));

  it('is of the tables of this version', async () => {
    const last = 20_000 * SLOTS_PER_DAY;
    const first = last - 2 * SLOTS_PER_DAY + 1;
    await MadeHistory.in(dataFolder, async (history) => {
      await history.stations(2);
      await history.reports(2, first, last);
      await history.merged();
      await history.baselines(2, first, last);
      await history.settledUntil(last);
    });
    const store = await openTimeSeries({ dataFolder });
    try {
      const { items } = await store.observations({ network: NETWORK, limit: 1_000 });
      assert.equal(items.length, 2 * 2 * SLOTS_PER_DAY);
      assert.ok(items.every(({ assessment }) => assessment !== null));
      const baselines = await store.stationBaselines(NETWORK, madeStation(1), 0, 30_000);
      assert.deepEqual(
        baselines.map(({ day, cadence, resolution }) => ({ day, cadence, bar: resolution.bar })),
        [19_999, 20_000].map((day) => ({ day, cadence: 1, bar: 0.1 })),
      );
    } finally {
      await store.close();
    }
  });
});
