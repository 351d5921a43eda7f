import assert from 'node:assert/strict';
import fc from 'fast-check';
import { TEMPORAL_METHODS, temporalMethod } from '../../../detectors/methods/registry.ts';
import { type Answer, newAnswer, type TemporalMethod } from '../../../detectors/methods/temporal-method.ts';
import { thresholdOf, thresholdParameter } from '../../../detectors/methods/threshold.ts';
import { HalcyonError } from '../../../schemas/errors.ts';
import { SERIES_KINDS, seeded, seededSeries, withMissing } from './seeded-series.ts';

/** Share of a window of 36 that may be missing, wherever it is, without silencing a variable. */
const MISSING_SHARE = 0.75;
/** Scores of shifted and scaled questions agree to this, relative: rounding moves the end of an iterative search a little. */
const SCORE_TOLERANCE = 1e-3;
const RUNS = { numRuns: 60, seed: 7 } as const;

function judge(
  method: TemporalMethod,
  history: Float64Array,
  value: number,
  floor = 0.5,
  threshold = thresholdOf(method.specification, null),
): Answer {
  const answer = newAnswer();
  method.judge({ history, value, variable: 'temp_out', floor, threshold }, answer);
  return answer;
}

function assertSound(answer: Answer): void {
  assert.equal(answer.reason, '');
  assert.ok(Number.isFinite(answer.expected), `expected ${answer.expected}`);
  assert.ok(Number.isFinite(answer.scale) && answer.scale > 0, `scale ${answer.scale}`);
  assert.ok(Number.isFinite(answer.score) && answer.score >= 0, `score ${answer.score}`);
}

function assertClose(actual: number, expected: number): void {
  assert.ok(
    Math.abs(actual - expected) <= SCORE_TOLERANCE * Math.max(1, Math.abs(expected)),
    `${actual} for ${expected}`,
  );
}

/** A history and the value after it. */
const question = fc
  .record({
    kind: fc.constantFrom(...SERIES_KINDS),
    length: fc.constantFrom(6, 7, 12, 36, 144),
    seed: fc.integer({ min: 1, max: 1_000_000 }),
  })
  .map(({ kind, length, seed }) => {
    const series = seededSeries(kind, length + 1, seed);
    return { history: series.slice(0, length), value: series[length], seed };
  });

describe('temporal methods', () => {
  it('are found by their name', () => {
    for (const [name, method] of TEMPORAL_METHODS) {
      assert.equal(method.specification.name, name);
      assert.equal(temporalMethod(name), method);
    }
  });

  it('that are not there are refused with those that are', () => {
    assert.throws(
      () => temporalMethod('not_there' as 'arima'),
      (error) =>
        error instanceof HalcyonError && error.code === 'invalid_parameter' && /arima, 3sigma/.test(error.message),
    );
  });
});

