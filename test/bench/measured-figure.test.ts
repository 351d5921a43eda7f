import assert from 'node:assert/strict';
import { figureLine, isMet, medianOf, overRounds } from '../../bench/measured-figure.ts';

const cost = (value: number) => ({ name: 'arima: a verdict', value, unit: 'us', goal: '<= 10' });
const rate = (value: number) => ({ name: 'replay', value, unit: 'obs/s', goal: '>= 50,000' });

describe('figures over the rounds of a benchmark', () => {
  it('are gathered by their names, in the order in which they came', () => {
    const [first, second, ...more] = overRounds([[cost(9), rate(1)], [cost(11)], [cost(8)]]);
    assert.deepEqual(first, { name: 'arima: a verdict', unit: 'us', goal: '<= 10', values: [9, 11, 8] });
    assert.deepEqual(second.values, [1]);
    assert.deepEqual(more, []);
  });

  it('have the middle of them for a median', () => {
    assert.equal(medianOf([9, 11, 8]), 9);
    assert.equal(medianOf([10, 2]), 6);
    assert.equal(medianOf([3]), 3);
  });

  it('are held against the goal', () => {
    assert.equal(isMet('<= 10', 10), true);
    assert.equal(isMet('<= 10', 10.1), false);
    assert.equal(isMet('< 1', 1), false);
    assert.equal(isMet('>= 50,000', 50_000), true);
    assert.equal(isMet('>= 50,000', 49_999), false);
    assert.equal(isMet('', 3), null);
  });

  it('are told with spread, goal and change', () => {
    const [figure] = overRounds([[cost(9)], [cost(12)], [cost(8)]]);
    const words = figureLine(figure, 12).split(/ {2,}/);
    assert.deepEqual(words, ['arima: a verdict', '9 us', '8 to 12', 'goal <= 10: met', 'was 12 (-25 %)']);
    const [once] = overRounds([[rate(31_000)]]);
    assert.deepEqual(figureLine(once, undefined).split(/ {2,}/), ['replay', '31,000 obs/s', 'goal >= 50,000: missed']);
  });
});
