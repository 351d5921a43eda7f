import assert from 'node:assert/strict';
import { distance } from 'geokdbush';
import { NearTiles } from '../../../detectors/neighbours/near-tiles.ts';
import { seeded } from '../stages/small-network.ts';

describe('tiles near to places', () => {
  const random = seeded(3);
  const places = [
    [0, 0],
    [50, 4],
    [-41, 179.9],
    [12, -180],
    [89.95, 10],
    [-88.7, 0],
    [69.3, 540],
  ] as const;

  for (const radiusKm of [0.5, 30, 100, 1000]) {
    it(`hold all that is within ${radiusKm} km, across the poles and the date line`, () => {
      for (const [latitude, longitude] of places) {
        const near = new NearTiles(radiusKm);
        assert.equal(near.mark(latitude, longitude), true);
        let within = 0;
        for (let k = 0; k < 4000; k++) {
          const share = Math.sqrt(random()) * 1.01;
          const north = latitude + (share * radiusKm * Math.cos(k)) / 111.2;
          const around = Math.max(0.001, Math.cos((latitude * Math.PI) / 180));
          const east = longitude + Math.max(-180, Math.min(180, (share * radiusKm * Math.sin(k)) / 111.2 / around));
          if (Math.abs(north) > 90 || distance(longitude, latitude, east, north) > radiusKm) continue;
          within++;
          assert.equal(near.isNear(north, east), true, `${north}, ${east} of ${latitude}, ${longitude}`);
        }
        assert.ok(within > 500, `${within} places are within`);
      }
    });
  }

  it('hold little that is farther than a tile beside the radius', () => {
    const near = new NearTiles(100);
    near.mark(50, 4);
    for (let k = 0; k < 1000; k++) {
      const [latitude, longitude] = [50 + 6 * (random() - 0.5), 4 + 9 * (random() - 0.5)];
      if (near.isNear(latitude, longitude)) assert.ok(distance(4, 50, longitude, latitude) < 100 * 1.25 * 1.5);
    }
    assert.equal(near.isNear(52.5, 4), false);
    assert.equal(near.isNear(50, 7), false);
  });

  it('are marked once, and never by a place that is not known', () => {
    const near = new NearTiles(100);
    assert.equal(near.mark(50, 4), true);
    assert.equal(near.mark(50.0001, 4.0001), false);
    assert.equal(near.mark(Number.NaN, 4), false);
    assert.equal(near.isNear(50, Number.NaN), false);
  });
});
