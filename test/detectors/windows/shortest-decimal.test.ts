import assert from 'node:assert/strict';
import fc from 'fast-check';
import { shortestDecimal } from '../../../detectors/windows/shortest-decimal.ts';

describe('shortest decimal', () => {
  it('gives back what a station sent, from the 32-bit window', () => {
    const reading = fc.tuple(fc.integer({ min: -999_999, max: 999_999 }), fc.integer({ min: 0, max: 3 }));
    fc.assert(
      fc.property(reading, ([digits, decimals]) => {
        const sent = Number(`${digits}e-${decimals}`);
        assert.equal(shortestDecimal(Math.fround(sent)), sent);
      }),
    );
  });

  it('leaves a number as it is that no shorter one stands for', () => {
    assert.equal(shortestDecimal(Math.fround(1 / 3)), 0.33333334);
    assert.equal(shortestDecimal(12345678.9), 12345679);
  });
});
