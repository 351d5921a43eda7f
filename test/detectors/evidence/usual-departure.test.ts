import assert from 'node:assert/strict';
import fc from 'fast-check';
import { LEVEL_DAYS } from '../../../detectors/baselines/usual-levels.ts';
import { NEAREST, usualDeparture } from '../../../detectors/evidence/usual-departure.ts';
import type { SpatialQuestion } from '../../../detectors/neighbours/spatial-question.ts';
import { VARIABLES } from '../../../schemas/variables.ts';

const SLOT = 2_859_000;

/** A question about temperature: means of the days before by station, and values at the slot; station 0 is asked about. */
function questionOf(means: readonly (readonly number[] | null)[], values: readonly number[]): SpatialQuestion {
  const value = (station: number, _variable: number, slot: number) => (slot === SLOT ? values[station] : Number.NaN);
  return {
    ...{ station: 0, variable: 'temp_out', slot: SLOT, actual: values[0], expected: 0 },
    ...{ floors: VARIABLES.map(() => 2), spreads: VARIABLES.map(() => 1), known: SLOT, hindsightSlots: 6 },
    neighbours: means.slice(1).map((_, k) => ({ index: k + 1, id: `n${k}`, km: k })),
    windows: { value, stretch: () => {}, reported: () => true, newest: () => SLOT },
    levels: {
      means: (station, _variable, _slot, into) => {
        const of = means[station];
        if (of === null) return false;
        into.fill(Number.NaN);
        into.set(of);
        return true;
      },
    },
  };
}

const comparedOf = (count: number) => ({ index: Int32Array.from({ length: count }, (_, k) => k + 1), count });

/** Median of numbers, of an even count the mean of the two in the middle. */
function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return (sorted[(sorted.length - 1) >> 1] + sorted[sorted.length >> 1]) / 2;
}

/** The same as it is defined, without thought of its cost. */
function byDefinition(means: readonly (readonly number[])[], values: readonly number[]) {
  const nearest = means
    .slice(1, 6)
    .map((theirs, k) => ({ theirs, value: values[k + 1] }))
    .flatMap(({ theirs, value }) => {
      const daily = theirs.map((mean, day) => means[0][day] - mean);
      const known = daily.filter((difference) => !Number.isNaN(difference));
      return Number.isNaN(value) || known.length < 4 ? [] : [{ value, daily, usual: median(known) }];
    });
  if (nearest.length === 0) return null;
  const sizes = means[0].flatMap((_, day) => {
    const departures = nearest.map(({ daily, usual }) => daily[day] - usual).filter((one) => !Number.isNaN(one));
    return departures.length === 0 ? [] : [Math.abs(median(departures))];
  });
  return {
    departure: median(nearest.map(({ value, usual }) => values[0] - value - usual)),
    spread: Math.max(0.5, 1.4826 * median(sizes)),
    neighbours: nearest.length,
  };
}

describe('how far a value departs from where it usually stands to its neighbours', () => {
  it('is what the definition says', () => {
    const number = fc.oneof(
      fc.integer({ min: -400, max: 400 }).map((tenths) => tenths / 10),
      fc.constant(Number.NaN),
    );
    const days = fc.array(number, { minLength: LEVEL_DAYS, maxLength: LEVEL_DAYS });
    const stations = fc.array(fc.tuple(days, number), { minLength: 1, maxLength: 8 });
    fc.assert(
      fc.property(stations, fc.integer({ min: -400, max: 400 }), (given, actual) => {
        const means = given.map(([of]) => of);
        const values = [actual / 10, ...given.slice(1).map(([, value]) => value)];
        const found = usualDeparture(
          questionOf(means, values),
          comparedOf(given.length - 1),
          new Float64Array(NEAREST),
        );
        const expected = byDefinition(means, values);
        assert.equal(found?.neighbours, expected?.neighbours);
        if (found === null || expected === null) return;
        assert.ok(Math.abs(found.departure - expected.departure) < 1e-9);
        assert.ok(Math.abs(found.spread - expected.spread) < 1e-9);
      }),
    );
  });

  it('is not known without the days before, of the station or of any neighbour', () => {
    const days = Array.from({ length: LEVEL_DAYS }, () => 10);
    assert.equal(usualDeparture(questionOf([null, days], [10, 10]), comparedOf(1), new Float64Array(NEAREST)), null);
    assert.equal(usualDeparture(questionOf([days, null], [10, 10]), comparedOf(1), new Float64Array(NEAREST)), null);
    assert.equal(
      usualDeparture(questionOf([days, [10, 10, 10]], [10, 10]), comparedOf(1), new Float64Array(NEAREST)),
      null,
    );
    assert.equal(
      usualDeparture(questionOf([days, days], [10, Number.NaN]), comparedOf(1), new Float64Array(NEAREST)),
      null,
    );
    const { levels: _, ...without } = questionOf([days, days], [10, 10]);
    assert.equal(usualDeparture(without, comparedOf(1), new Float64Array(NEAREST)), null);
  });

  it('is given of each of the nearest, in their order', () => {
    const [days, higher] = [10, 13].map((mean) => Array.from({ length: LEVEL_DAYS }, () => mean));
    const each = new Float64Array(NEAREST).fill(9);
    usualDeparture(questionOf([days, higher, null, days], [11, 13.5, 12, 8]), comparedOf(3), each);
    assert.deepEqual([...each], [0.5, Number.NaN, 3, Number.NaN, Number.NaN]);
  });
});
