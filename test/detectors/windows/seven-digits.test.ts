import assert from 'node:assert/strict';
import fc from 'fast-check';
import { sevenDigits } from '../../../detectors/windows/seven-digits.ts';

const plainly = (value: number) => Number(value.toPrecision(7));

describe('seven digits of a value', () => {
  it('are those that its decimal has, whatever its size', () => {
    const bits = new Uint32Array(1);
    const float = new Float32Array(bits.buffer);
    fc.assert(
      fc.property(fc.nat(0xffffffff), (word) => {
        bits[0] = word;
        fc.pre(Number.isFinite(float[0]));
        assert.equal(sevenDigits(float[0]), plainly(float[0]));
      }),
      { numRuns: 2000 },
    );
  });

  it('are those of every tenth and hundredth that stations report, and of what lies half between two', () => {
    for (let hundredths = -5000; hundredths <= 110_000; hundredths++) {
      const value = Math.fround(hundredths / 100);
      assert.equal(sevenDigits(value), plainly(value));
    }
    for (const value of [0.5 + 2 ** 20, 999_999.5, -999_999.5, 9_999_999, 0.1, 0.01, -0, 1e-3, 1e9]) {
      assert.equal(sevenDigits(Math.fround(value)), plainly(Math.fround(value)));
    }
  });
});
