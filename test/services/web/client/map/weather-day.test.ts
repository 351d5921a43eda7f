import assert from 'node:assert/strict';
import { passing } from '../../../../../services/web/client/map/trail.ts';

describe('fronts and storms on the map', () => {
  const at = (clock: string) => Date.parse(`2022-09-06T${clock}:00Z`);
  const front = { start: '2022-09-06T14:00:00Z', end: '2022-09-06T17:00:00Z' };
  const storm = { start: '2022-09-06T16:00:00Z', end: '2022-09-06T16:20:00Z' };

  it('are those that have begun, for an hour after their last passage, the latest first', () => {
    const shown = (clock: string) => passing([front, storm], at(clock));
    assert.deepEqual(shown('13:50'), []);
    assert.deepEqual(shown('14:00'), [front]);
    assert.deepEqual(shown('16:00'), [storm, front]);
    assert.deepEqual(shown('17:50'), [front]);
    assert.deepEqual(shown('18:00'), []);
  });
});
