import assert from 'node:assert/strict';
import { largestDeparture } from '../../../detectors/neighbours/neighbour-departure.ts';
import { medianOf } from '../../../detectors/windows/window-values.ts';
import { VARIABLE_INDEX } from '../../../schemas/variables.ts';
import { S } from '../spatial/calm-air.ts';
import { WrittenWindows } from '../spatial/written-windows.ts';

const { temp_out: TEMPERATURE, rain: RAIN } = VARIABLE_INDEX;

/** The same of rain, whose spikes are left as they are, from its definition: a median by sorting for each slot. */
function byDefinition(windows: WrittenWindows, last: number, direction: number, window: number): number {
  let largest = Number.NEGATIVE_INFINITY;
  for (let t = S - 6; t <= last; t++) {
    const before: number[] = [];
    for (let at = t - window; at < t; at++) before.push(windows.value(1, RAIN, at));
    const sorted = Float64Array.from(before.filter((value) => !Number.isNaN(value))).sort();
    const value = windows.value(1, RAIN, t);
    if (sorted.length < 4 || Number.isNaN(value)) continue;
    largest = Math.max(largest, (value - medianOf(sorted, sorted.length)) * direction);
  }
  return largest;
}

describe('largest departure of a neighbour from its own middle', () => {
  it('is what its definition says, with holes and equal values, over any window', () => {
    let state = 3;
    const random = () => {
      state = (state * 48271) % 2147483647;
      return state / 2147483647;
    };
    for (let run = 0; run < 200; run++) {
      const window = 6 + Math.floor(60 * random());
      const holes = 0.9 * random();
      const windows = new WrittenWindows().fill(1, 'rain', S - 80, S + 6, () =>
        random() < holes ? Number.NaN : Math.round(10 * random()),
      );
      const last = S + (run % 7);
      for (const direction of [1, -1]) {
        const found = largestDeparture(windows, 1, RAIN, S, last, direction, window);
        assert.equal(found, byDefinition(windows, last, direction, window));
      }
    }
  });

  it('is none of a value that left and came back', () => {
    const windows = new WrittenWindows().fill(1, 'temp_out', S - 60, S + 6, () => 15).write(1, 'temp_out', S - 2, 25);
    assert.equal(largestDeparture(windows, 1, TEMPERATURE, S, S, 1, 36), 0);
  });

  it('still sees a front that reached the neighbour an hour before the middle of the station turned', () => {
    // Half of the window of the slot itself lies behind the front, half of that an hour ago does not.
    const windows = new WrittenWindows().fill(1, 'temp_out', S - 60, S + 6, (slot) => (slot < S - 19 ? 15 : 8));
    assert.equal(largestDeparture(windows, 1, TEMPERATURE, S, S, -1, 36), 7);
  });

  it('reads nothing later than it is told, nor before the windows it needs', () => {
    const windows = new WrittenWindows().fill(1, 'temp_out', S - 80, S + 6, () => 15);
    largestDeparture(windows, 1, TEMPERATURE, S, S + 2, 1, 36);
    assert.deepEqual([windows.earliestRead, windows.latestRead], [S - 6 - 36, S + 2]);
  });
});
