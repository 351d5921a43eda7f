import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { isolationForest } from '../../../detectors/methods/isolation-forest.ts';
import { newAnswer } from '../../../detectors/methods/temporal-method.ts';

interface Case {
  readonly name: string;
  readonly history: readonly (number | null)[];
  readonly asked: readonly { value: number; score: number }[];
}

const cases: Case[] = JSON.parse(readFileSync(new URL('./fixtures/isolation-forest.json', import.meta.url), 'utf8'));
/** 100 trees against 2,000 others of the same law. */
const BAND = 0.03;

function judge(history: Float64Array, value: number, floor = 1e-9) {
  const answer = newAnswer();
  isolationForest.judge({ history, value, variable: 'temp_out', floor, threshold: 0.6 }, answer);
  assert.equal(answer.reason, '');
  return answer;
}

describe('isolation_forest against scikit-learn', () => {
  for (const { name, history, asked } of cases) {
    it(`scores within ${BAND} of its forest, and in the same order: ${name}`, () => {
      const known = Float64Array.from(history, (value) => value ?? Number.NaN);
      const scores = asked.map(({ value }) => judge(known, value).score);
      asked.forEach(({ value, score }, k) => {
        assert.ok(Math.abs(scores[k] - score) <= BAND, `${scores[k]} for ${score} at ${value}`);
      });
      for (let a = 0; a < asked.length; a++) {
        for (let b = 0; b < asked.length; b++) {
          if (asked[a].score > asked[b].score + 2 * BAND) assert.ok(scores[a] > scores[b], `${a} before ${b}`);
        }
      }
    });
  }
});

describe('isolation_forest', () => {
  it('leaves the newest value of a steady slope alone and flags a spike on it', () => {
    const history = Float64Array.from({ length: 36 }, (_, t) => 10 + 0.2 * t + 0.05 * Math.sin(7 * t));
    assert.equal(judge(history, 17.2, 2).anomalous, false);
    assert.equal(judge(history, 22, 2).anomalous, true);
    assert.equal(judge(history, 5, 2).anomalous, true);
  });

  it('expects the median', () => {
    assert.equal(judge(Float64Array.of(1, 9, 2, 8, 4, 6), 7).expected, 5);
  });
});
