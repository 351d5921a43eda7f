import assert from 'node:assert/strict';
import type { TimeSeriesStore } from '../../../services/stores/time-series-store.ts';
import { cursorOf } from './pages.ts';
import { ODD, START, station } from './records.ts';

/** What a time series owes for stations. @param network an empty network for each test */
export function stationContract(store: () => TimeSeriesStore, networkOf: () => string): void {
  describe('stations', () => {
    let network = '';
    beforeEach(() => {
      network = networkOf();
    });

    it('come back as they were, whatever their names', async () => {
      const given = [
        station(network, ODD, { name: ODD, elevation: -3.5, pressureLevel: 'sea_level', retired: true }),
        station(network, 'a', {
          latitude: -33.123456789,
          longitude: 179.99999,
          rainInterval: 5,
          manufacturer: 'Boreal',
          model: 'BX2',
        }),
      ];
      await store().insertStations(given);
      assert.deepEqual(await store().allStations(network), given);
      assert.deepEqual(await store().station(network, ODD), given[0]);
      assert.equal(await store().station(network, 'unknown'), null);
    });

    it('count in the state that was accepted last, in whatever order it came', async () => {
      await store().insertStations([station(network, 's', { name: 'new', updated: START + 1 })]);
      await store().insertStations([station(network, 's', { name: 'old', updated: START })]);
      const found = await store().allStations(network);
      assert.deepEqual(
        found.map((one) => one.name),
        ['new'],
      );
    });

    it('are those that are registered now each time, in a list of the caller', async () => {
      const ids = async (name = network) => (await store().allStations(name)).map(({ id }) => id);
      assert.deepEqual(await ids(), []);
      await store().insertStations([station(network, 'b')]);
      const mine = await store().allStations(network);
      assert.deepEqual(await ids(), ['b']);
      mine.pop();
      assert.deepEqual(await ids(), ['b'], 'what one does with the list is not seen by others');
      await store().insertStations([station(network, 'a'), station(`${network} other`, 'c')]);
      assert.deepEqual([await ids(), await ids(`${network} other`), await ids()], [['a', 'b'], ['c'], ['a', 'b']]);
      await store().removeNetwork(network);
      assert.deepEqual([await ids(), await ids(`${network} other`)], [[], ['c']]);
    });

    it('are found by box, across the 180th meridian too', async () => {
      await store().insertStations([
        station(network, 'fiji', { latitude: -17, longitude: 178 }),
        station(network, 'samoa', { latitude: -14, longitude: -172 }),
        station(network, 'ghent', { latitude: 51, longitude: 3.7 }),
      ]);
      const inside = async (west: number, east: number) => {
        const page = await store().stations({ network, limit: 10, box: { west, east, south: -20, north: 0 } });
        return page.items.map((one) => one.id);
      };
      assert.deepEqual(await inside(170, -170), ['fiji', 'samoa']);
      assert.deepEqual(await inside(-180, 0), ['samoa']);
      assert.deepEqual(await inside(0, 10), []);
    });

    it('come in pages that a new station does not shift', async () => {
      await store().insertStations(['b', 'd', 'f', 'h', 'j'].map((id) => station(network, id)));
      const first = await store().stations({ network, limit: 2 });
      await store().insertStations([station(network, 'a'), station(network, 'e')]);
      const second = await store().stations({ network, limit: 3, ...cursorOf(first) });
      const third = await store().stations({ network, limit: 3, ...cursorOf(second) });
      const ids = [first, second, third].map((page) => page.items.map((one) => one.id).join(''));
      assert.deepEqual(ids, ['bd', 'efh', 'j']);
      assert.equal(third.next, null);
    });
  });
}
