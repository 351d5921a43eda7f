import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { newAnswer } from '../../../detectors/methods/temporal-method.ts';
import { threeSigma } from '../../../detectors/methods/three-sigma.ts';

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
