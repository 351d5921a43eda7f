import assert from 'node:assert/strict';
import { isHourly } from '../../../detectors/windows/hourly.ts';

const S = 1000;

function hourly(reports: readonly number[], from?: number): boolean {
  return isHourly(S, (slot) => reports.includes(slot - S), from);
}

describe('a station counts as hourly', () => {
  it('where its reports of the last hour are 20 minutes apart or more', () => {
    assert.equal(hourly([-6, -12]), true);
    assert.equal(hourly([-3, -6]), true);
    assert.equal(hourly([-2, -4, -6]), true);
    assert.equal(hourly([-1, -2, -3, -4, -5, -6]), false);
  });

  it('not where it reports more often and one was missed', () => {
    assert.equal(hourly([-2, -3, -4, -5, -6]), false);
    assert.equal(hourly([-4, -5]), false);
  });

  it('by what may be looked at alone', () => {
    assert.equal(hourly([-2, -3], S - 2), true);
    assert.equal(hourly([-2, -3], S - 3), false);
  });
});
