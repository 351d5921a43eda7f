import assert from 'node:assert/strict';
import { MINUTE_MS, ReportingNetwork } from '../../../bench/cadences/reporting-network.ts';
import { VARIABLES } from '../../../schemas/variables.ts';
import { openTimeSeries } from '../../../services/stores/opening/open-time-series.ts';
import { temporaryFolder } from '../../integration/data-folders.ts';

const FROM = Date.UTC(2025, 5, 1);

describe('networks that the bench of cadences makes', () => {
  it('report every so many minutes, spread over a minute, all variables', () => {
    const network = new ReportingNetwork(4, 10);
    const step = FROM / network.stepMs;
    const times = [0, 1, 2, 3].map((index) => network.report(index, step).time - FROM);
    assert.deepEqual(times, [0, 15_000, 30_000, 45_000]);
    assert.equal(network.report(1, step + 1).time - network.report(1, step).time, 10 * MINUTE_MS);
    const { values } = network.report(2, step);
    assert.ok(VARIABLES.every((variable) => values[variable] !== null));
    assert.deepEqual(network.report(2, step), new ReportingNetwork(4, 10).report(2, step));
  });

  it('store their stations and what these report in some steps', async () => {
    const network = new ReportingNetwork(3, 1);
    const step = FROM / network.stepMs;
    const store = await openTimeSeries({ dataFolder: temporaryFolder() });
    try {
      assert.equal(await network.store(store, step, step + 19), 60);
      const { items } = await store.observations({ network: 'bench', limit: 100 });
      assert.equal(items.length, 60);
      assert.equal((await store.stations({ network: 'bench', limit: 10 })).items.length, 3);
    } finally {
      await store.close();
    }
  });
});
