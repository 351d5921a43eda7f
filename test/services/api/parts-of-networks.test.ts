import assert from 'node:assert/strict';
import { NetworkScope } from '../../../schemas/network-scope.ts';
import { partsOfNetworks } from '../../../services/api/parts-of-networks.ts';
import { absent } from '../../../services/system/absent.ts';
import { FakeParts } from './fake-parts.ts';
import { someStation } from './some-records.ts';

describe('what somebody who is bound to some networks is served from', () => {
  // Every request of such a person failed (500) in a process without datasets, or without a store, such as one of patterns alone.
  it('needs no part that the process has not', async () => {
    const fake = new FakeParts();
    fake.stations = [someStation()];
    const [{ network }] = fake.stations;
    for (const missing of ['store', 'datasets', 'experts', 'stream', 'alerts', 'patterns', 'people'] as const) {
      const parts = partsOfNetworks({ ...fake.parts(), [missing]: absent(missing) }, new NetworkScope([network]));
      if (missing === 'store') assert.deepEqual(parts.homes.networks(), [network]);
      else assert.equal((await parts.store.stations({ network, limit: 1 })).items.length, 1, missing);
    }
  });
});
