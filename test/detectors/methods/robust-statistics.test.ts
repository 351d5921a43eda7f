import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { iqr } from '../../../detectors/methods/iqr.ts';
import { mad } from '../../../detectors/methods/mad.ts';
import { newAnswer, type TemporalMethod } from '../../../detectors/methods/temporal-method.ts';

interface Case {
  readonly name: string;
  readonly history: readonly (number | null)[];
  readonly median: number;
  readonly mad: number;
  readonly low: number;
  readonly high: number;
}

const cases: Case[] = JSON.parse(readFileSync(new URL('./fixtures/robust-statistics.json', import.meta.url), 'utf8'));

function judge(method: TemporalMethod, { history }: Case, value: number, threshold: number) {
  const answer = newAnswer();
  const known = Float64Array.from(history, (one) => one ?? Number.NaN);
  method.judge({ history: known, value, variable: 'bar', floor: 1e-12, threshold }, answer);
  assert.equal(answer.reason, '');
  return answer;
}

function assertWithin(actual: number, expected: number, tolerance: number): void {
  assert.ok(Math.abs(actual - expected) <= tolerance, `${actual} for ${expected}`);
}

describe('mad and iqr against numpy', () => {
  for (const one of cases) {
    it(`mad has its median and median absolute deviation to 1e-9 of the latter: ${one.name}`, () => {
      const answer = judge(mad, one, one.median, 3.5);
      assertWithin(answer.expected, one.median, 1e-15 * Math.abs(one.median));
      assertWithin(answer.scale, 1.4826 * one.mad, 1e-9 * one.mad);
    });

    it(`iqr has its median, and its fences to 1e-9 of their distance: ${one.name}`, () => {
      for (const threshold of [0.5, 1.5, 3]) {
        const range = one.high - one.low;
        const above = one.high + threshold * range;
        const below = one.low - threshold * range;
        const tolerance = 1e-9 * range;
        const up = judge(iqr, one, above, threshold);
        assertWithin(up.expected, one.median, 1e-15 * Math.abs(one.median));
        assertWithin(up.expected + threshold * up.scale, above, tolerance);
        const down = judge(iqr, one, below, threshold);
        assertWithin(down.expected - threshold * down.scale, below, tolerance);
        assert.equal(judge(iqr, one, above + tolerance, threshold).anomalous, true);
        assert.equal(judge(iqr, one, above - tolerance, threshold).anomalous, false);
        assert.equal(judge(iqr, one, below - tolerance, threshold).anomalous, true);
        assert.equal(judge(iqr, one, below + tolerance, threshold).anomalous, false);
      }
    });
  }

  it('mad sees a spike beside others that are still in the window', () => {
    const history = Float64Array.from({ length: 36 }, (_, t) => (t % 3 === 0 ? 40 : 15 + (t % 5) / 10));
    const answer = newAnswer();
    mad.judge({ history, value: 40, variable: 'temp_out', floor: 2, threshold: 3.5 }, answer);
    assert.equal(answer.anomalous, true);
  });
});
