import assert from 'node:assert/strict';
import { StationDirectory } from '../../../ingest/intake/station-directory.ts';
import { HalcyonError } from '../../../schemas/errors.ts';
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

  // Each station of a long list named each of the networks: 10,000 of them beside 200 networks were answered with 40 MB.
  it('are named up to ten where a station has to name one, with how many more there are', () => {
    const directory = new StationDirectory();
    const names = Array.from({ length: 207 }, (_, k) => `n${100 + k}`);
    directory.load(names.flatMap((network) => ['a', network].map((id) => someStation({ network, id }))));
    const refusal = (...ids: string[]): HalcyonError => {
      const list = ids.map((id) => ({ station_id: id }));
      try {
        inNetworks(directory, list, (index) => ['body', index, 'network']);
      } catch (error) {
        assert.ok(error instanceof HalcyonError);
        return error;
      }
      return assert.fail('it was taken');
    };
    const ten = names.slice(0, 10).join(', ');
    assert.equal(
      refusal('new').message,
      `no network has a station 'new' yet, name its network by 'network': ${ten} and 197 more, or a new one`,
    );
    assert.equal(
      refusal('a').message,
      `several networks have a station of the id 'a', name one of them by 'network': ${ten} and 197 more`,
    );
    const { message, problems } = refusal(...Array.from({ length: 10_000 }, (_, k) => `new ${k}`));
    assert.deepEqual(problems.at(-1), { loc: ['body'], msg: 'and 9000 more problems', type: 'too_many_errors' });
    assert.equal(problems.length, 1_001);
    assert.ok(message.length < 200_000);
  });
});
