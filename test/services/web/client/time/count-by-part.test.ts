import assert from 'node:assert/strict';
import { countByPart } from '../../../../../services/web/client/time/count-by-part.ts';

describe('the bars above the slider', () => {
  it('count what was found in each part of the stretch, its end too, and nothing outside', () => {
    const found = [-1, 0, 9, 10, 100, 101].map((time) => ({ time, failure: time === 9 || time === 101 }));
    const { weather, failures } = countByPart(found, 0, 100, 10);
    assert.deepEqual(weather, [1, 1, 0, 0, 0, 0, 0, 0, 0, 1]);
    assert.deepEqual(failures, [1, 0, 0, 0, 0, 0, 0, 0, 0, 0]);
  });
});
