import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { newAnswer } from '../../../detectors/methods/temporal-method.ts';
import { threeSigma, threeSigmaFrom } from '../../../detectors/methods/three-sigma.ts';

interface Case {
  readonly name: string;
  readonly history: readonly (number | null)[];
  readonly expected: number;
  readonly sigma: number;
}

const cases: Case[] = JSON.parse(readFileSync(new URL('./fixtures/three-sigma.json', import.meta.url), 'utf8'));

describe('3sigma against numpy', () => {
  for (const { name, history, expected, sigma } of cases) {
    it(`has its mean and standard deviation to 1e-9 of the latter: ${name}`, () => {
      const answer = newAnswer();
      const known = Float64Array.from(history, (value) => value ?? Number.NaN);
      threeSigma.judge({ history: known, value: expected, variable: 'bar', floor: 1e-12, threshold: 3 }, answer);
      assert.equal(answer.reason, '');
      assert.ok(Math.abs(answer.expected - expected) <= 1e-9 * sigma + 1e-15 * Math.abs(expected));
      assert.ok(Math.abs(answer.scale - sigma) <= 1e-9 * sigma);
    });
  }
});

describe('3sigma from a number of values on', () => {
  it('judges from so many on, and otherwise as it does', () => {
    const question = { value: 9, variable: 'bar', floor: 1, threshold: 3 } as const;
    const [given, own] = [newAnswer(), newAnswer()];
    const few = threeSigmaFrom(4);
    assert.equal(few.specification.minimumHistory, 4);
    few.judge({ ...question, history: Float64Array.of(Number.NaN, 1, 2, 3) }, given);
    assert.equal(given.reason, 'insufficient_history');
    few.judge({ ...question, history: Float64Array.of(1, 2, 3, 2) }, given);
    assert.deepEqual([given.reason, given.expected, given.anomalous], ['', 2, true]);
    const history = Float64Array.of(1, 2, 3, 2, 1, 3);
    few.judge({ ...question, history }, given);
    threeSigma.judge({ ...question, history }, own);
    assert.deepEqual(given, own);
  });
});
