import assert from 'node:assert/strict';
import fc from 'fast-check';
import { inTenMinutes, rainIntervalOf } from '../../../ingest/validation/rain-fields.ts';
import { isRainInterval, RAIN_INTERVALS } from '../../../schemas/rain-intervals.ts';

describe('intervals of rain', () => {
  it('are those of loggers and reports, and numbers', () => {
    assert.deepEqual(RAIN_INTERVALS.filter(isRainInterval), [1, 5, 10, 15, 30, 60]);
    for (const other of [0, 7, -5, 1440, 5.5, Number.NaN, '5', null, undefined])
      assert.equal(isRainInterval(other), false);
  });

  it('are found beside the amount as it came', () => {
    assert.equal(rainIntervalOf({ rain: { value: 1, unit: 'mm', interval: 60 } }), 60);
    assert.equal(rainIntervalOf({ rain: { value: 1, unit: 'mm', kind: 'since_midnight' } }), null);
    assert.equal(rainIntervalOf({ bar: { value: 1, unit: 'kPa' } }), null);
  });

  it('turn amounts into those of ten minutes, to a millionth', () => {
    const amounts = RAIN_INTERVALS.map((interval) => inTenMinutes(0.7, interval));
    assert.deepEqual(amounts, [7, 1.4, 0.7, 0.466667, 0.233333, 0.116667]);
    assert.equal(inTenMinutes(0.1 + 0.2, 10), 0.1 + 0.2);
    assert.equal(inTenMinutes(-Number.MAX_VALUE, 1), -Number.MAX_VALUE);
  });

  it('keep what fell: as many amounts as the interval has give it back', () => {
    const amount = fc.double({ min: 0, max: 1000, noNaN: true });
    const same = fc.property(amount, fc.constantFrom(...RAIN_INTERVALS), (mm, interval) => {
      assert.ok(Math.abs((inTenMinutes(mm, interval) * interval) / 10 - mm) <= 3e-6);
    });
    fc.assert(same, { seed: 7 });
  });
});
