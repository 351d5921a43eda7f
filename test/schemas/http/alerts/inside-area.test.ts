import assert from 'node:assert/strict';
import { isInsideArea } from '../../../../schemas/http/alerts/inside-area.ts';
import { areaField } from '../../../../schemas/http/alerts/place-fields.ts';
import { isAt } from '../../../../services/alerts/rules/place.ts';

const at = (longitude: number, latitude: number) => ({ longitude, latitude });
/** A roof: the notch in its lower edge is outside. */
const ROOF = areaField.parse({
  type: 'Polygon',
  coordinates: [
    [
      [0, 0],
      [2, 1],
      [4, 0],
      [4, 3],
      [0, 3],
      [0, 0],
    ],
  ],
});

describe('an area', () => {
  it('that is a polygon has what lies within its edges, and not what lies in a notch of them', () => {
    const places = [at(1, 2), at(2, 1.5), at(2, 0.5), at(5, 2), at(-1, 2), at(1, 4)];
    assert.deepEqual(
      places.map((place) => isInsideArea(ROOF, place)),
      [true, true, false, false, false, false],
    );
  });

  it('that is a circle has what is no farther than its radius, along the ground', () => {
    const circle = areaField.parse({ type: 'Circle', center: [4, 60], radius_km: 60 });
    // A degree of longitude has 55.8 km there, one of latitude 111.2 km.
    const places = [at(5, 60), at(4, 60.5), at(5.1, 60), at(4, 60.6)];
    assert.deepEqual(
      places.map((place) => isInsideArea(circle, place)),
      [true, true, false, false],
    );
    const atDateLine = areaField.parse({ type: 'Circle', center: [179.9, 0], radius_km: 50 });
    assert.equal(isInsideArea(atDateLine, at(-179.9, 0)), true, 'across the 180th meridian');
  });

  it('holds no station whose place nobody knows', () => {
    const place = { networks: null, stations: null, box: null, area: ROOF };
    assert.equal(isAt(place, 'north', 'a', at(1, 2)), true);
    assert.equal(isAt(place, 'north', 'a', at(9, 9)), false);
    assert.equal(isAt(place, 'north', 'a', null), false);
  });

  it('that makes none is refused with what would be right', () => {
    const ring = (...positions: [number, number][]) => ({ type: 'Polygon', coordinates: [positions] });
    const wrong: readonly (readonly [unknown, RegExp])[] = [
      [ring([0, 0], [1, 0], [0, 0]), /4/],
      [ring([0, 0], [1, 0], [1, 1], [0, 1]), /should end with the position that it begins with/],
      [ring([179, 0], [-179, 0], [-179, 1], [179, 0]), /should not cross the 180th meridian/],
      [ring([0, 0], [1, 0], [1, 91], [0, 0]), /90/],
      [{ type: 'Circle', center: [4, 50], radius_km: 0 }, /0/],
      [{ type: 'Circle', center: [4, 50], radius_km: 1001 }, /1000/],
      [{ type: 'Circle', center: [4, 50] }, /radius_km/],
      [{ type: 'Point', coordinates: [4, 50] }, /type/],
    ];
    for (const [area, why] of wrong) {
      const { success, error } = areaField.safeParse(area);
      assert.equal(success, false, JSON.stringify(area));
      assert.match(JSON.stringify(error?.issues), why, JSON.stringify(area));
    }
  });
});
