import assert from 'node:assert/strict';
import { type GivenLimits, givesNothing, mergedLimits } from '../../schemas/given-limits.ts';
import { DEFAULT_LIMITS } from '../../schemas/limits.ts';

const merged = (given: Partial<GivenLimits>) =>
  mergedLimits({ fail: {}, suspect: {}, ...given }, DEFAULT_LIMITS.temp_out, (span, side) => `${span}.${side}`);
const spansOf = (given: Partial<GivenLimits>) => {
  const limits = merged(given);
  assert.ok('failLow' in limits, JSON.stringify(limits));
  return [limits.failLow, limits.failHigh, limits.suspectLow, limits.suspectHigh];
};
const problemOf = (given: Partial<GivenLimits>) => {
  const problems = merged(given);
  assert.ok(!('failLow' in problems));
  return problems.map(({ span, side, msg }) => `${span}.${side}: ${msg}`).join('; ');
};

describe('limits as they are given', () => {
  it('have the defaults for what is left out', () => {
    assert.deepEqual(spansOf({ fail: { low: -60 } }), [-60, 60, -51.1, 54.4]);
    assert.deepEqual(spansOf({ suspect: { low: null, high: 40 } }), [-80, 60, -51.1, 40]);
    assert.deepEqual(
      spansOf({ fail: { low: -30, high: 45 } }),
      [-30, 45, -30, 45],
      'the climate ends with the fail span',
    );
    assert.deepEqual(spansOf({ fail: { low: 100, high: 200 } }), [100, 200, 100, 200], 'the climate lies outside');
    const all = { fail: { low: -90, high: 70 }, suspect: { low: -90, high: 70 } };
    assert.deepEqual(spansOf(all), [-90, 70, -90, 70], 'they may be wider than the defaults');
  });

  it('are refused where a span is empty', () => {
    const empty = { fail: { low: 60, high: -80 } };
    assert.equal(problemOf(empty), "fail.low: 'fail.low' is 60, should be below 'fail.high' (-80)");
    assert.equal(problemOf({ fail: { high: -80 } }), "fail.high: 'fail.high' is -80, should be above 'fail.low' (-80)");
    const narrow = { suspect: { low: 56 } };
    assert.equal(problemOf(narrow), "suspect.low: 'suspect.low' is 56, should be below 'suspect.high' (54.4)");
    const cold = { suspect: { high: -60 } };
    assert.equal(problemOf(cold), "suspect.high: 'suspect.high' is -60, should be above 'suspect.low' (-51.1)");
  });

  it('are refused where the suspect span reaches beyond the fail span', () => {
    assert.equal(
      problemOf({ suspect: { low: -90, high: 70 } }),
      "suspect.low: 'suspect.low' is -90, should be 'fail.low' (-80) or above; " +
        "suspect.high: 'suspect.high' is 70, should be 'fail.high' (60) or below",
    );
  });

  it('may say nothing', () => {
    assert.equal(givesNothing({ fail: {}, suspect: { low: null } }), true);
    assert.equal(givesNothing({ fail: {}, suspect: { low: 0 } }), false);
  });
});
