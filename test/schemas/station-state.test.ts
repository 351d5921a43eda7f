import assert from 'node:assert/strict';
import { heardBy, isSilent, LONGEST_DELAY_MS } from '../../schemas/station-state.ts';

const MINUTE = 60_000;
const NOON = Date.UTC(2026, 2, 1, 12);

describe('when a station is heard', () => {
  it('is when its report arrives, to the minute, whatever time that carries', () => {
    assert.equal(heardBy({ time: NOON - 60 * MINUTE, received: NOON + 21_345 }, NOON + MINUTE), NOON);
    assert.equal(heardBy({ time: NOON + 50 * MINUTE, received: NOON }, NOON + 60 * MINUTE), NOON + 50 * MINUTE);
  });

  it('is the time of a report that comes long after, or had not come at the moment', () => {
    const time = NOON - LONGEST_DELAY_MS;
    assert.equal(heardBy({ time, received: NOON }, NOON), NOON);
    assert.equal(heardBy({ time, received: NOON + 1 }, NOON + MINUTE), time);
    assert.equal(heardBy({ time, received: NOON }, NOON - 1), time);
  });

  it('makes it silent after three of its reports', () => {
    assert.equal(isSilent(NOON, 10 * MINUTE, NOON + 30 * MINUTE), false);
    assert.equal(isSilent(NOON, 10 * MINUTE, NOON + 30 * MINUTE + 1), true);
  });
});
