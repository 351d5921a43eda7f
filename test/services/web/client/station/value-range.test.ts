import assert from 'node:assert/strict';
import { valueRange } from '../../../../../services/web/client/station/value-range.ts';

describe('the values that an axis reaches', () => {
  it('have room around what is drawn', () => {
    const [from, to] = valueRange('temp_out', -10, 30);
    assert.ok(from < -10 && from > -16 && to > 30 && to < 36, `${from} to ${to}`);
  });

  it('are wide enough for a flat line to be one, and near it', () => {
    const [from, to] = valueRange('bar', 1009.3, 1009.3);
    assert.ok(to - from >= 2 && to - from < 4, `${from} to ${to}`);
    assert.ok(Math.abs((from + to) / 2 - 1009.3) < 0.01, 'in the middle');
    assert.deepEqual(valueRange('wind_speed', 0, 0)[0], 0, 'not below what is possible');
  });

  it('reach what is impossible where it was reported, and something where nothing was', () => {
    assert.ok(valueRange('out_hum', -20, 80)[0] < -20);
    assert.ok(valueRange('rain', null, null)[1] > 0);
  });
});
