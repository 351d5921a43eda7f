import assert from 'node:assert/strict';
import fc from 'fast-check';
import { arima } from '../../../detectors/methods/arima.ts';
import { isWithinReach } from '../../../detectors/methods/arima-reach.ts';
import { newAnswer, type Question } from '../../../detectors/methods/temporal-method.ts';
import { SERIES_KINDS, seeded, seededSeries, withMissing } from './seeded-series.ts';

const WINDOW = 36;

function asked(history: Float64Array, value: number, floor: number, threshold = 5): Question {
  return { history, value, variable: 'temp_out', floor, threshold };
}

/** True where the method passes it. */
function passes(question: Question): boolean {
  const answer = newAnswer();
  arima.judge(question, answer);
  assert.equal(answer.reason, '');
  return !answer.anomalous;
}

/** The farthest value on one side that is sure to pass; null where not even the last level is. */
function farthestSure(history: Float64Array, floor: number, threshold: number, side: number): Question | null {
  const last = history[history.length - 1];
  let sure: Question | null = null;
  for (let share = 0; share < 1; share += 0.02) {
    const question = asked(history, last + side * share * floor, floor, threshold);
    if (!isWithinReach(question, 6)) return sure;
    sure = question;
  }
  return sure;
}

/** What an ARIMA(1,1,1) says of the levels: S, -2 log L without constants, and what the next step is expected to be. */
function modelOf(levels: Float64Array, phi: number, theta: number) {
  const c = (phi + theta) ** 2 / (1 - phi * phi);
  let [a, b, g, power, ee, eg, gg] = [0, 0, 0, 1, 0, 0, 0];
  for (let t = 1; t < levels.length; t++) {
    b = a;
    a = levels[t] - levels[t - 1] - theta * b;
    g = power;
    const e = a - phi * b;
    ee += e * e;
    eg += e * g;
    gg += g * g;
    power *= -theta;
  }
  const weight = 1 + c * gg;
  const squares = ee - (c * eg * eg) / weight;
  const slope = (phi + theta) * a - (theta * g * c * eg) / weight;
  return { squares, slope, likelihood: (levels.length - 1) * Math.log(squares) + Math.log(weight) };
}

describe('reach of ARIMA', () => {
  it('holds for every model that is no worse than a random walk, not the best alone', () => {
    const random = seeded(3);
    let looked = 0;
    for (let round = 0; round < 400; round++) {
      const kind = SERIES_KINDS[round % SERIES_KINDS.length];
      const history = seededSeries(kind, [7, 12, WINDOW, 144][round % 4], round + 1);
      const last = history[history.length - 1];
      const plain = modelOf(history, 0, 0);
      const floor = Math.sqrt(plain.squares) * (0.3 + random());
      const question = farthestSure(history, floor, 5, round % 3 === 0 ? -1 : 1);
      if (question === null) continue;
      for (let models = 0; models < 200; models++) {
        const phi = Math.sin((random() - 0.5) * Math.PI);
        const theta = models % 4 === 0 ? -phi : Math.sin((random() - 0.5) * Math.PI);
        const { squares, slope, likelihood } = modelOf(history, phi, theta);
        if (likelihood > plain.likelihood) continue;
        looked++;
        const departure = Math.abs(question.value - last - slope);
        const sigma = Math.sqrt(squares / (history.length - 1));
        assert.ok(departure <= Math.max(floor, 5 * sigma), `${kind}, round ${round}, phi ${phi}, theta ${theta}`);
      }
    }
    assert.ok(looked > 3_000, `looked at ${looked}`);
  });

  it('is passed by the fit in windows with and without gaps, as far as it goes', () => {
    let sure = 0;
    fc.assert(
      fc.property(
        fc.constantFrom(...SERIES_KINDS),
        fc.constantFrom(6, 7, 12, WINDOW, 144),
        fc.integer({ min: 1, max: 1_000_000 }),
        fc.constantFrom(0, 0, 0.05, 0.3),
        fc.double({ min: 0.2, max: 1.5, noNaN: true }),
        fc.constantFrom(1, 5, 20),
        (kind, length, seed, share, width, threshold) => {
          const history = withMissing(seededSeries(kind, length, seed), share, seed);
          const steps = history
            .map((level, t) => (t > 0 ? level - history[t - 1] : Number.NaN))
            .filter(Number.isFinite);
          const floor = width * Math.sqrt(steps.reduce((sum, step) => sum + step * step, 0.01));
          const question = farthestSure(history, floor, threshold, seed % 2 === 0 ? 1 : -1);
          if (question === null) return;
          sure++;
          assert.ok(passes(question));
        },
      ),
      { numRuns: 3000, seed: 11 },
    );
    assert.ok(sure > 800, `sure of ${sure}`);
  });

  it('holds where steps follow one law to the last digit', () => {
    const laws: Record<string, (t: number) => number> = {
      constant: () => 0,
      ramp: () => 0.1,
      alternation: (t) => (t % 2 === 0 ? 0.1 : -0.1),
      'one step': (t) => (t === 20 ? 0.7 : 0),
      'a step at the end': (t) => (t === WINDOW - 1 ? 0.4 : 0),
      growth: (t) => 1e-4 * 1.2 ** t,
    };
    for (const theta of [-0.97, -0.87, -0.55, 0.55, 0.87, 0.97]) laws[`decay by ${-theta}`] = (t) => (-theta) ** t;
    for (const [name, law] of Object.entries(laws)) {
      let level = 15;
      const history = Float64Array.from({ length: WINDOW }, (_, t) => (level += law(t)));
      for (const floor of [0.05, 0.2, 0.5, 1, 2, 4]) {
        for (const side of [-1, 1]) {
          const question = farthestSure(history, floor, 5, side);
          if (question !== null) assert.ok(passes(question), `${name}, floor ${floor}`);
        }
      }
    }
  });

  it('passes most values where the noise is well below the floor', () => {
    for (const kind of ['walk', 'diurnal', 'arma'] as const) {
      let sure = 0;
      for (let seed = 1; seed <= 100; seed++) {
        const series = seededSeries(kind, WINDOW + 1, seed);
        const { squares } = modelOf(series.subarray(0, WINDOW), 0, 0);
        const question = asked(series.slice(0, WINDOW), series[WINDOW], 6 * Math.sqrt(squares / (WINDOW - 1)));
        if (isWithinReach(question, 6)) sure++;
      }
      assert.ok(sure >= 80, `${kind}: ${sure} of 100`);
    }
  });

  it('says nothing where the last step is not known or the value is beyond the floor', () => {
    const history = seededSeries('noise', WINDOW, 1);
    const last = history[WINDOW - 1];
    assert.equal(isWithinReach(asked(history, last, 1_000), 6), true);
    assert.equal(isWithinReach(asked(history, last + 1_001, 1_000), 6), false);
    for (const missing of [WINDOW - 1, WINDOW - 2]) {
      const known = history.slice();
      known[missing] = Number.NaN;
      assert.equal(isWithinReach(asked(known, last, 1_000), 6), false);
    }
  });
});
