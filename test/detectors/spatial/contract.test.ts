import assert from 'node:assert/strict';
import { SPATIAL_METHODS, spatialMethod } from '../../../detectors/spatial/registry.ts';
import type { SpatialAnswer } from '../../../detectors/spatial/spatial-method.ts';
import { HalcyonError } from '../../../schemas/errors.ts';
import type { SpatialMethodName } from '../../../schemas/judgement-configuration.ts';
import { VARIABLES } from '../../../schemas/variables.ts';
import { calm, question, ring, S, withOthers } from './calm-air.ts';
import { WrittenWindows } from './written-windows.ts';

function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 48271) % 2147483647;
    return state / 2147483647;
  };
}

/** Values at random in every variable of stations 0 to 6, with holes. */
function noise(random: () => number): WrittenWindows {
  const windows = new WrittenWindows();
  for (let n = 0; n <= 6; n++) {
    for (const variable of VARIABLES) {
      windows.fill(n, variable, S - 40, S + 6, () => (random() < 0.3 ? Number.NaN : 20 * random()));
    }
  }
  return windows;
}

/** All that an answer says; some of it is made when it is asked for. */
function whole({ classification, correlation, neighbors, reason, evidence }: SpatialAnswer): SpatialAnswer {
  return { classification, correlation, neighbors, reason, evidence };
}

/** What all neighbours did at the same time is weather; in calm air at another time nobody can tell, but it is no failure. */
function assertShared({ classification, reason }: SpatialAnswer, onset: number): void {
  if (onset === 0) assert.equal(classification, 'weather_event', reason);
  else assert.notEqual(classification, 'device_failure', `onset ${onset}: ${reason}`);
}

describe('spatial registry', () => {
  it('finds each method by its name', () => {
    for (const [name, method] of SPATIAL_METHODS) {
      assert.equal(method.specification.name, name);
      assert.equal(spatialMethod(name), method);
    }
  });

  it('names what is available otherwise', () => {
    assert.throws(
      () => spatialMethod('kriging' as SpatialMethodName),
      (error) =>
        error instanceof HalcyonError &&
        error.code === 'invalid_parameter' &&
        /available: pearson, distance/.test(error.message),
    );
  });
});

