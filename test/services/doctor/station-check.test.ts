import assert from 'node:assert/strict';
import { readConfiguration } from '../../../schemas/configuration.ts';
import { stations } from '../../../services/doctor/checks/stations.ts';
import type { OpenedTimeSeries } from '../../../services/stores/opening/open-time-series.ts';
import { lineOf, NOW } from './installation-of.ts';

describe('what the doctor says of stations', () => {
  it('is how many they are where they are too many, and none of them is read', async () => {
    const store = {
      networks: async () => ['north'],
      search: {
        find: () => assert.fail('stations are read'),
        findOfEach: () => assert.fail('values are read'),
        count: async (relation: string) => (relation === 'stations' ? 1_000_000 : 0),
      },
      allStations: () => assert.fail('all stations are read'),
    };
    const found = await stations.look({
      configuration: readConfiguration({}),
      environment: {},
      now: () => NOW,
      store: async () => store as unknown as OpenedTimeSeries,
    });
    assert.deepEqual(found.map(lineOf), ['ok stations: 1000000 in network north, too many to look at each']);
  });
});
