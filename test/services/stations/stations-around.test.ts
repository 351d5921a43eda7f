import assert from 'node:assert/strict';
import { NeighbourIndex } from '../../../detectors/neighbours/neighbour-index.ts';
import type { Station } from '../../../schemas/station.ts';
import { stationsAround } from '../../../services/stations/stations-around.ts';
import type { NetworkRegistry } from '../../../services/stores/roles/network-registry.ts';
import type { Box, StationQuery } from '../../../services/stores/time-series-store.ts';
import { seeded } from '../../detectors/stages/small-network.ts';
import { station } from '../stores/records.ts';

/** As the store reads a box: one whose west lies east of its east crosses the 180th meridian. */
function isInside({ latitude, longitude }: Station, { west, south, east, north }: Box): boolean {
  const between = west <= east ? longitude >= west && longitude <= east : longitude >= west || longitude <= east;
  return latitude >= south && latitude <= north && between;
}

function storeOf(all: readonly Station[], asked: Box[]): Pick<NetworkRegistry, 'stations'> {
  return {
    stations: async ({ box, cursor }: StationQuery) => {
      assert.ok(box !== undefined);
      asked.push(box);
      const inside = all.filter((one) => isInside(one, box));
      const from = Number(cursor ?? 0);
      return { items: inside.slice(from, from + 7), next: from + 7 < inside.length ? String(from + 7) : null };
    },
  };
}

describe('the stations around one', () => {
  for (const [place, latitude, longitude] of [
    ['in the middle of a map', 51, 4],
    ['beside the 180th meridian', -17, 179.9],
    ['on it', 0, -180],
    ['far north', 78, 15],
    ['at a pole', 89.8, -60],
  ] as const) {
    for (const radiusKm of [5, 100, 1000]) {
      it(`hold all its neighbours within ${radiusKm} km, ${place}`, async () => {
        const random = seeded(7);
        const reach = (2.4 * radiusKm) / 111;
        const wide = Math.min(180, reach / Math.max(0.01, Math.cos((latitude * Math.PI) / 180)));
        const others = Array.from({ length: 150 }, (_, k) => {
          const turn = longitude + wide * (random() - 0.5);
          return station('n', `s${k}`, {
            latitude: Math.max(-90, Math.min(90, latitude + reach * (random() - 0.5))),
            longitude: turn > 180 ? turn - 360 : turn < -180 ? turn + 360 : turn,
          });
        });
        const all = [station('n', 'me', { latitude, longitude }), ...others];
        const asked: Box[] = [];
        const found = await stationsAround(storeOf(all, asked), all[0], radiusKm);
        const neighbours = (stations: readonly Station[]) => {
          const index = new NeighbourIndex(radiusKm, 200);
          for (const [k, one] of stations.entries()) index.put(k, one);
          return index.of(stations.findIndex(({ id }) => id === 'me')).map(({ id, km }) => [id, km]);
        };
        const expected = neighbours(all);
        assert.ok(expected.length > 40, `${expected.length}`);
        assert.deepEqual(neighbours(found), expected);
        if (latitude < 85) assert.ok(asked[0].east - asked[0].west < 360, JSON.stringify(asked[0]));
      });
    }
  }
});
