import assert from 'node:assert/strict';
import { repeatedBefore } from '../../../detectors/exemptions/resumption.ts';
import { S } from '../spatial/calm-air.ts';
import { WrittenWindows } from '../spatial/written-windows.ts';

/** A station whose record changes at every slot, but for `from` to `to`, where it repeats that of `from`. */
function station(from: number, to: number): WrittenWindows {
  const windows = new WrittenWindows();
  const held = (slot: number) => (slot > from && slot <= to ? from : slot);
  windows.fill(0, 'temp_out', S - 40, S, (slot) => 15 + 0.1 * (held(slot) - S));
  windows.fill(0, 'out_hum', S - 40, S, (slot) => 60 + (held(slot) % 7));
  windows.fill(0, 'bar', S - 40, S, (slot) => 1013 - 0.1 * (held(slot) - S));
  return windows;
}

describe('resumption after a repeated record', () => {
  it('says for how many reports the record was the same before a candidate', () => {
    assert.equal(repeatedBefore(station(S - 5, S - 1), 0, S), 5);
    assert.equal(repeatedBefore(station(S - 6, S - 3), 0, S), 4, 'two reports later');
  });

  it('is none where the record changed all the time, or is still the same', () => {
    assert.equal(repeatedBefore(station(S, S), 0, S), 0);
    assert.equal(repeatedBefore(station(S - 5, S), 0, S), 0);
    assert.equal(repeatedBefore(station(S - 10, S - 6), 0, S), 0, 'long ago');
  });

  it('is none where one variable alone changes after calm air: that is what a fault looks like', () => {
    const calm = new WrittenWindows();
    for (const [variable, value] of [
      ['temp_out', 15],
      ['out_hum', 70],
      ['bar', 1013],
    ] as const)
      calm.fill(0, variable, S - 40, S, () => value);
    calm.write(0, 'temp_out', S, 30);
    assert.equal(repeatedBefore(calm, 0, S), 0);
  });

  it('is none where too few variables are reported to tell', () => {
    const alone = new WrittenWindows().fill(0, 'temp_out', S - 40, S - 1, () => 15);
    alone.write(0, 'temp_out', S, 30);
    assert.equal(repeatedBefore(alone, 0, S), 0);
  });
});
