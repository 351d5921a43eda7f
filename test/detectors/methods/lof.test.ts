import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { lof } from '../../../detectors/methods/lof.ts';
import { newAnswer } from '../../../detectors/methods/temporal-method.ts';

interface Case {
  readonly name: string;
  readonly history: readonly (number | null)[];
  readonly asked: readonly { value: number; factor: number }[];
}

const cases: Case[] = JSON.parse(readFileSync(new URL('./fixtures/lof.json', import.meta.url), 'utf8'));
/** scikit-learn adds 1e-10 to every distance before it takes its inverse. */
const TOLERANCE = 1e-8;

function judge(history: Float64Array, value: number, floor: number) {
  const answer = newAnswer();
  lof.judge({ history, value, variable: 'temp_out', floor, threshold: 1.5 }, answer);
  assert.equal(answer.reason, '');
  return answer;
}

describe('lof against scikit-learn', () => {
  for (const { name, history, asked } of cases) {
    it(`has its factors to ${TOLERANCE}, relative: ${name}`, () => {
      const known = Float64Array.from(history, (value) => value ?? Number.NaN);
      for (const { value, factor } of asked) {
        const { score } = judge(known, value, 1e-9);
        assert.ok(Math.abs(score - factor) <= TOLERANCE * factor, `${score} for ${factor} at ${value}`);
      }
    });
  }
});

describe('lof', () => {
  it('takes both of two levels for usual, and what lies between for unusual', () => {
    const history = Float64Array.from({ length: 60 }, (_, t) => (t % 2 === 0 ? 5 : 25) + Math.sin(t));
    assert.equal(judge(history, 5.2, 2).anomalous, false);
    assert.equal(judge(history, 25.2, 2).anomalous, false);
    assert.equal(judge(history, 20, 2).anomalous, true);
    assert.equal(judge(history, 15, 2).anomalous, false, 'the median of the window');
  });

  it('judges by the floor where its neighbours are all alike', () => {
    const history = Float64Array.from({ length: 36 }, (_, t) => (t < 30 ? 0 : 4));
    assert.equal(judge(history, 1.9, 2).anomalous, false);
    assert.equal(judge(history, 2.1, 2).anomalous, true);
    assert.equal(judge(history, 0, 2).score, 0);
  });
});
