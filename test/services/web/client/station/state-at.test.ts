import assert from 'node:assert/strict';
import { stateAt } from '../../../../../services/web/client/station/state-at.ts';

const PLACE = { network: 'north', station_id: 'b', latitude: 60.123456, longitude: -10.5 };
const { signal } = new AbortController();

describe('the state of a station on its page', () => {
  it('is asked for at its place and time, and is its own where another stands there too', async () => {
    const asked: string[] = [];
    const get = async <T>(path: string): Promise<T> => {
      asked.push(path);
      return { states: [{ id: 'a' }, { id: 'b', state: 'silent_sensor' }] } as T;
    };
    const found = await stateAt({ get }, PLACE, Date.UTC(2026, 2, 1), signal);
    assert.equal(found?.state, 'silent_sensor');
    const query = new URL(asked[0], 'http://localhost').searchParams;
    assert.deepEqual(Object.fromEntries(query), {
      network: 'north',
      time: '2026-03-01T00:00:00Z',
      box: '-10.5,60.123456,-10.5,60.123456',
    });
  });

  it('is not known where it is not answered', async () => {
    const get = async <T>(): Promise<T> => Promise.reject<T>(new Error('the store is away'));
    assert.equal(await stateAt({ get }, PLACE, 0, signal), null);
  });
});
