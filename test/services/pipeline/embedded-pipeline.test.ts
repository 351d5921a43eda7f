import assert from 'node:assert/strict';
import { planJudgement } from '../../../detectors/network/judgement-plan.ts';
import { liveJudgement, readConfiguration } from '../../../schemas/configuration.ts';
import { SILENT } from '../../../schemas/logger.ts';
import { EmbeddedPipeline } from '../../../services/pipeline/embedded-pipeline.ts';
import { openTimeSeries } from '../../../services/stores/opening/open-time-series.ts';
import { jsonItem } from '../../ingest/raw-items.ts';
import { freshDataFolder } from '../../integration/data-folders.ts';

const NETWORK = 'north';
const TIME = '2026-03-01T11:50:00Z';
const NOW = Date.parse('2026-03-01T12:00:00Z');

describe('EmbeddedPipeline', () => {
  // Its stamps began with the clock: the store kept the value that had the later one, and the correction was accepted and lost.
  it('keeps a correction that comes after the clock was put back over a restart', async () => {
    const store = await openTimeSeries({ dataFolder: await freshDataFolder(), role: 'system' });
    const plan = planJudgement(liveJudgement(readConfiguration({})));
    const submit = async (now: number, temperature: number) => {
      const parts = { plan, store, scored: true, rules: async () => [], snapshot: null, logger: SILENT };
      const pipeline = new EmbeddedPipeline({ ...parts, now: () => now });
      await pipeline.prepare();
      await pipeline.start();
      const item = jsonItem({ station_id: 'a', time: TIME, temp_out: temperature, latitude: 51, longitude: 4 });
      const [result] = await pipeline.intake.submit(NETWORK, 'push', [item]);
      assert.equal(result.status, 'accepted');
      await pipeline.stop();
    };
    try {
      await submit(NOW + 30 * 60_000, 99);
      await submit(NOW, 11);
      await submit(NOW + 60_000, 12);
      const { items } = await store.observations({ network: NETWORK, limit: 10 });
      assert.deepEqual(
        items.map(({ observation }) => observation.values.temp_out),
        [12],
      );
    } finally {
      await store.close();
    }
  });
});
