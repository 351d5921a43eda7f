import assert from 'node:assert/strict';
import type { StateAnswer } from '../../../../../services/web/client/api/answers.ts';
import { foundStations } from '../../../../../services/web/client/map/found-stations.ts';

const stations = ['Old Mill', 'Millmouth Harbour', 'Millmouth University', 'Zürich Höngg'].map(
  (name, k): StateAnswer => ({
    id: `s${k}`,
    name,
    latitude: 0,
    longitude: 0,
    elevation: null,
    state: 'good',
    provisional: false,
    variables: {},
    silent_sensors: [],
    last_seen: null,
  }),
);
const names = (text: string) => foundStations(stations, text, 8).map(({ name }) => name);

describe('the search of stations', () => {
  it('finds every word in any case, without accents, and by id', () => {
    assert.deepEqual(names('university mill'), ['Millmouth University']);
    assert.deepEqual(names('ZURICH hongg'), ['Zürich Höngg']);
    assert.deepEqual(names('s0'), ['Old Mill']);
  });

  it('has those first that begin with the text, and no more than asked for', () => {
    assert.deepEqual(names('mill'), ['Millmouth Harbour', 'Millmouth University', 'Old Mill']);
    assert.equal(foundStations(stations, 'mill', 1).length, 1);
    assert.deepEqual(names('  '), []);
  });
});
