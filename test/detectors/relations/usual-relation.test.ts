import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { PartMeans } from '../../../detectors/relations/day-parts.ts';
import { departureIn, usualDifference, usualRelation } from '../../../detectors/relations/usual-relation.ts';
import { withoutParts } from '../../../detectors/relations/without-parts.ts';
import { weightedMedian } from '../../../detectors/windows/window-values.ts';
import { VARIABLE_INDEX } from '../../../schemas/variables.ts';
import { madeMeans } from './made-means.ts';

const PARTS = 32;
const NEIGHBOURS = 4;
const maybe = fc.oneof({ weight: 5, arbitrary: fc.integer({ min: -200, max: 400 }) }, fc.constant(Number.NaN));
const rows = fc.array(fc.array(maybe, { minLength: PARTS + 1, maxLength: PARTS + 1 }), {
  minLength: NEIGHBOURS + 1,
  maxLength: NEIGHBOURS + 1,
});

function meansOf(values: readonly (readonly number[])[]): PartMeans {
  const mean = (station: number, _variable: number, part: number) => values[station][part] ?? Number.NaN;
  return madeMeans(mean);
}

/** The plain way: sorted, and the middle or the mean of the two. */
function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const half = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[half] : (sorted[half - 1] + sorted[half]) / 2;
}

describe('how a station usually stands to its neighbours', () => {
  const neighbours = Array.from({ length: NEIGHBOURS }, (_, k) => ({ index: k + 1, id: `n${k}`, km: 5 + 7 * k }));

  it('is that of a second, plain implementation', () => {
    fc.assert(
      fc.property(rows, (values) => {
        const sensor = {
          ...{ means: withoutParts(meansOf(values), (station, _, part) => station === 0 && part === 3), station: 0 },
          variable: VARIABLE_INDEX.temp_out,
          neighboursOf: () => neighbours,
        };
        const found = usualRelation(sensor, 0, PARTS);
        const expected = neighbours.flatMap((neighbour) => {
          const between = Array.from({ length: PARTS }, (_, k) => ({
            part: k % 8,
            difference: k === 3 ? Number.NaN : values[0][k] - values[neighbour.index][k],
          })).filter(({ difference }) => !Number.isNaN(difference));
          if (between.length < 12) return [];
          const whole = median(between.map(({ difference }) => difference));
          const differences = Array.from({ length: 8 }, (_, p) => {
            const own = between.filter(({ part }) => part === p).map(({ difference }) => difference);
            return own.length < 2 ? whole : median(own);
          });
          const spread =
            1.4826 * median(between.map(({ part, difference }) => Math.abs(difference - differences[part])));
          const weight = Math.exp(-neighbour.km / 50) / (spread ** 2 + 0.35 ** 2);
          return [{ neighbour, differences, weight }];
        });
        const total = expected.reduce((sum, { weight }) => sum + weight, 0);
        const capped = expected.map((one) => {
          const most = expected.length > 2 ? (total - one.weight) / 2 : one.weight;
          return { ...one, weight: Math.min(one.weight, most) };
        });
        assert.deepEqual(found, capped);
        // The departure of a part after them lies among those from the single neighbours.
        const departure = departureIn(sensor, found, PARTS);
        const single = found
          .map(({ neighbour, differences }) => values[0][PARTS] - values[neighbour.index][PARTS] - differences[0])
          .filter((one) => !Number.isNaN(one));
        assert.equal(Number.isNaN(departure), single.length === 0);
        assert.ok(single.length === 0 || single.includes(departure));
      }),
      { numRuns: 200 },
    );
  });

  it('weighs the middle', () => {
    const middle = (values: number[], weights: number[]) =>
      weightedMedian(Float64Array.from(values), Float64Array.from(weights), values.length);
    assert.equal(middle([3, 1, 2], [1, 1, 1]), 2);
    assert.equal(middle([3, 1, 2], [5, 1, 1]), 3);
    assert.equal(middle([1, 2], [1, 1]), 1);
    assert.ok(Number.isNaN(middle([], [])));
  });

  // A barometer was set to sea level, 48 hPa higher. Its neighbour that goes most closely with it counted for less, so that another
  // ruled, which stands on a mountain and is not reduced: it was told that the barometer had been near its neighbours before.
  it('is the difference to none of them alone', () => {
    const related = [
      { differences: [-48.7], weight: 0.032 },
      { differences: [-47.4, Number.NaN], weight: 0.575 },
      { differences: [26.2, 26.4], weight: 0.973 },
      { differences: [-50.4], weight: 0.146 },
    ];
    assert.equal(usualDifference(related), -47.4);
    assert.ok(Number.isNaN(usualDifference([])));
  });
});
