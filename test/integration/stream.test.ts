import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { anomalyAnswerShape } from '../../schemas/http/answers/anomaly-answer.ts';
import { observationAnswerShape } from '../../schemas/http/answers/observation-answer.ts';
import type { HeardEvent } from '../services/stream/heard.ts';
import { until } from '../until.ts';
import { calmReports, calmStations, timeAt } from './calm-network.ts';
import { freshDataFolder } from './data-folders.ts';
import { inSteps } from './in-steps.ts';
import { RunningSystem } from './running-system.ts';
import { StreamClient } from './stream-client.ts';

const NETWORK = 'north';
const STATIONS = 4;
const SPIKE = 50;
const SPIKES = { [`s1@${SPIKE}`]: 15 };

/** What an event is about, so that none comes twice. */
function subjectOf(event: HeardEvent): string {
  if (event.name === 'reset') return event.name;
  if (event.name === 'observation') {
    const { station_id, timestamp } = event.as(observationAnswerShape);
    return `observation ${station_id} ${timestamp}`;
  }
  const { anomaly_id, version, state, final } = event.as(anomalyAnswerShape);
  return `${anomaly_id} ${version} ${state} ${final}`;
}

describe('the stream of a running system', () => {
  let system: RunningSystem;
  const clients: StreamClient[] = [];
  const connect = async (lastId: string | null = null, search = ''): Promise<StreamClient> => {
    const client = await StreamClient.connect(system.url, lastId, search);
    clients.push(client);
    return client;
  };
  const reach = (first: number, last: number) =>
    inSteps(first, last, async (from, to) => {
      system.clock = timeAt(to) + 1000;
      await system.pushJudged(NETWORK, calmReports(STATIONS, from, to, SPIKES));
    });
  const subjects = (client: StreamClient) => client.heard.events.map(subjectOf);

  before(async () => {
    system = await new RunningSystem(await freshDataFolder(), timeAt(0)).start();
    await system.send('POST', `/api/v1/stations?network=${NETWORK}`, calmStations(STATIONS));
    await reach(0, SPIKE - 1);
  });
  after(async () => {
    await Promise.all(clients.map((client) => client.leave()));
    await system.stop();
    assert.deepEqual(system.failures, []);
  });

  it('tells of observations and anomalies in the words of their lists, and writes nothing before somebody listens', async () => {
    const journal = join(system.folder, 'stream-arrivals');
    assert.equal(existsSync(journal), false);
    const client = await connect();
    const anomalies = await connect(null, '?types=anomalies&class=device_failure&station=s1');
    assert.equal(existsSync(journal), true);
    await reach(SPIKE, SPIKE);
    await until('the spike is told', () => anomalies.heard.events.length > 0);
    const told = anomalies.heard.events[0].as(anomalyAnswerShape);
    const listed = await system.anomalies(NETWORK, '&station=s1&class=device_failure&revisions=all');
    assert.deepEqual(
      listed.find(({ version, state }) => version === told.version && state === told.state),
      told,
    );
    const observations = client.heard.events.filter(({ name }) => name === 'observation');
    const { station_id } = observations[0].as(observationAnswerShape);
    const found = await system.observations(NETWORK, `&station=${station_id}&flags=false`);
    assert.deepEqual({ ...found[0], flags: null }, observations[0].data);
    assert.equal(observations.length, STATIONS);
  });

  it('goes on over restarts, without loss or repeat, also for who was away when it ended', async () => {
    const client = await connect();
    const gone = await connect();
    await reach(SPIKE + 1, SPIKE + 2);
    await until(
      'all is told',
      () => gone.heard.events.filter(({ name }) => name === 'observation').length === 2 * STATIONS,
    );
    await gone.leave();
    await reach(SPIKE + 3, SPIKE + 3);
    await system.stop();
    await client.ended();
    const before = client.heard.events.length;
    await system.start();
    const [again, back] = [await connect(client.heard.lastId), await connect(gone.heard.lastId)];
    await reach(SPIKE + 4, SPIKE + 24);
    const whole = (one: StreamClient, other: StreamClient) => [...subjects(one), ...subjects(other)];
    const settled = (one: StreamClient) =>
      one.heard.events.some((event) => event.name === 'anomaly' && event.as(anomalyAnswerShape).state === 'settled');
    await until('the spike is settled for both', () => settled(again) && settled(back));
    await until('both have heard the same', () => whole(client, again).length === whole(gone, back).length);
    assert.deepEqual(whole(gone, back), whole(client, again));
    const all = whole(client, again);
    assert.equal(new Set(all).size, all.length, 'none comes twice');
    assert.equal(all.filter((subject) => subject.startsWith('observation')).length, 24 * STATIONS);
    assert.ok(!all.includes('reset') && before > 0);
    const versions = await system.anomalies(NETWORK, '&revisions=all');
    const told = new Set(all);
    for (const { anomaly_id, version, state, final, timestamp } of versions) {
      if (Date.parse(timestamp) <= timeAt(SPIKE)) continue;
      assert.ok(told.has(`${anomaly_id} ${version} ${state} ${final}`), `${anomaly_id} ${version} ${state}`);
    }
  });

  it('tells the states of the map by the same', async () => {
    const { states } = await system.get<{ states: { id: string; state: string }[] }>('/api/v1/states');
    assert.deepEqual(
      states.map(({ id, state }) => [id, state]),
      calmStations(STATIONS).map(({ station_id }) => [station_id, 'good']),
    );
    const past = await system.get<{ states: { id: string; state: string }[] }>(
      `/api/v1/states?time=${timeAt(SPIKE) / 1000}`,
    );
    assert.deepEqual(
      past.states.filter(({ state }) => state !== 'good').map(({ id, state }) => [id, state]),
      [['s1', 'device_failure']],
    );
  });
});
