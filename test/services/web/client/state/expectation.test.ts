import assert from 'node:assert/strict';
import { expectationOf } from '../../../../../services/web/client/state/expectation.ts';

describe('what the pages say was expected', () => {
  it('is a possible value, and the departure is from there', () => {
    const wet = { variable: 'out_hum', actual_value: 60, expected_value: 104.36 } as const;
    assert.deepEqual(expectationOf(wet), { expected: 100, departure: -40 });
    const calm = { variable: 'wind_speed', actual_value: 80, expected_value: -3.2 } as const;
    assert.deepEqual(expectationOf(calm), { expected: 0, departure: 80 });
  });

  it('is what the method expected where that can be, whatever came', () => {
    const broken = { variable: 'temp_out', actual_value: 999, expected_value: -10.5 } as const;
    assert.deepEqual(expectationOf(broken), { expected: -10.5, departure: 1009.5 });
  });
});
