import assert from 'node:assert/strict';
import { chosenStations } from '../../../../../services/web/client/data/chosen-stations.ts';

const STATIONS = [
  { station_id: 'a', station_name: 'Alder' },
  { station_id: 'b', station_name: 'Beech, upper' },
  { station_id: 'c', station_name: 'Cedar' },
];

describe('the stations of a download', () => {
  it('are named by id or name, several with commas', () => {
    assert.deepEqual(chosenStations('a', STATIONS), { ids: 'a' });
    assert.deepEqual(chosenStations('cedar, a,b,', STATIONS), { ids: 'c,a,b' });
    assert.deepEqual(chosenStations('a, alder', STATIONS), { ids: 'a' });
    assert.deepEqual(chosenStations('beech, UPPER', STATIONS), { ids: 'b' }, 'a name may have a comma');
  });

  it('are told by the first name that there is not', () => {
    assert.deepEqual(chosenStations('a, oak, elm', STATIONS), { unknown: 'oak' });
  });
});
