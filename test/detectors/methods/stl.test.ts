import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { stl } from '../../../detectors/methods/stl.ts';
import { decompose, newDecomposition } from '../../../detectors/methods/stl-decomposition.ts';
import { newAnswer } from '../../../detectors/methods/temporal-method.ts';
import { seededNormal, seededSeries } from './seeded-series.ts';

interface Case {
  readonly name: string;
  readonly period: number;
  readonly history: readonly number[];
  readonly trend: readonly number[];
  readonly season: readonly number[];
  readonly expected: number;
}

const cases: Case[] = JSON.parse(readFileSync(new URL('./fixtures/stl.json', import.meta.url), 'utf8'));
/** [unit of the series, whose noise is 1] */
const TOLERANCE = 1e-6;

function judge(history: Float64Array, value: number, floor = 1e-9, cadence?: number) {
  const answer = newAnswer();
  stl.judge({ history, cadence, value, variable: 'temp_out', floor, threshold: 3 }, answer);
  assert.equal(answer.reason, '');
  return answer;
}

describe('stl against statsmodels', () => {
  for (const { name, period, history, trend, season, expected } of cases) {
    it(`has its trend and season, and continues them, to ${TOLERANCE}: ${name}`, () => {
      const found = newDecomposition();
      const known = Float64Array.from(history);
      decompose(known, period, found);
      const within = (actual: number, right: number, what: string) =>
        assert.ok(Math.abs(actual - right) <= TOLERANCE, `${what}: ${actual} for ${right}`);
      trend.forEach((right, t) => {
        within(found.trend[t] + history[0], right, `trend ${t}`);
      });
      season.forEach((right, t) => {
        within(found.season[t], right, `season ${t}`);
      });
      within(found.expected, expected, 'expected');
      within(judge(known, history[0]).expected, expected, 'expected by the method');
    });
  }
});

describe('stl', () => {
  it('knows the daily cycle where the window holds two days', () => {
    const normal = seededNormal(5);
    const day = (t: number) => 15 + 8 * Math.sin((2 * Math.PI * t) / 144);
    const history = Float64Array.from({ length: 3 * 144 }, (_, t) => day(t) + 0.2 * normal());
    assert.equal(judge(history, day(432)).anomalous, false);
    assert.ok(Math.abs(judge(history, 0).expected - day(432)) < 0.5);
    assert.equal(judge(history, day(432) + 2).anomalous, true);
  });

  it('knows the daily cycle of a station that reports at another pace', () => {
    for (const cadence of [2, 3, 6]) {
      const normal = seededNormal(5);
      const day = (t: number) => 15 + 8 * Math.sin((2 * Math.PI * cadence * t) / 144);
      const length = (3 * 144) / cadence;
      const history = Float64Array.from({ length }, (_, t) => day(t) + 0.2 * normal());
      const answer = judge(history, day(length) + 2, 1e-9, cadence);
      assert.ok(Math.abs(answer.expected - day(length)) < 0.5, `every ${cadence} slots: ${answer.expected}`);
      assert.equal(answer.anomalous, true);
    }
  });

  it('takes no number of reports for a season that is neither a day nor an hour', () => {
    // A cycle of six reports: an hour of ten minutes each, nothing where they are hourly or every 50 minutes.
    const normal = seededNormal(8);
    const history = Float64Array.from(
      { length: 40 },
      (_, t) => 15 + 3 * Math.sin((2 * Math.PI * t) / 6) + 0.1 * normal(),
    );
    assert.ok(judge(history, 15).scale < 0.5);
    for (const cadence of [5, 6]) assert.ok(judge(history, 15, 1e-9, cadence).scale > 1, `every ${cadence} slots`);
  });

  it('is not bent by a spike that is still in the window', () => {
    const history = seededSeries('noise', 36, 4);
    const before = judge(history, 15);
    history[33] += 500;
    const after = judge(history, 15);
    assert.ok(Math.abs(after.expected - before.expected) < 2 * before.scale);
    assert.ok(after.scale < 3 * before.scale);
  });

  it('does without a season where a place of it has fewer than two values', () => {
    const history = Float64Array.from({ length: 36 }, (_, t) => (t % 6 === 2 ? Number.NaN : 15 + (t % 6)));
    assert.ok(judge(history, 15).scale > 0.5, 'the cycle of an hour is then noise');
    history[2] = 17;
    history[8] = 17;
    assert.ok(judge(history, 15).scale < 0.1);
  });
});
