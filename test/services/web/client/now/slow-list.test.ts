import assert from 'node:assert/strict';
import { ApiError } from '../../../../../services/web/client/api/api.ts';
import { SlowList } from '../../../../../services/web/client/now/slow-list.ts';

const NOON = Date.UTC(2026, 2, 1, 12);
const MINUTE_MS = 60_000;
const BACK_MS = 24 * 60 * MINUTE_MS;
const { signal } = new AbortController();

/** A list that is answered with each of these in turn; an error is thrown. */
function listOf(answers: readonly (readonly string[] | Error)[]) {
  const asked: string[] = [];
  const get = async <T>(path: string): Promise<T> => {
    const answer = answers[asked.push(path) - 1];
    if (answer instanceof Error) throw answer;
    return { outages: answer } as T;
  };
  const list = new SlowList<string>({ get }, { path: '/api/v1/outages', name: 'outages', back: BACK_MS });
  return { list, asked };
}

describe('a list that takes long to find', () => {
  // The page said "The feed had no outage" while it waited, and where the answer was 503 or none.
  it('is not empty before it is answered, nor where the answer fails', async () => {
    const busy = new ApiError(503, 'busy');
    const { list } = listOf([busy]);
    assert.deepEqual(list.found, { kind: 'awaited' });
    await list.look('north', NOON, signal);
    assert.deepEqual(list.found, { kind: 'unknown', error: busy });
  });

  it('is asked for once in a slot', async () => {
    const { list, asked } = listOf([['a'], ['b']]);
    for (const minutes of [0, 1, 9]) await list.look('north', NOON + minutes * MINUTE_MS, signal);
    assert.deepEqual(list.found, { kind: 'known', items: ['a'], from: NOON - BACK_MS });
    assert.deepEqual(asked, [
      '/api/v1/outages?network=north&from=2026-02-28T12%3A00%3A00Z&to=2026-03-01T12%3A00%3A00Z&limit=100',
    ]);
    await list.look('north', NOON + 10 * MINUTE_MS, signal);
    assert.deepEqual(list.found, { kind: 'known', items: ['b'], from: NOON + 10 * MINUTE_MS - BACK_MS });
  });

  // "Outages of the feed: not known" for up to ten minutes, while the service told an outage of all stations.
  it('is asked for again within the slot where what it lacks is found soon', async () => {
    const { list, asked } = listOf([[], ['a']]);
    for (const minutes of [0, 0.5, 0.9, 1]) {
      await list.look('north', NOON + minutes * MINUTE_MS, signal);
      if (minutes === 0.9) assert.equal(asked.length, 1);
      list.lookSoon(NOON + minutes * MINUTE_MS);
    }
    assert.deepEqual(list.found, { kind: 'known', items: ['a'], from: NOON + MINUTE_MS - BACK_MS });
  });

  // An outage that lasted for two days was "not known", though the service told it of whoever asked so far back.
  it('is looked for as far back as what lasts may have begun', async () => {
    const { list, asked } = listOf([['a'], ['b']]);
    await list.look('north', NOON, signal, NOON - 2 * BACK_MS);
    assert.deepEqual(list.found, { kind: 'known', items: ['a'], from: NOON - 2 * BACK_MS });
    assert.match(asked[0], /from=2026-02-27T12%3A00%3A00Z/);
    const later = NOON + 10 * MINUTE_MS;
    await list.look('north', later, signal, later - MINUTE_MS);
    assert.deepEqual(list.found, { kind: 'known', items: ['b'], from: later - BACK_MS });
  });

  it('is asked for again a minute after an answer that failed', async () => {
    const { list, asked } = listOf([new ApiError(503, 'busy'), ['a']]);
    for (const minutes of [0, 0.5]) await list.look('north', NOON + minutes * MINUTE_MS, signal);
    assert.equal(asked.length, 1);
    await list.look('north', NOON + MINUTE_MS, signal);
    assert.deepEqual(list.found, { kind: 'known', items: ['a'], from: NOON + MINUTE_MS - BACK_MS });
  });
});