for (const [name, method] of TEMPORAL_METHODS) {
  const { specification } = method;

  describe(`temporal method ${name}`, () => {
    it('specifies itself completely', () => {
      assert.ok(Number.isInteger(specification.version) && specification.version >= 1);
      for (const text of [specification.summary, specification.notFor, specification.source])
        assert.ok(text.length > 20);
      assert.ok(specification.guarantees.length > 0);
      assert.ok(Number.isInteger(specification.minimumHistory));
      assert.ok(specification.minimumHistory >= 1 && specification.minimumHistory <= 6, 'judges from one hour');
      for (const parameter of specification.parameters) {
        assert.match(parameter.name, /^[a-z][a-z0-9_]*$/);
        assert.ok(parameter.unit.length > 0 && parameter.meaning.length > 0, parameter.name);
        assert.ok(Number.isFinite(parameter.low) && Number.isFinite(parameter.high), parameter.name);
        assert.ok(parameter.low <= parameter.default && parameter.default <= parameter.high, parameter.name);
      }
      assert.ok(thresholdParameter(specification).low > 0);
    });

    it('answers in numbers and flags what is beyond the threshold, whichever is asked for', () => {
      const { low, high } = thresholdParameter(specification);
      const asked = fc.double({ min: low, max: high, noNaN: true });
      fc.assert(
        fc.property(question, asked, ({ history, value }, threshold) => {
          const answer = judge(method, history, value, 0.5, threshold);
          assertSound(answer);
          assert.equal(answer.anomalous, answer.score > threshold);
          assert.ok(answer.scale >= 0.5 / threshold, 'the scale has a floor');
          assertClose(Math.abs(value - answer.expected) / answer.scale, answer.score);
          if (Math.abs(value - answer.expected) < 0.5) assert.equal(answer.anomalous, false, 'nearer than the floor');
        }),
        RUNS,
      );
    });

    it('passes what it says it surely passes', () => {
      const { surelyPasses } = method;
      if (surelyPasses === undefined) return;
      const { low, default: usual } = thresholdParameter(specification);
      let sure = 0;
      const seeds = fc.integer({ min: 1, max: 1_000_000 });
      const floors = fc.double({ min: 0.1, max: 4, noNaN: true });
      const shares = fc.constantFrom(0, 0.1, 0.5);
      const thresholds = fc.constantFrom(low, usual);
      const edges = fc.boolean();
      fc.assert(
        fc.property(
          question,
          seeds,
          floors,
          shares,
          thresholds,
          edges,
          (window, seed, width, share, threshold, edge) => {
            const { history, value } = window;
            const known = withMissing(history, share, seed);
            const valid = known.filter((one) => !Number.isNaN(one));
            const range = Math.max(...valid, value) - Math.min(...valid, value);
            const asked = {
              history: known,
              value,
              variable: 'temp_out',
              floor: width * (range + 0.01),
              threshold,
            } as const;
            // The farthest value that is still sure, where there is one.
            while (edge && surelyPasses(asked)) {
              const farther = { ...asked, value: asked.value + (seed % 2 === 0 ? 0.01 : -0.01) * asked.floor };
              if (!surelyPasses(farther)) break;
              Object.assign(asked, farther);
            }
            if (!surelyPasses(asked)) return;
            sure++;
            const answer = judge(method, asked.history, asked.value, asked.floor, asked.threshold);
            assertSound(answer);
            assert.equal(answer.anomalous, false);
          },
        ),
        { numRuns: 2000, seed: 7 },
      );
      assert.ok(sure > 300, `sure of ${sure}`);
      const few = Float64Array.from({ length: specification.minimumHistory - 1 }, () => 15);
      const known = { variable: 'temp_out', value: 15, floor: 1, threshold: low } as const;
      assert.equal(surelyPasses({ ...known, history: few }), false, 'too few values');
      assert.equal(surelyPasses({ ...known, history: Float64Array.of(15, 15, 15, 15, 15, 15, Infinity, 15) }), false);
    });

    it('refuses a threshold outside its bounds and names them', () => {
      const { low, high } = thresholdParameter(specification);
      for (const asked of [low / 2, high * 2, Number.NaN]) {
        assert.throws(() => thresholdOf(specification, asked), {
          code: 'invalid_parameter',
          message: new RegExp(`threshold of ${name} is .* from ${low} to ${high}`),
        });
      }
    });

    it('leaves its input untouched', () => {
      fc.assert(
        fc.property(question, ({ history, value, seed }) => {
          const gappy = withMissing(history, 0.2, seed);
          const copy = gappy.slice();
          judge(method, gappy, value);
          assert.deepEqual(gappy, copy);
        }),
        RUNS,
      );
    });

    it('does not look at what follows', () => {
      fc.assert(
        fc.property(question, ({ history, value }) => {
          const record = new Float64Array(2 * history.length);
          record.set(history);
          const before = judge(method, record.subarray(0, history.length), value);
          record.fill(1e4, history.length);
          assert.deepEqual(judge(method, record.subarray(0, history.length), value), before);
        }),
        RUNS,
      );
    });

    it('gives the same answer again, whatever it judged meanwhile', () => {
      fc.assert(
        fc.property(question, question, (one, other) => {
          const before = judge(method, one.history, one.value);
          judge(method, other.history, other.value);
          judge(method, withMissing(other.history, 0.3, other.seed), other.value);
          assert.deepEqual(judge(method, one.history, one.value), before);
        }),
        RUNS,
      );
    });

    it(`judges with up to ${100 * MISSING_SHARE} % of the window missing, wherever`, () => {
      fc.assert(
        fc.property(
          fc.constantFrom(...SERIES_KINDS),
          fc.integer({ min: 1, max: 1_000_000 }),
          fc.double({ min: 0, max: MISSING_SHARE, noNaN: true }),
          fc.constantFrom('scattered', 'first', 'last', 'middle'),
          (kind, seed, share, where) => {
            const history = seededSeries(kind, 36, seed);
            const missing = Math.floor(share * 36);
            const random = seeded(seed);
            const order = Array.from({ length: 36 }, (_, t) => ({ t, key: random() })).sort((a, b) => a.key - b.key);
            for (let k = 0; k < missing; k++) {
              const middle = Math.floor((36 - missing) / 2) + k;
              const at = { scattered: order[k].t, first: k, last: 35 - k, middle }[where];
              history[at] = Number.NaN;
            }
            assertSound(judge(method, history, 15));
            const spike = judge(method, history, 15 + 1e4);
            assert.ok(spike.anomalous, `a spike of 10,000 with ${missing} missing, ${where}: ${spike.score}`);
          },
        ),
        { numRuns: 200, seed: 7 },
      );
    });

    it('judges from its fewest valid values and says so below them', () => {
      const fewest = specification.minimumHistory;
      const series = seededSeries('walk', 36, 3);
      for (let valid = 0; valid < fewest; valid++) {
        const short = judge(method, series.slice(0, valid), 15);
        assert.equal(short.reason, 'insufficient_history', `${valid} values`);
        assert.equal(short.anomalous, false);
        const gappy = series.map((value, t) => (t % 4 === 0 && t / 4 < valid ? value : Number.NaN));
        assert.equal(judge(method, gappy, 15).reason, 'insufficient_history', `${valid} values among missing ones`);
      }
      assertSound(judge(method, series.slice(0, fewest), 15));
      const gappy = series.map((value, t) => (t % 4 === 0 && t / 4 < fewest ? value : Number.NaN));
      assertSound(judge(method, gappy, 15));
    });

    it('judges at every window from 1 to 168 hours, full or a quarter full', () => {
      const series = seededSeries('diurnal', 168 * 6, 11);
      const gappy = withMissing(series, MISSING_SHARE, 11);
      for (let hours = 1; hours <= 168; hours++) {
        assertSound(judge(method, series.subarray(0, 6 * hours), 15));
        const quarter = gappy.slice(0, 6 * hours);
        const valid = quarter.filter((value) => !Number.isNaN(value)).length;
        const answer = judge(method, quarter, 15);
        if (valid < specification.minimumHistory) assert.equal(answer.reason, 'insufficient_history', `${hours} h`);
        else assertSound(answer);
      }
    });

    it('expects the constant of a constant history and leaves a step of the instrument alone', () => {
      for (const constant of [0, 18.3, Math.fround(18.3), -40, 1013.25, 1e6]) {
        for (const share of [0, 0.4]) {
          const history = withMissing(new Float64Array(36).fill(constant), share, 5);
          const same = judge(method, history, constant);
          assertSound(same);
          assert.equal(same.expected, constant);
          assert.equal(same.score, 0);
          assert.equal(judge(method, history, constant + 0.1, 0.5).anomalous, false);
          assert.equal(judge(method, history, constant + 0.6, 0.5).anomalous, true, 'but beyond the floor it flags');
        }
      }
    });

    it('judges a history that is constant but for one step of the instrument', () => {
      for (let at = 0; at < 36; at++) {
        const history = new Float64Array(36).fill(18.3);
        history[at] = 18.4;
        const answer = judge(method, history, 18.3);
        assertSound(answer);
        assert.equal(answer.anomalous, false);
        assert.ok(Math.abs(answer.expected - 18.3) < 0.11, `expected ${answer.expected}`);
      }
    });

    it('scores alike when everything is shifted', () => {
      fc.assert(
        fc.property(question, fc.integer({ min: -5000, max: 5000 }), ({ history, value }, shift) => {
          const before = judge(method, history, value);
          const after = judge(
            method,
            history.map((level) => level + shift),
            value + shift,
          );
          assertClose(after.score, before.score);
        }),
        RUNS,
      );
    });

    it('scores alike when everything is scaled', () => {
      fc.assert(
        fc.property(question, fc.constantFrom(1e-6, 0.1, 3, 1e5, -1), ({ history, value, seed }, factor) => {
          const gappy = history.length > 12 ? withMissing(history, 0.1, seed) : history;
          const before = judge(method, gappy, value);
          const after = judge(
            method,
            gappy.map((level) => level * factor),
            value * factor,
            0.5 * Math.abs(factor),
          );
          assertClose(after.score, before.score);
        }),
        RUNS,
      );
    });

    it('never finds a larger spike less anomalous', () => {
      fc.assert(
        fc.property(question, fc.constantFrom(-1, 1), ({ history }, sign) => {
          const level = sign * Math.max(...history.map((value) => sign * value));
          let before = 0;
          for (const spike of [0.5, 1, 2, 4, 8, 16, 64, 1024, 1e6]) {
            const { score } = judge(method, history, level + sign * spike);
            assert.ok(score >= before, `${spike}: ${score} after ${before}`);
            before = score;
          }
          assert.ok(before > thresholdOf(specification, null), 'a million degrees are flagged');
        }),
        RUNS,
      );
    });

    it('is an error with a name, never normal, where numbers run out', () => {
      const history = seededSeries('walk', 36, 3);
      history[10] = Number.POSITIVE_INFINITY;
      const answer = judge(method, history, 15);
      assert.equal(answer.reason, 'method_error');
      assert.equal(answer.anomalous, false);
      const large = judge(
        method,
        Float64Array.from({ length: 36 }, (_, t) => (t % 2 === 0 ? 1.5e308 : -1.5e308)),
        0,
      );
      if (large.reason === '') assertSound(large);
      else assert.equal(large.reason, 'method_error');
    });
  });
}
