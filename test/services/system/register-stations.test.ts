import assert from 'node:assert/strict';
import type { RegisteringIntake } from '../../../ingest/intake.ts';
import { HalcyonError } from '../../../schemas/errors.ts';
import { registerAll } from '../../../services/system/register-stations.ts';

describe('the registration of a list of stations', () => {
  const none = () => Promise.reject(new Error('nothing is to be registered'));
  const homes = { networks: () => [], networksWith: () => new Map<string, string[]>() };
  const intake: RegisteringIntake = { homes, submit: none, registerStations: none };
  const of = (id: string, network = 'north') => ({ id, network, latitude: 51, longitude: 4 });

  // The answer said 2 registered, and the last one counted.
  it('is refused where it names a station twice, with both places', async () => {
    const list = [of('a'), of('a', 'south'), of('b'), of('a')];
    await assert.rejects(registerAll(intake, 'north', list), (error) => {
      assert.ok(error instanceof HalcyonError);
      assert.equal(error.code, 'invalid_parameter');
      const msg = "station 'a' is already named by body.0, should be named once";
      assert.deepEqual(error.problems, [{ loc: ['body', 3, 'station_id'], msg, type: 'value_error' }]);
      return true;
    });
  });
});
