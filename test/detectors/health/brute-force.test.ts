import assert from 'node:assert/strict';
import fc from 'fast-check';
import { CatchAround } from '../../../detectors/health/catch-around.ts';
import { RepeatedHours, RepeatedReports } from '../../../detectors/health/repeated-reports.ts';
import { Spikes } from '../../../detectors/health/spikes.ts';
import { StationTally } from '../../../detectors/health/station-tally.ts';
import { type VariableFindings, variableHealth } from '../../../detectors/health/variable-health.ts';
import { WindAround } from '../../../detectors/health/wind-around.ts';
import { VARIABLE_SPECIFICATIONS, VARIABLES, type Variable } from '../../../schemas/variables.ts';
import { numbersOf } from './numbers-of.ts';

const SLOT = 600_000;
const MINUTE = 60_000;
const HOURS_12 = 12 * 3_600_000;
const HOURS_6 = 6 * 3_600_000;

type Reading = readonly [time: number, value: number | null];

/** The definitions of section 3 as they are written, over a list that is held whole. */
function byDefinition(variable: Variable, readings: readonly Reading[], expected: number) {
  const { low, high } = VARIABLE_SPECIFICATIONS[variable];
  const numbers = readings.filter(([, value]) => value !== null && !Number.isNaN(value)) as [number, number][];
  const valid = numbers
    .filter(([, value]) => value >= low && value <= high)
    .map(([time, value]): [number, number] => [time, variable === 'out_hum' ? Math.min(value, 100) : value]);
  const values = valid.map(([, value]) => value);
  const n = values.length;
  const mean = values.reduce((sum, x) => sum + x, 0) / n;
  const all = Math.max(expected, readings.length);
  return {
    zeroRatio: n === 0 ? 0 : values.filter((x) => x === 0).length / n,
    nullRatio: (all - numbers.length) / all,
    variance: n < 2 ? 0 : values.reduce((sum, x) => sum + (x - mean) ** 2, 0) / (n - 1),
    stuckRatio:
      n === 0 ? 0 : inLongRuns(variable, valid) / Math.max(n / 2, values.filter((x) => !natural(variable, x)).length),
  };
}

/** Whether a value is constant by nature. */
function natural(variable: Variable, value: number): boolean {
  if (variable === 'rain') return true;
  return variable === 'out_hum' ? value <= 3 || value >= 97 : variable === 'wind_speed' && value === 0;
}

/** Each reading looks for the run that it stands in, both ways. */
function inLongRuns(variable: Variable, valid: readonly (readonly [number, number])[]): number {
  const joined = (a: number, b: number) => valid[a][1] === valid[b][1] && valid[b][0] - valid[a][0] <= HOURS_6;
  return valid.filter(([, value], at) => {
    if (natural(variable, value)) return false;
    let first = at;
    let last = at;
    while (first > 0 && joined(first - 1, first)) first--;
    while (last + 1 < valid.length && joined(last, last + 1)) last++;
    const hours = variable === 'wind_speed' && value < 2 ? 2 * HOURS_12 : HOURS_12;
    return valid[last][0] - valid[first][0] >= hours && last - first + 1 >= 6;
  }).length;
}

function byTally(variable: Variable, readings: readonly Reading[], expected: number): VariableFindings {
  const tally = new StationTally();
  for (const [time, value] of readings) tally.add(time, numbersOf({ [variable]: value }), Number.NaN);
  const hours = { wind: new WindAround(), rain: new CatchAround(0), repeated: new RepeatedHours() };
  return variableHealth(tally.of(variable), tally.reports, expected, null, hours, []);
}

const value = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(0, 1.5, 3, 50, 97, 98, 1013.25) },
  { weight: 2, arbitrary: fc.integer({ min: -1000, max: 12000 }).map((tenths) => tenths / 10) },
  { weight: 1, arbitrary: fc.constantFrom(null, Number.NaN) },
);
/** Stretches of one value or of several, with gaps: what runs are made of. */
const readings = fc
  .array(
    fc.tuple(
      fc.array(value, { minLength: 1, maxLength: 3 }),
      fc.integer({ min: 1, max: 120 }),
      fc.integer({ min: 1, max: 60 }),
    ),
    {
      maxLength: 12,
    },
  )
  .map((stretches) => {
    const made: Reading[] = [];
    let time = Date.UTC(2026, 0, 1);
    for (const [values, length, gap] of stretches) {
      for (let k = 1; k <= length; k++) made.push([time + k * SLOT, values[k % values.length]]);
      time += (length + gap) * SLOT;
    }
    return made;
  });

