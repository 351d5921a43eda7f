import assert from 'node:assert/strict';
import { DAYS, history, SEVEN } from '../../detectors/faults/two-weeks.ts';
import { clockWindows } from './clocks-table.ts';

describe('the table of clocks', () => {
  it('finds most clocks that are put wrong, calls no sound one wrong, and leaves out stations with faults of their own', () => {
    const observations = history((values) => values, 0, 0, SEVEN);
    const all = clockWindows(SEVEN, observations, new Set());
    assert.equal(all.stations, SEVEN.length);
    // Four times a day, after two days and a half, but for the last, which is not over.
    assert.equal(all.windows, SEVEN.length * (4 * DAYS - 10));
    assert.equal(all.calledWrong, 0);
    for (const lag of [1, -1]) assert.ok((all.found.get(`${lag} 36`) ?? 0) > 0.7 * all.windows, `${lag}`);
    const fewer = clockWindows(SEVEN, observations.slice(0, observations.length / 4), new Set([SEVEN[0].id]));
    assert.equal(fewer.stations, SEVEN.length - 1);
  });
});
