import assert from 'node:assert/strict';
import { namePlaces } from '../../../../../services/web/client/map/name-places.ts';

const RADIUS = 6;

describe('places of names', () => {
  it('are below the symbol where nothing is in the way', () => {
    const [place] = namePlaces([{ x: 100, y: 50, radius: RADIUS, width: 60 }]);
    assert.equal(place?.x, 100);
    assert.ok((place?.top ?? 0) > 50 + RADIUS);
  });

  it('are elsewhere where the symbol of another station, or its name, stands below', () => {
    const places = namePlaces([
      { x: 100, y: 50, radius: RADIUS, width: 60 },
      { x: 110, y: 64, radius: RADIUS, width: 60 },
    ]);
    assert.ok((places[0]?.top ?? 50) < 50 - RADIUS, 'above');
    assert.ok((places[1]?.top ?? 0) > 64 + RADIUS, 'below');
  });

  it('are beyond the ring around the chosen station, of its own name and of others', () => {
    const [own, other] = namePlaces([
      { x: 100, y: 50, radius: 18, width: 60 },
      { x: 100, y: 80, radius: RADIUS, width: 60 },
    ]);
    assert.ok(own === null || own.top > 68 || own.top + 13 < 32 || Math.abs(own.x - 100) > 18 + 30);
    assert.ok(other !== null && other.top > 80, 'not between it and the ring');
  });

  it('are none where there is no room', () => {
    const crowd = Array.from({ length: 81 }, (_, k) => ({
      x: (k % 9) * 14,
      y: Math.floor(k / 9) * 14,
      radius: RADIUS,
      width: 80,
    }));
    const places = namePlaces(crowd);
    assert.equal(places[40], null);
    assert.ok(places.some((place) => place !== null));
  });
});
