import assert from 'node:assert/strict';
import { readConfiguration } from '../../../schemas/configuration.ts';
import { stations } from '../../../services/doctor/checks/stations.ts';
import type { ExaminedStore } from '../../../services/doctor/installation/installation.ts';
import { ROOMY } from '../pipeline/roomy-disk.ts';
import { lineOf, NOW } from './installation-of.ts';

describe('what the doctor says of stations', () => {
  it('is how many they are where they are too many, and none of them is read', async () => {
    const store: ExaminedStore = {
      title: 'a store',
      disk: ROOMY,
      check: async () => 'a version',
      deadLetters: () => assert.fail('letters are read'),
      extent: () => assert.fail('observations are read'),
      stationMoments: () => assert.fail('reports are read'),
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
      store: async () => store,
    });
    assert.deepEqual(found.map(lineOf), ['ok stations: 1000000 in network north, too many to look at each']);
  });
});
