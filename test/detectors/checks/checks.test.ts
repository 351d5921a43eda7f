import assert from 'node:assert/strict';
import { CHECKS } from '../../../detectors/checks/registry.ts';
import { judgeStep, stepGoesBeside } from '../../../detectors/checks/step.ts';
import { type Answer, newAnswer } from '../../../detectors/methods/temporal-method.ts';
import { LONGEST_INTERVAL } from '../../../detectors/windows/cadence.ts';

describe('checks', () => {
  it('specify themselves completely', () => {
    for (const [name, check] of CHECKS) {
      assert.equal(check.name, name);
      assert.ok(Number.isInteger(check.version) && check.version >= 1);
      assert.match(check.source, /QARTOD/);
      for (const parameter of check.parameters) {
        assert.ok(parameter.unit.length > 0 && parameter.meaning.length > 0, parameter.name);
        assert.ok(parameter.low <= parameter.default && parameter.default <= parameter.high, parameter.name);
      }
    }
  });
});

describe('step', () => {
  function step(history: readonly number[], value: number, floor = 2): Answer {
    const answer = newAnswer();
    judgeStep({ history: Float64Array.from(history), value, variable: 'temp_out', floor, threshold: 5 }, answer);
    return answer;
  }

  it('flags a change beyond the floor, up or down', () => {
    for (const change of [2.01, -2.01, 15])
      assert.equal(step([10, 18, 18], 18 + change).anomalous, true, String(change));
    for (const change of [0, 1.99, -1.99])
      assert.equal(step([10, 18, 18], 18 + change).anomalous, false, String(change));
  });

  it('expects the last value and scores the change in thirds of the floor', () => {
    const answer = step([10, 12, 18], 21, 1.5);
    assert.equal(answer.reason, '');
    assert.equal(answer.expected, 18);
    assert.equal(answer.scale, 0.5);
    assert.equal(answer.score, 6);
  });

  it('passes what is back where the report before the last one stood: the last was the spike', () => {
    assert.equal(step([10, 10, 18], 11).anomalous, false);
    assert.equal(step([10, 18, 18], 11).anomalous, true, 'after two');
    assert.equal(step([10, 10, 18], 5).anomalous, true, 'beyond it');
  });

  it('stands beside methods that expect a middle, and beside forecasts from few reports', () => {
    assert.equal(stepGoesBeside('middle', 36), true);
    assert.equal(stepGoesBeside('forecast', 36), false);
    assert.equal(stepGoesBeside('forecast', 6), true, 'six hours of an hourly station');
  });

  it('lets a value depart farther the longer ago the report before it was', () => {
    const missing = Number.NaN;
    assert.equal(step([18, missing], 20.3).anomalous, false, 'two intervals: 1.22 floors');
    assert.equal(step([18, missing], 20.6).anomalous, true);
    assert.equal(
      step([18, ...new Array<number>(8).fill(missing)], 22.4).anomalous,
      false,
      'nine intervals: 2.24 floors',
    );
    assert.equal(step([18, ...new Array<number>(8).fill(missing)], 22.6).anomalous, true);
  });

  it('needs a report of the last three and a half hours, and nothing else', () => {
    assert.equal(step([18], 25).anomalous, true);
    const silent = (reports: number) => [18, ...new Array<number>(reports).fill(Number.NaN)];
    assert.equal(step(silent(LONGEST_INTERVAL - 1), 30).anomalous, true);
    for (const history of [[], silent(LONGEST_INTERVAL)]) {
      const answer = step(history, 25);
      assert.equal(answer.reason, 'insufficient_history');
      assert.equal(answer.anomalous, false);
    }
  });

  it('is an error with a name where numbers run out', () => {
    assert.equal(step([-1.5e308], 1.5e308).reason, 'method_error');
  });
});
