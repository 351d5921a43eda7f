import assert from 'node:assert/strict';
import { StationDirectory } from '../../../ingest/intake/station-directory.ts';
import { inNetworks } from '../../../services/stations/in-networks.ts';
import { someStation } from '../api/some-records.ts';

/** Counts how often its networks are listed. */
class CountedDirectory extends StationDirectory {
  listed = 0;

  override networks(): string[] {
    this.listed += 1;
    return super.networks();
  }
}

describe('the networks of a list of registrations', () => {
  // The networks were copied and sorted for each station of a list: a long one took seconds in which nobody was answered.
  it('are listed for the whole list, not for each of its stations', () => {
    const directory = new CountedDirectory();
    directory.load(['default', 'north'].map((network) => someStation({ network, id: network })));
    const list = [...Array.from({ length: 100 }, (_, k) => ({ station_id: `new ${k}` })), { station_id: 'north' }];
    const networks = inNetworks(directory, list, (index) => [index]).map(({ network }) => network);
    assert.deepEqual(networks, [...Array<string>(100).fill('default'), 'north']);
    assert.ok(directory.listed <= 2, `${directory.listed} times`);
  });
});
