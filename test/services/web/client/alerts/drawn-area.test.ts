import assert from 'node:assert/strict';
import { areaField } from '../../../../../schemas/http/alerts/place-fields.ts';
import type { Area } from '../../../../../services/web/client/alerts/alert-answers.ts';
import {
  type Drawing,
  drawingOf,
  drawn,
  NOTHING_DRAWN,
  withoutLast,
  withPoint,
} from '../../../../../services/web/client/alerts/drawn-area.ts';

const draw = (shape: Drawing['shape'], ...points: [number, number][]) =>
  points.reduce<Drawing>((drawing, point) => withPoint(drawing, point), { shape, points: [] });

describe('an area that is drawn', () => {
  it('is a polygon from its third corner on, and whatever comes is accepted', () => {
    const two = draw(null, [4, 50], [5, 50]);
    assert.deepEqual(drawn(two), { area: null, missing: 1 });
    const { area } = drawn(withPoint(two, [4.123456, 51]));
    assert.deepEqual(area, {
      type: 'Polygon',
      coordinates: [
        [
          [4, 50],
          [5, 50],
          [4.1235, 51],
          [4, 50],
        ],
      ],
    });
    assert.equal(areaField.safeParse(area).success, true);
  });

  it('is a circle from its middle to a place on its edge, of which the last counts', () => {
    assert.deepEqual(drawn(draw('circle', [4, 50])), { area: null, missing: 1 });
    const { area } = drawn(draw('circle', [4, 50], [4, 52], [4, 51]));
    assert.deepEqual(area, { type: 'Circle', center: [4, 50], radius_km: 111.2 });
    for (const [edge, km] of [
      [4, 0.1],
      [70, 1000],
    ] as const) {
      const circle = drawn(draw('circle', [4, 50], [edge, 50])).area;
      assert.equal(circle?.type === 'Circle' && circle.radius_km, km);
    }
  });

  it('loses its places one by one, and begins anew', () => {
    const three = draw('polygon', [4, 50], [5, 50], [4, 51]);
    assert.equal(drawn(withoutLast(three)).missing, 1);
    assert.deepEqual(withoutLast(withoutLast(withoutLast(withoutLast(three)))), NOTHING_DRAWN);
    assert.deepEqual(drawn(NOTHING_DRAWN), { area: null, missing: 0 });
  });

  it('is what it was when it is drawn again', () => {
    const areas: Area[] = [
      { type: 'Circle', center: [4, 50], radius_km: 12.5 },
      { type: 'Circle', center: [4, 89.9], radius_km: 50 },
      {
        type: 'Polygon',
        coordinates: [
          [
            [4, 50],
            [5, 50],
            [4, 51],
            [4, 50],
          ],
        ],
      },
    ];
    for (const area of areas) assert.deepEqual(drawn(drawingOf(area)).area, area);
    assert.deepEqual(drawingOf(null), NOTHING_DRAWN);
  });

  it('has longitudes of one turn on a map that goes on', () => {
    assert.deepEqual(draw('polygon', [364, 50], [-181, 50]).points, [
      [4, 50],
      [179, 50],
    ]);
  });
});
