import assert from 'node:assert/strict';
import { changeTo, newOwnCourse, ownCourse } from '../../../detectors/neighbours/own-course.ts';
import { VARIABLE_INDEX } from '../../../schemas/variables.ts';
import { S } from '../spatial/calm-air.ts';
import { WrittenWindows } from '../spatial/written-windows.ts';

const T = VARIABLE_INDEX.temp_out;

function course(windows: WrittenWindows, actual: number, deviation: number, last = S) {
  const it = newOwnCourse();
  ownCourse(windows, 0, T, S, last, actual, deviation, it);
  return it;
}

describe('own course around a candidate', () => {
  const still = () => new WrittenWindows().fill(0, 'temp_out', S - 40, S - 1, () => 15);

  it('tells the last step, and how far the report before lies back', () => {
    assert.deepEqual(course(still(), 25, 10), { jump: 1, cadence: 1, before: 0, after: 0 });
    const hourly = new WrittenWindows().fill(0, 'temp_out', S - 36, S - 6, () => 15, 6);
    const { jump, cadence } = course(hourly, 20, 10);
    assert.deepEqual([jump, cadence], [0.5, 6]);
    assert.deepEqual(course(new WrittenWindows(), 20, 10), newOwnCourse());
  });

  it('tells the move the other way that a value may be the return of', () => {
    const spike = still();
    spike.write(0, 'temp_out', S - 1, 25);
    const { before, jump } = course(spike, 15, -10);
    assert.deepEqual([before, jump], [1, 1]);
  });

  it('tells what is left of the deviation half an hour later, as far as that is known', () => {
    const stays = still().fill(0, 'temp_out', S, S + 6, () => 25);
    assert.equal(course(stays, 25, 10, S + 6).after, 0.5);
    assert.equal(course(stays, 25, 10, S + 2).after, 0);
    const back = still().fill(0, 'temp_out', S + 1, S + 6, () => 15);
    assert.equal(course(back, 25, 10, S + 6).after, -0.5);
  });

  it('finds the largest change of another variable over one to three slots, or since the report before', () => {
    const falling = new WrittenWindows().fill(0, 'temp_out', S - 5, S, (slot) => 15 - 2 * (slot - S + 5));
    assert.equal(changeTo(falling, 0, T, S, 5), -6);
    const hourly = new WrittenWindows().fill(0, 'temp_out', S - 12, S, (slot) => slot - S, 6);
    assert.equal(changeTo(hourly, 0, T, S, 0), 6);
    assert.equal(changeTo(new WrittenWindows(), 0, T, S, 15), 0);
  });
});
