import assert from 'node:assert/strict';
import { REPORTED_BIT, unsettledIn, WET_BIT } from '../../../detectors/neighbours/unsettled-neighbour.ts';
import type { WindowView } from '../../../detectors/windows/window-view.ts';
import { VARIABLE_INDEX, type Variable } from '../../../schemas/variables.ts';
import { calm, S } from '../spatial/calm-air.ts';
import { WrittenWindows } from '../spatial/written-windows.ts';

const LIMITS = [1, 5, 5, 0.5, 1];

function bits(...variables: Variable[]): number {
  return variables.reduce((all, variable) => all | (1 << VARIABLE_INDEX[variable]), 0);
}

/** What happens at station 1, without what it reports. */
function happening(windows: WindowView, slot: number, last: number, cadence = 1): number {
  return unsettledIn(windows, 1, slot, last, LIMITS, cadence) & ((1 << REPORTED_BIT) - 1);
}

describe('unsettled weather at a neighbour', () => {
  it('is nothing in calm air', () => {
    assert.equal(happening(calm(1), S, S + 6), 0);
  });

  it('is each variable with a step above its limit, from an hour before to what is known', () => {
    const windows = calm(1);
    windows.fill(1, 'temp_out', S - 5, S + 18, () => 17).fill(1, 'bar', S + 4, S + 18, () => 1014);
    assert.equal(happening(windows, S, S + 6), bits('temp_out', 'bar'));
    assert.equal(happening(windows, S, S), bits('temp_out'));
    assert.equal(happening(windows, S + 12, S + 18), 0);
  });

  it('is none where a value left and came back', () => {
    const windows = calm(1).write(1, 'temp_out', S - 3, 19);
    assert.equal(happening(windows, S, S - 3), bits('temp_out'), 'not before it came back');
    assert.equal(happening(windows, S, S), 0);
  });

  it('asks more of a step that took longer than those of the station', () => {
    const hourly = new WrittenWindows().fill(1, 'out_hum', S - 48, S + 6, (slot) => (slot < S ? 70 : 80), 6);
    assert.equal(happening(hourly, S, S + 6, 6) & bits('out_hum'), bits('out_hum'));
    assert.equal(happening(hourly, S, S + 6) & bits('out_hum'), 0);
  });

  it('says where it rained', () => {
    const wet = calm(1);
    wet.write(1, 'rain', S + 2, 0.2);
    assert.equal(happening(wet, S, S + 6), 1 << WET_BIT);
    assert.equal(happening(wet, S, S), 0);
  });
  it('says what the neighbour reports', () => {
    const reported = unsettledIn(calm(1), 1, S, S + 6, LIMITS, 1) >> REPORTED_BIT;
    assert.equal(reported, bits('temp_out', 'out_hum', 'bar', 'rain'));
    assert.equal(unsettledIn(new WrittenWindows(), 1, S, S + 6, LIMITS, 1), 0);
  });
});
