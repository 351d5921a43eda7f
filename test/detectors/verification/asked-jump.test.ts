import assert from 'node:assert/strict';
import { askedAboutJump } from '../../../detectors/verification/asked-jump.ts';
import { question, S } from '../spatial/calm-air.ts';
import { WrittenWindows } from '../spatial/written-windows.ts';

/** A question about 15 degrees above the middle of six hours, with what the station reported before. */
function asked(before: (slot: number) => number, actual: number) {
  const windows = new WrittenWindows().fill(0, 'temp_out', S - 48, S - 1, before);
  return question(windows, [], { actual, expected: actual - 15, middleOf: 36 });
}

describe('what neighbours are asked about a departure from the middle', () => {
  it('is the jump where the value jumped, in either direction', () => {
    for (const jump of [2.5, -2.5]) {
      const { expected, middleOf } = askedAboutJump(asked(() => 15, 15 + jump));
      assert.deepEqual([expected, middleOf], [15, undefined]);
    }
  });

  it('is the whole jump where it took three slots', () => {
    const { expected } = askedAboutJump(asked((slot) => 15 - 3 * Math.max(0, slot - (S - 3)), 6));
    assert.equal(expected, 15);
  });

  it('is the departure where the value moved by no more than the floor, or jumped earlier', () => {
    const slope = asked((slot) => 15 + 1.9 * (slot - S), 15);
    assert.equal(askedAboutJump(slope), slope);
    const after = asked((slot) => (slot < S - 1 ? 25 : 15), 15);
    assert.equal(askedAboutJump(after), after);
  });

  it('is the change since the report before, at whatever cadence up to three hours', () => {
    const hourly = asked((slot) => (slot % 6 === 4 ? slot / 6 : Number.NaN), 300);
    assert.equal(askedAboutJump(hourly).expected, (S - 6) / 6);
    const slow = asked((slot) => (slot === S - 18 ? 15 : Number.NaN), 40);
    assert.equal(askedAboutJump(slow).expected, 15);
    const silent = asked((slot) => (slot < S - 21 ? 15 : Number.NaN), 40);
    assert.equal(askedAboutJump(silent), silent);
  });

  it('is as it was where the next value was expected', () => {
    const forecast = { ...asked(() => 15, 25), middleOf: undefined };
    assert.equal(askedAboutJump(forecast), forecast);
  });
});
