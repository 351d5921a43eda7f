import assert from 'node:assert/strict';
import { takeSpikesOut } from '../../../detectors/neighbours/spikes-of-neighbours.ts';
import { VARIABLE_INDEX, type Variable } from '../../../schemas/variables.ts';

const _ = Number.NaN;

function left(variable: Variable, ...series: number[]): number[] {
  const values = Float64Array.from(series);
  takeSpikesOut(values, VARIABLE_INDEX[variable]);
  return [...values];
}

describe('isolated spikes of a neighbour', () => {
  it('are taken out once they have come back', () => {
    assert.deepEqual(left('temp_out', 15, 15, 15, 19, 15, 15), [15, 15, 15, _, 15, 15]);
    assert.deepEqual(left('bar', 1013, 1013, 1011, 1013, 1013), [1013, 1013, _, 1013, 1013]);
  });

  it('leave the newest value, a step and what is too small to be judged', () => {
    for (const series of [
      [15, 15, 15, 15, 19],
      [15, 15, 15, 19, 19, 19, 19],
      [15, 15, 16, 15, 15, 15],
    ]) {
      assert.deepEqual(left('temp_out', ...series), series);
    }
  });

  // A shower that passes between two hourly reports shows in one of them alone.
  it('are weather where the reports are an hour apart', () => {
    const hourly = [25, _, _, _, _, _, 17, _, _, _, _, _, 24, _, _, _, _, _, 24];
    assert.deepEqual(left('temp_out', ...hourly), hourly);
    assert.deepEqual(left('temp_out', 25, _, _, 25, _, _, 17, _, _, 25, _, _, 25)[6], _);
  });

  it('are no spikes of rain, which may fall for one report', () => {
    assert.deepEqual(left('rain', 0, 0, 12, 0, 0), [0, 0, 12, 0, 0]);
  });
});