describe('the metrics of the health check', () => {
  for (const variable of VARIABLES) {
    it(`are those of a second, plain implementation: ${variable}`, () => {
      fc.assert(
        fc.property(readings, fc.integer({ min: 1, max: 2000 }), (given, expected) => {
          const found = byTally(variable, given, expected);
          const wanted = byDefinition(variable, given, expected);
          assert.equal(found.zeroRatio, wanted.zeroRatio);
          assert.equal(found.nullRatio, wanted.nullRatio);
          assert.equal(found.stuckRatio, wanted.stuckRatio);
          const apart = Math.abs(found.variance - wanted.variance);
          assert.ok(apart <= 1e-9 * Math.max(1, wanted.variance), `${found.variance}, should be ${wanted.variance}`);
        }),
        { numRuns: 200 },
      );
    });
  }

  for (const [variable, height] of [
    ['temp_out', 3],
    ['out_hum', 15],
    ['bar', 1],
  ] as const) {
    it(`are those of a second, plain implementation: spikes of ${variable}`, () => {
      const levels = fc.array(fc.tuple(fc.integer({ min: -3, max: 3 }), fc.constantFrom(10, 60, 121)), {
        maxLength: 40,
      });
      fc.assert(
        fc.property(levels, (given) => {
          let time = 0;
          const list = given.map(([level, minutes]): [number, number] => {
            time += minutes * MINUTE;
            return [time, 900 + (level * height) / 2];
          });
          const spikes = list.filter(([at, here], k) => {
            if (k === 0 || k + 1 === list.length) return false;
            const [[before, left], [after, right]] = [list[k - 1], list[k + 1]];
            if (at - before > 120 * MINUTE || after - at > 120 * MINUTE) return false;
            return Math.max(left, right) <= here - height || Math.min(left, right) >= here + height;
          });
          const counted = new Spikes(variable);
          for (const [at, here] of list) counted.add(at, here);
          assert.equal(counted.count, spikes.length);
        }),
        { numRuns: 300 },
      );
    });
  }

  it('are those of a second, plain implementation: repeated reports', () => {
    const stretches = fc.array(fc.tuple(fc.integer({ min: 0, max: 2 }), fc.integer({ min: 1, max: 12 })), {
      maxLength: 12,
    });
    fc.assert(
      fc.property(stretches, fc.constantFrom(5, 10, 60), (given, cadence) => {
        const kinds = given.flatMap(([kind, length]) => new Array<number>(length).fill(kind));
        const counted = new RepeatedReports();
        for (const [k, kind] of kinds.entries()) {
          // Kind 2 has too few values that can be stuck.
          const values = { temp_out: 10 + kind, out_hum: kind === 2 ? 100 : 60, wind_speed: 0, bar: 1000, rain: 0 };
          counted.add((k + 1) * cadence * MINUTE, numbersOf(values));
        }
        let repeats = 0;
        for (let at = 0; at < kinds.length; ) {
          let end = at;
          while (end < kinds.length && kinds[end] === kinds[at]) end++;
          const long = end - at >= 7 && (end - at - 1) * cadence >= 60;
          if (long && kinds[at] !== 2) repeats += end - at - 1;
          at = end;
        }
        assert.equal(counted.repeats, repeats);
      }),
      { numRuns: 300 },
    );
  });

  it('keep their precision on a large level with a small spread', () => {
    const given = Array.from({ length: 10_000 }, (_, k): Reading => [k * SLOT, 1013.2 + (k % 2) * 0.001]);
    assert.ok(Math.abs(byTally('bar', given, 10_000).variance - 2.500250025e-7) < 1e-12);
  });
});
