import assert from 'node:assert/strict';
import type { StateAnswer } from '../../../../../services/web/client/api/answers.ts';
import { WeatherStations } from '../../../../../services/web/client/now/weather-stations.ts';

const NOON = Date.UTC(2026, 2, 1, 12);
const MINUTE_MS = 60_000;
const { signal } = new AbortController();

/** Asked of a service that answers with weather at these stations in turn; null: it does not answer. */
function stationsOf(answers: readonly (readonly string[] | null)[]) {
  const asked: string[] = [];
  const get = async <T>(path: string): Promise<T> => {
    const answer = answers[asked.push(path) - 1];
    if (answer === null) throw new Error('the service does not answer');
    return { states: answer.map((id) => ({ id, name: id, state: 'weather_event', variables: {} })) } as T & {
      states: StateAnswer[];
    };
  };
  const stations = new WeatherStations({ get });
  const look = async (count: number, minutes: number) => {
    await stations.look('north', count, { now: NOON + minutes * MINUTE_MS, signal });
    return stations.lines.map(({ id }) => id);
  };
  return { look, asked };
}

describe('the stations with weather now', () => {
  // As long as there was weather, the page asked for the states of all stations at each of its refreshes.
  it('are asked for once in a slot', async () => {
    const { look, asked } = stationsOf([['a'], ['b']]);
    for (const minutes of [0, 0.5, 9.5]) assert.deepEqual(await look(1, minutes), ['a']);
    assert.deepEqual(asked, ['/api/v1/states?network=north']);
    assert.deepEqual(await look(1, 10), ['b']);
    assert.equal(asked.length, 2);
  });

  it('are asked for at once where there are more or fewer of them', async () => {
    const { look, asked } = stationsOf([['a'], ['a', 'b'], ['b']]);
    assert.deepEqual(await look(1, 0), ['a']);
    assert.deepEqual(await look(2, 1), ['a', 'b']);
    assert.deepEqual(await look(1, 2), ['b']);
    assert.equal(asked.length, 3);
  });

  it('are not asked for where there is no weather, and none is named then', async () => {
    const { look, asked } = stationsOf([['a'], ['b']]);
    assert.deepEqual(await look(0, 0), []);
    assert.deepEqual(await look(1, 1), ['a']);
    assert.deepEqual(await look(0, 2), []);
    assert.equal(asked.length, 1);
    assert.deepEqual(await look(1, 3), ['b']);
  });

  it('are asked for a minute later where there was no answer', async () => {
    const { look, asked } = stationsOf([null, ['a']]);
    assert.deepEqual(await look(1, 0), []);
    assert.deepEqual(await look(1, 0.9), []);
    assert.equal(asked.length, 1);
    assert.deepEqual(await look(1, 1), ['a']);
  });
});
