import assert from 'node:assert/strict';
import { saysOfFailure } from '../../../../services/http/middleware/request-telemetry.ts';

describe('the status of an answer', () => {
  // Anybody could set off an alert of server errors by filters that no SensorThings service must know.
  it('says of no failure where a query is understood and not supported', () => {
    assert.deepEqual([200, 404, 499, 500, 501, 503, 507].filter(saysOfFailure), [500, 503, 507]);
  });
});