for (const [name, method] of SPATIAL_METHODS) {
  const { specification } = method;
  const verify = method.verify.bind(method);

  describe(`spatial method ${name}`, () => {
    it('specifies itself completely', () => {
      assert.ok(Number.isInteger(specification.version) && specification.version >= 1);
      assert.ok(Number.isInteger(specification.slotsBefore) && specification.slotsBefore >= 1);
      for (const text of [specification.summary, specification.notFor, specification.source])
        assert.ok(text.length > 20);
      assert.ok(specification.guarantees.length > 0);
      for (const { name: parameter, low, high, default: usual } of specification.parameters)
        assert.ok(low <= usual && usual <= high, parameter);
    });

    it('calls a spike in calm air a device failure', () => {
      const answer = verify(question(calm(12), ring(12)));
      assert.equal(answer.classification, 'device_failure');
      assert.equal(answer.neighbors.length, 12);
      assert.ok(answer.reason.length > 20);
    });

    it('calls a fall that the neighbours made too weather, and if up to an hour earlier or later no failure', () => {
      for (const onset of [-5, -2, 0, 3, 6]) {
        const windows = calm(12);
        for (let n = 1; n <= 12; n++) windows.fill(n, 'temp_out', S + onset, S + 12, () => 8);
        const late = verify(question(windows, ring(12), { actual: 8, known: S + 6 }));
        assertShared(late, onset);
        const atOnce = verify(question(windows, ring(12), { actual: 8 }));
        if (onset <= 0) assertShared(atOnce, onset);
        else assert.equal(atOnce.classification, 'device_failure', `at once, onset ${onset}`);
      }
    });

    it('does not take a rise of the neighbours for a fall', () => {
      const windows = calm(12);
      for (let n = 1; n <= 12; n++) windows.fill(n, 'temp_out', S - 1, S + 12, () => 22);
      const answer = verify(question(windows, ring(12), { actual: 8, known: S + 6 }));
      assert.notEqual(answer.classification, 'weather_event');
    });

    it('takes the trend of the two hours before off: a steep morning is not a move', () => {
      const windows = withOthers(new WrittenWindows(), 6);
      const climb = (slot: number) => 10 + 0.5 * (slot - S);
      windows.fill(0, 'temp_out', S - 48, S - 1, (slot) => climb(slot) + 1.5);
      for (let n = 1; n <= 6; n++) windows.fill(n, 'temp_out', S - 48, S + 12, climb);
      const answer = verify(question(windows, ring(6), { actual: 14, expected: 11.5, known: S + 6 }));
      assert.equal(answer.classification, 'device_failure');
    });

    it('minds no constant offset between stations', () => {
      for (const actual of [30, 8]) {
        const answers = [0, 6].map((offset) => {
          const windows = calm(12);
          for (let n = 1; n <= 12; n++) {
            const since = actual === 8 ? S - 2 : S + 13;
            const shift = n % 2 === 0 ? offset : -offset;
            windows.fill(n, 'temp_out', S - 48, S + 12, (slot) => shift + (slot < since ? 15 + 0.05 * (slot - S) : 8));
          }
          return verify(question(windows, ring(12), { actual, known: S + 6 }));
        });
        assert.equal(answers[0].classification === 'device_failure', actual === 30);
        assert.equal(answers[1].classification, answers[0].classification);
        assert.deepEqual(answers[1].neighbors, answers[0].neighbors);
      }
    });

    it('looks neither beyond what is known, nor an hour after, nor before its window', () => {
      for (const known of [S, S + 2, S + 6, S + 12]) {
        for (const cadence of [1, 6]) {
          const windows = calm(12, cadence);
          verify(question(windows, ring(12), { known }));
          assert.ok(windows.latestRead <= Math.min(known, S + 6));
          assert.ok(windows.earliestRead >= S - specification.slotsBefore);
        }
      }
    });

    it('with nobody to compare is suspected, correlation 0, and says so', () => {
      const none = verify(question(new WrittenWindows(), []));
      assert.deepEqual([none.classification, none.correlation, none.neighbors], ['suspected', 0, []]);
      assert.match(none.reason, /no neighbour within the radius/);
      const silent = verify(question(new WrittenWindows(), ring(3)));
      assert.deepEqual([silent.classification, silent.correlation], ['suspected', 0]);
      assert.match(silent.reason, /no neighbour reported temperature/);
    });

    it('skips silent neighbours and those without the variable for farther ones', () => {
      const windows = calm(20);
      for (let n = 1; n <= 5; n++) windows.fill(n, 'temp_out', S - 48, S + 12, () => Number.NaN);
      const expected = ring(20).slice(5, 17);
      assert.deepEqual(
        verify(question(windows, ring(20))).neighbors,
        expected.map(({ id }) => id),
      );
    });

    it('lets one neighbour decide where it speaks clearly', () => {
      assert.equal(verify(question(calm(1), ring(1))).classification, 'device_failure');
      const shared = calm(1).fill(1, 'temp_out', S, S + 12, () => 8);
      assert.equal(verify(question(shared, ring(1), { actual: 8 })).classification, 'weather_event');
    });

    it('is more careful with one neighbour than with twelve', () => {
      // It neither stayed nor followed in full.
      const half = (count: number) => {
        const windows = calm(count);
        for (let n = 1; n <= count; n++) {
          windows.fill(n, 'temp_out', S - 1, S + 12, () => 12.5);
          windows.write(n, 'out_hum', S - 1, 80);
        }
        return verify(question(windows, ring(count), { actual: 8, expected: 15 })).classification;
      };
      assert.ok([half(12), 'suspected'].includes(half(1)), half(1));
    });

    it('gives a neighbour that reports hourly a vote', () => {
      const fallen = calm(12);
      const hourly = calm(12, 6);
      for (let n = 1; n <= 12; n++) {
        fallen.fill(n, 'temp_out', S - 48, S + 12, () => Number.NaN);
        fallen.fill(n, 'temp_out', S - 46, S - 10, () => 15, 6);
        fallen.fill(n, 'temp_out', S - 4, S + 8, () => 8, 6);
      }
      const weather = verify(question(fallen, ring(12), { actual: 8, known: S + 6 }));
      assert.notEqual(weather.classification, 'device_failure', weather.reason);
      assert.equal(weather.neighbors.length, 12);
      const quiet = verify(question(hourly, ring(12), { known: S + 6 }));
      assert.deepEqual([quiet.classification, quiet.neighbors.length], ['device_failure', 12]);
    });

    it('still compares a neighbour that missed slots', () => {
      const windows = calm(4);
      for (let n = 1; n <= 4; n++) {
        windows.fill(n, 'temp_out', S - 1, S + 12, () => 8);
        for (const missing of [-6, -4, -3, -1, 1]) windows.write(n, 'temp_out', S + missing, Number.NaN);
      }
      const answer = verify(question(windows, ring(4), { actual: 8, known: S + 6 }));
      assert.deepEqual([answer.classification, answer.neighbors.length], ['weather_event', 4]);
    });

    it('takes heavy rain among neighbours with heavy rain for none, and in dry weather for a failure', () => {
      const rain = { variable: 'rain', actual: 15, expected: 0 } as const;
      assert.equal(verify(question(calm(12).write(0, 'rain', S, 15), ring(12), rain)).classification, 'device_failure');
      const wet = calm(12).write(0, 'rain', S, 15);
      for (let n = 1; n <= 12; n++) wet.fill(n, 'rain', S - 2, S + 2, () => 6);
      assert.notEqual(verify(question(wet, ring(12), rain)).classification, 'device_failure');
    });

    it('takes the echo of a front for weather and that of a fault for a failure', () => {
      // The station fell by 8 degrees and stopped; the forecast falls on, so the deviation points upward.
      const fall = (slot: number) => Math.max(8, 12 - 2 * (slot - S + 3));
      const stopped = (windows: WrittenWindows) =>
        windows.fill(0, 'temp_out', S - 48, S - 4, () => 15).fill(0, 'temp_out', S - 3, S - 1, fall);
      const echo = { actual: 8, expected: 5.5, known: S + 6 };
      const front = stopped(calm(12));
      for (let n = 1; n <= 12; n++) front.fill(n, 'temp_out', S - 3, S + 12, fall);
      assert.equal(verify(question(front, ring(12), echo)).classification, 'weather_event');
      assert.equal(verify(question(stopped(calm(12)), ring(12), echo)).classification, 'device_failure');
    });

    it('calls the return of a value after a fault a failure', () => {
      const windows = calm(12).fill(0, 'temp_out', S - 2, S - 1, () => 30);
      const answer = verify(question(windows, ring(12), { actual: 15, expected: 30, known: S + 6 }));
      assert.equal(answer.classification, 'device_failure', answer.reason);
    });

    it('keeps its numbers in range, its evidence plain and its answers the same, and its questions as they were', () => {
      const random = seeded(7);
      for (let run = 0; run < 200; run++) {
        const windows = noise(random);
        const asked = Object.freeze(
          question(windows, ring(6), {
            variable: VARIABLES[run % VARIABLES.length],
            actual: 20 * random(),
            expected: 20 * random(),
            known: S + (run % 7),
          }),
        );
        const answer = verify(asked);
        assert.ok(answer.correlation >= -1 && answer.correlation <= 1);
        assert.deepEqual(JSON.parse(JSON.stringify(answer.evidence)), answer.evidence);
        const told = whole(answer);
        verify(question(noise(random), ring(3)));
        assert.deepEqual(whole(answer), told);
        assert.deepEqual(whole(verify(asked)), told);
      }
    });

    it('minds nothing beyond what is known', () => {
      const random = seeded(11);
      for (let run = 0; run < 50; run++) {
        const windows = noise(random);
        const known = S + (run % 6);
        const asked = question(windows, ring(6), { actual: 20 * random(), expected: 20 * random(), known });
        const before = whole(verify(asked));
        for (let n = 0; n <= 6; n++) windows.fill(n, 'temp_out', known + 1, S + 12, () => 50);
        assert.deepEqual(whole(verify(asked)), before);
      }
    });

    it('suspects a value without an expectation, and has an answer to a deviation of zero', () => {
      assert.equal(verify(question(calm(3), ring(3), { expected: Number.NaN })).classification, 'suspected');
      assert.notEqual(verify(question(calm(3), ring(3), { actual: 15 })).classification, 'weather_event');
    });
  });
}
