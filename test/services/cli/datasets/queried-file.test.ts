import assert from 'node:assert/strict';
import { StoredNetworks } from '../../../../services/datasets/networks/dataset-networks.ts';
import { networkId } from '../../../../services/datasets/networks/network-graph.ts';
import { ONE_ROW } from '../../datasets/dataset-fixture.ts';
import { FakeStore } from '../../datasets/networks/fake-store.ts';
import { linesOf, RunningDatasets } from './running-datasets.ts';

describe('a network that a query reads', () => {
  const datasets = new RunningDatasets();
  before(async () => {
    const store = new FakeStore();
    store.names = ['new'];
    await datasets.start(ONE_ROW, { networks: new StoredNetworks(store.sources(), Date.now) });
  });
  after(() => datasets.stop());

  // It said "from is missing", of an address that nobody had written.
  it('has no rows where it has no observations yet', async () => {
    const all = `${networkId('new')}/observations`;
    for (const argument of [all, `${all}?from=2026-03-01T00:00:00Z`]) {
      const ended = await datasets.halcyon('query', 'SELECT count(*) AS s FROM {{arg1}}', argument);
      assert.deepEqual(linesOf(ended), ['s', '3'], 'the row of the engine');
    }
  });
});
