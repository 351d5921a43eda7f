import assert from 'node:assert/strict';
import { BitWriter } from '../../../../services/observations/bufr/bit-writer.ts';

describe('bits that are written', () => {
  it('stand one behind the other, the highest first, filled up to a byte', () => {
    const bits = new BitWriter();
    bits.write(3, 0b101);
    bits.write(10, 0b1100110011);
    bits.write(1, 1);
    assert.deepEqual([...bits.bytes()], [0b10111001, 0b10011100]);
  });

  it('are all set where a value is missing, however wide', () => {
    const bits = new BitWriter();
    bits.writeMissing(4);
    bits.write(32, 0x80000001);
    bits.writeMissing(128);
    assert.equal(bits.bytes().toString('hex'), `f80000001${'f'.repeat(32)}0`.padEnd(42, '0'));
  });
});
