import assert from 'node:assert/strict';
import { RollingJudgement, ruleOf } from '../../../bench/stream/rolling-judgement.ts';
import { fitArima } from '../../../detectors/methods/arima.ts';
import { newArimaFit } from '../../../detectors/methods/arima-fit.ts';
import type { Observation, Values } from '../../../schemas/observation.ts';
import { timeOfSlot } from '../../../schemas/time.ts';
import { VARIABLES, type Variable } from '../../../schemas/variables.ts';

const FLOORS: Values = { temp_out: 2.551, out_hum: 10.151, wind_speed: 3.051, bar: 1.551, rain: 0.951 };
const SLOT = 2_945_376;
const SLOTS = 60;

/** A day's turn and a spike now and then, as 32-bit floats have it. */
function reported(station: number, slot: number): Observation {
  const wave = Math.sin((slot + station) / 9) + ((slot * 7 + station * 3) % 11) / 11;
  const spike = (slot + station * 5) % 23 === 0 ? 1 : 0;
  const values: Values = {
    temp_out: Math.fround(12 + 3 * wave + 12 * spike),
    out_hum: Math.round(60 + 5 * wave - 45 * spike),
    wind_speed: Math.fround(3 + wave + 20 * spike),
    bar: Math.fround(1013 + wave - 15 * spike),
    rain: Math.fround(12 * spike),
  };
  const time = timeOfSlot(SLOT + slot);
  return { network: 'n', station: `S${station}`, time, values, extras: {}, original: {}, source: 's', received: 0 };
}

type Expectation = (history: readonly number[]) => { readonly expected: number; readonly sigma: number };

/** The rule in words of its own, over plain arrays: which variables of which slots are anomalous. */
function expectedOf(station: number, slots: number, minimum: number, expectation: Expectation): string[] {
  const found: string[] = [];
  for (let slot = 0; slot < SLOTS; slot++) {
    for (const variable of VARIABLES) {
      const valueAt = (at: number) => reported(station, at).values[variable] ?? Number.NaN;
      const history = Array.from({ length: Math.min(slot, slots) }, (_, k) =>
        valueAt(slot - Math.min(slot, slots) + k),
      );
      if (history.length < minimum) continue;
      const { expected, sigma } = expectation(history);
      const departure = Math.abs(valueAt(slot) - expected);
      if (departure > Math.max(3 * sigma, FLOORS[variable] ?? 0)) found.push(`S${station} ${SLOT + slot} ${variable}`);
    }
  }
  return found;
}

function foundBy(judgement: RollingJudgement, station: number, from: number): string[] {
  const found: string[] = [];
  const tell = ({ time, station: id }: Observation, variable: Variable) => {
    found.push(`${id} ${time / 600_000} ${variable}`);
  };
  for (let slot = from; slot < SLOTS; slot++) judgement.judge(reported(station, slot), tell);
  return found;
}

const meanAndDeviation: Expectation = (history) => {
  const expected = history.reduce((sum, value) => sum + value, 0) / history.length;
  const squares = history.reduce((sum, value) => sum + (value - expected) ** 2, 0);
  return { expected, sigma: Math.sqrt(squares / history.length) };
};

const forecast: Expectation = (history) => {
  const fit = newArimaFit();
  fitArima(Float64Array.from(history), fit);
  return fit;
};

describe('rolling judgement of the stream comparison', () => {
  for (const [method, slots, minimum, expectation] of [
    ['sigma', 36, 12, meanAndDeviation],
    ['arima', 35, 35, forecast],
  ] as const) {
    it(`finds what the rule says, ${method}`, () => {
      for (const station of [0, 1, 2]) {
        const found = foundBy(new RollingJudgement(ruleOf(method, minimum)), station, 0);
        assert.ok(found.length > 0);
        assert.deepEqual(found, expectedOf(station, slots, minimum, expectation));
      }
    });
  }

  it('goes on as a predecessor would have, from the windows alone', () => {
    const whole = foundBy(new RollingJudgement(ruleOf('sigma', 12)), 1, 0);
    const successor = new RollingJudgement(ruleOf('sigma', 12));
    for (let slot = 40 - 36; slot < 40; slot++) successor.warm(reported(1, slot));
    const rest = foundBy(successor, 1, 40);
    assert.ok(rest.length > 0);
    assert.deepEqual(rest, whole.slice(-rest.length));
  });

  it('refuses a method that is not compared', () => {
    assert.throws(() => ruleOf('mad', 12), /METHOD is mad, should be sigma or arima/);
  });
});
