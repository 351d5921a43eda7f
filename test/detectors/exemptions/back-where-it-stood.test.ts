import assert from 'node:assert/strict';
import { BEFORE_WINDOW, backWhereItStood } from '../../../detectors/exemptions/back-where-it-stood.ts';
import { question, ring, S } from '../spatial/calm-air.ts';
import { WrittenWindows } from '../spatial/written-windows.ts';

const WINDOW = 36;

/** Five neighbours warming slowly; the station three degrees above them, off by `fault` in the slots from and to. */
function network(fault: number, from: number, to: number): WrittenWindows {
  const air = (slot: number) => 15 + 0.02 * (slot - S);
  const windows = new WrittenWindows();
  for (let n = 1; n <= 5; n++) windows.fill(n, 'temp_out', S - 100, S + 6, air);
  return windows.fill(0, 'temp_out', S - 100, S, (slot) => air(slot) + 3 + (slot >= from && slot <= to ? fault : 0));
}

function ask(windows: WrittenWindows, actual: number, expected: number) {
  return backWhereItStood(question(windows, ring(5), { actual, expected, middleOf: WINDOW, known: S + 6 }));
}

describe('a value that is back where it stood', () => {
  it('is well after a fault that fills its window', () => {
    assert.equal(ask(network(8, S - 36, S - 2), 18, 25.6), true);
    assert.equal(ask(network(-8, S - 36, S - 2), 18, 9.6), true);
  });

  it('is none where the value is off and its window is right', () => {
    assert.equal(ask(network(8, S - 2, S), 26, 17.6), false);
  });

  it('is none where the neighbours came along', () => {
    const windows = new WrittenWindows();
    for (let n = 0; n <= 5; n++) windows.fill(n, 'temp_out', S - 100, S + 6, (slot) => (slot < S - 8 ? 15 : 8));
    assert.equal(ask(windows, 8, 15), false);
  });

  it('cannot be told without neighbours, without what was before the window, or of the next value', () => {
    const windows = network(8, S - 36, S - 2);
    assert.equal(backWhereItStood(question(windows, [], { actual: 18, expected: 25.6, middleOf: WINDOW })), false);
    assert.equal(backWhereItStood(question(windows, ring(5), { actual: 18, expected: 25.6 })), false);
    const young = new WrittenWindows();
    for (let n = 0; n <= 5; n++) young.fill(n, 'temp_out', S - 36, S, () => 15 + (n === 0 ? 8 : 0));
    assert.equal(ask(young, 15, 23), false);
  });

  it('is told from what the verification may look at, and nothing later than the value', () => {
    const windows = network(8, S - 36, S - 2);
    ask(windows, 18, 25.6);
    assert.deepEqual([windows.earliestRead, windows.latestRead], [S - WINDOW - BEFORE_WINDOW, S]);
  });
});
