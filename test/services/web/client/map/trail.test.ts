import assert from 'node:assert/strict';
import { freshness, TRAIL_MS } from '../../../../../services/web/client/map/trail.ts';

describe('the trail of a front', () => {
  const passages = [
    { station: 'west', time: 0 },
    { station: 'middle', time: TRAIL_MS / 2 },
    { station: 'west', time: TRAIL_MS / 2 },
    { station: 'east', time: TRAIL_MS },
  ];

  it('is bright where it is, and fades where it was', () => {
    assert.deepEqual(Object.fromEntries(freshness(passages, TRAIL_MS)), { middle: 0.5, west: 0.5, east: 1 });
  });

  it('knows nothing of what is yet to come, and forgets after an hour', () => {
    assert.deepEqual([...freshness(passages, 0).keys()], ['west']);
    assert.deepEqual([...freshness(passages, 2 * TRAIL_MS - 1).keys()], ['east']);
    assert.equal(freshness(passages, 3 * TRAIL_MS).size, 0);
    assert.equal(freshness([], 0).size, 0);
  });
});
