import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { feature } from 'topojson-client';
import type { GeometryCollection, Topology } from 'topojson-specification';
import { aroundPole, unbroken } from '../../../../../services/web/client/map/across-antimeridian.ts';

type Position = readonly number[];

/** Every ring of the land that the pages draw. */
function rings(): Position[][] {
  const path = createRequire(import.meta.url).resolve('world-atlas/countries-50m.json');
  const atlas = JSON.parse(readFileSync(path, 'utf8')) as Topology<{ readonly land: GeometryCollection }>;
  return feature(atlas, atlas.objects.land).features.flatMap(({ geometry }) => {
    if (geometry.type === 'Polygon') return geometry.coordinates;
    return geometry.type === 'MultiPolygon' ? geometry.coordinates.flat() : [];
  });
}

/** The largest step along a line from one point to the next [degrees of longitude]. */
function largestStep(line: readonly Position[]): number {
  return Math.max(...line.slice(1).map(([longitude], k) => Math.abs(longitude - line[k][0])));
}

describe('lines across the antimeridian', () => {
  it('go on beyond 180 degrees, and come back', () => {
    const line = [
      [179, 66],
      [-179, 67],
      [-178, 68],
      [178, 69],
    ];
    assert.deepEqual(unbroken(line), [
      [179, 66],
      [181, 67],
      [182, 68],
      [178, 69],
    ]);
  });

  it('are left as they are elsewhere', () => {
    const line = [
      [-5, 50],
      [5, 51],
      [-5, 50],
    ];
    assert.deepEqual(unbroken(line), line);
  });

  it('cross no land with a band: no line of the world runs from one edge of the map to the other', () => {
    const all = rings();
    assert.ok(all.length > 1000);
    assert.ok(Math.max(...all.map(largestStep)) > 350, 'the file has lines that do');
    const [widest] = all.map((ring) => largestStep(unbroken(ring))).sort((a, b) => b - a);
    assert.ok(widest < 30, `a line of ${widest} degrees`);
  });

  it('enclose land around a pole by the edge of the map', () => {
    const around = [
      [-180, -84],
      [-60, -64],
      [60, -66],
      [-180, -84],
    ];
    assert.deepEqual(aroundPole(unbroken(around)), [
      [-180, -84],
      [-60, -64],
      [60, -66],
      [180, -84],
      [180, -90],
      [-180, -90],
    ]);
    const island = [
      [0, 0],
      [1, 1],
      [0, 0],
    ];
    assert.deepEqual(aroundPole(island), island);
  });
});
