import assert from 'node:assert/strict';
import { namePlaces } from '../../../../../services/web/client/map/name-places.ts';

const RADIUS = 6;

describe('places of names', () => {
  it('are below the symbol where nothing is in the way', () => {
    const [place] = namePlaces([{ x: 100, y: 50, width: 60 }], RADIUS);
    assert.equal(place?.x, 100);
    assert.ok((place?.top ?? 0) > 50 + RADIUS);
  });

  it('are elsewhere where the symbol of another station, or its name, stands below', () => {
    const places = namePlaces(
      [
        { x: 100, y: 50, width: 60 },
        { x: 110, y: 64, width: 60 },
      ],
      RADIUS,
    );
    assert.ok((places[0]?.top ?? 50) < 50 - RADIUS, 'above');
    assert.ok((places[1]?.top ?? 0) > 64 + RADIUS, 'below');
  });

  it('are none where there is no room', () => {
    const crowd = Array.from({ length: 81 }, (_, k) => ({ x: (k % 9) * 14, y: Math.floor(k / 9) * 14, width: 80 }));
    const places = namePlaces(crowd, RADIUS);
    assert.equal(places[40], null);
    assert.ok(places.some((place) => place !== null));
  });
});
