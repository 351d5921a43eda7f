import assert from 'node:assert/strict';
import fc from 'fast-check';
import { NeighbourIndex } from '../../../detectors/neighbours/neighbour-index.ts';

interface Place {
  id: string;
  latitude: number;
  longitude: number;
  retired: boolean;
}

/** Great circle by the haversine formula on a sphere of 6371 km [m], rounded to the metre: the oracle. */
function metres(a: Place, b: Place): number {
  const rad = Math.PI / 180;
  const square = (x: number) => Math.sin(x / 2) ** 2;
  const h =
    square((a.latitude - b.latitude) * rad) +
    Math.cos(a.latitude * rad) * Math.cos(b.latitude * rad) * square((a.longitude - b.longitude) * rad);
  return 2 * 6_371_000 * Math.asin(Math.sqrt(Math.min(1, h)));
}

function bruteForce(places: readonly Place[], index: number, radiusKm: number, most: number): string[] {
  return places
    .map((place, other) => ({ place, other, m: Math.round(metres(places[index], place)) }))
    .filter(({ place, other, m }) => other !== index && !place.retired && m <= radiusKm * 1000)
    .sort((a, b) => a.m - b.m || (a.place.id < b.place.id ? -1 : 1))
    .slice(0, most)
    .map(({ place }) => place.id);
}

function indexOf(places: readonly Place[], radiusKm: number, most?: number): NeighbourIndex {
  const index = new NeighbourIndex(radiusKm, most);
  for (const [i, place] of places.entries()) index.put(i, place);
  return index;
}

const ids = (index: NeighbourIndex, station: number) => index.of(station).map((neighbour) => neighbour.id);

/** Places on a grid of a hundredth of a degree round a centre, so that ties and co-located stations are common. */
function places(latitude: number, longitude: number, spread: number): fc.Arbitrary<Place[]> {
  const step = fc.integer({ min: -100, max: 100 });
  return fc.array(fc.tuple(step, step, fc.boolean(), fc.boolean()), { minLength: 2, maxLength: 160 }).map((rows) =>
    rows.map(([north, east, first, second], i) => ({
      id: `s${(i * 7919) % 1000}-${i}`,
      latitude: Math.max(-90, Math.min(90, latitude + (north / 100) * spread)),
      longitude: longitude + (east / 100) * spread,
      retired: first && second && i % 3 === 0,
    })),
  );
}

describe('neighbour index', () => {
  for (const [name, latitude, longitude, spread] of [
    ['mid-latitudes', 51, 4, 1],
    ['the antimeridian', -17, 180, 2],
    ['the north pole', 89.6, 20, 0.4],
    ['all round the south pole', -89.5, 0, 180],
    ['few places, many stations each', 40, 20, 0.04],
  ] as const) {
    it(`finds what brute force finds, none missed and none extra: ${name}`, () => {
      fc.assert(
        fc.property(places(latitude, longitude, spread), fc.integer({ min: 1, max: 30 }), (all, most) => {
          const index = indexOf(all, 60, most);
          for (let i = 0; i < all.length; i++) assert.deepEqual(ids(index, i), bruteForce(all, i, 60, most));
        }),
        { numRuns: 15, seed: 3 },
      );
    });
  }

  it('does not depend on the order in which stations were added', () => {
    fc.assert(
      fc.property(places(51, 4, 0.05), (all) => {
        const forward = indexOf(all, 100, 5);
        const backward = indexOf([...all].reverse(), 100, 5);
        for (let i = 0; i < all.length; i++) {
          const mine = forward.of(i).map(({ id, km }) => ({ id, km }));
          const theirs = backward.of(all.length - 1 - i).map(({ id, km }) => ({ id, km }));
          assert.deepEqual(mine, theirs);
        }
      }),
      { numRuns: 15, seed: 4 },
    );
  });

  it('follows additions, moves and retirements between questions', () => {
    const all: Place[] = [];
    const index = new NeighbourIndex(80, 6);
    for (let i = 0; i < 400; i++) {
      all.push({
        id: `s${i}`,
        latitude: 45 + ((i * 37) % 100) / 50,
        longitude: 9 + ((i * 61) % 100) / 50,
        retired: false,
      });
      index.put(i, all[i]);
      if (i % 5 === 4) {
        const other = (i * 31) % i;
        all[other] = { ...all[other], retired: i % 2 === 0, latitude: all[other].latitude + 0.3 };
        index.put(other, all[other]);
      }
      if (i % 13 === 0) assert.deepEqual(ids(index, i), bruteForce(all, i, 80, 6));
    }
    for (let i = 0; i < 400; i += 7) assert.deepEqual(ids(index, i), bruteForce(all, i, 80, 6));
  });

  it('keeps co-located stations as neighbours at 0 km, ordered by id', () => {
    const at = { latitude: 38, longitude: 23.7, retired: false };
    const index = indexOf(
      [
        { id: 'c', ...at },
        { id: 'b', ...at },
        { id: 'a', ...at },
      ],
      10,
    );
    assert.deepEqual(index.of(1), [
      { index: 2, id: 'a', km: 0 },
      { index: 0, id: 'c', km: 0 },
    ]);
  });

  it('gives [] for a station that is alone, unknown or without a position, and names no such station', () => {
    const index = indexOf(
      [
        { id: 'a', latitude: 38, longitude: 23, retired: false },
        { id: 'b', latitude: 48, longitude: 23, retired: false },
        { id: 'c', latitude: Number.NaN, longitude: 23, retired: false },
      ],
      100,
    );
    assert.deepEqual([index.of(0), index.of(2), index.of(77)], [[], [], []]);
  });

  it('takes longitudes written beyond 180 degrees for what they are', () => {
    const index = indexOf(
      [
        { id: 'a', latitude: -17, longitude: 179.9, retired: false },
        { id: 'b', latitude: -17, longitude: 180.1, retired: false },
        { id: 'c', latitude: -17, longitude: -179.8, retired: false },
      ],
      100,
    );
    assert.deepEqual(ids(index, 0), ['b', 'c']);
  });
});
