import assert from 'node:assert/strict';
import { z } from 'zod';
import { ALERT_EVENTS } from '../../schemas/alert.ts';
import { type AlertAnswer, alertAnswerShape, type WholeAlert } from '../../schemas/http/answers/alert-answer.ts';
import { WebhookReceiver } from '../services/alerts/webhook-receiver.ts';
import { until } from '../until.ts';
import { calmReports, calmStations, timeAt } from './calm-network.ts';
import { freshDataFolder } from './data-folders.ts';
import { inSteps } from './in-steps.ts';
import { RunningSystem } from './running-system.ts';
import { StreamClient } from './stream-client.ts';

const STATIONS = 4;
const NETWORK = 'north';
const SPIKE = 60;
/** LATENESS and HINDSIGHT are 18 slots together. */
const SETTLED = SPIKE + 20;
const LATER = SETTLED + 32;
const SPIKES = { [`s1@${SPIKE}`]: 15, [`s2@${SETTLED + 1}`]: 1000, [`s3@${LATER}`]: 1000 };

const payload = z.object({ type: z.enum(ALERT_EVENTS), alert: alertAnswerShape });

/** What clients of the stream have heard of alerts. */
function heardBy(...clients: StreamClient[]) {
  return clients.flatMap(({ heard }) => heard.events).map((event) => ({ name: event.name, ...event.as(payload) }));
}

describe('from a push to whoever is told', () => {
  let system: RunningSystem;
  let receiver: WebhookReceiver;
  let client: StreamClient;

  const reach = (first: number, last: number) =>
    inSteps(first, last, async (from, to) => {
      system.clock = timeAt(to) + 1000;
      await system.pushJudged(NETWORK, calmReports(STATIONS, from, to, SPIKES));
    });
  const alerts = async () => (await system.get<{ alerts: AlertAnswer[] }>('/api/v1/alerts')).alerts;
  const told = () => receiver.received.map(({ payload }) => `${payload.type} ${payload.alert.stations.join()}`);

  before(async () => {
    receiver = await new WebhookReceiver().up();
    system = await new RunningSystem(await freshDataFolder(), timeAt(0)).start();
    await system.send('POST', `/api/v1/stations?network=${NETWORK}`, calmStations(STATIONS));
    await reach(0, SPIKE - 1);
    await system.send('POST', '/api/v1/alert-rules', {
      name: 'Failures',
      classes: ['device_failure'],
      severity: 'critical',
      channels: [{ type: 'webhook', url: receiver.url }, { type: 'feed' }],
    });
    client = await StreamClient.connect(system.url, null, '?types=alerts');
  });
  after(async () => {
    await system.stop();
    await receiver.down();
    assert.deepEqual(system.failures, []);
  });

  it('tells of a fault once, when its verdict is settled', async () => {
    await reach(SPIKE, SPIKE + 3);
    assert.deepEqual(await alerts(), []);
    await reach(SPIKE + 4, SETTLED);
    await until('it is told', () => told().length > 1);
    const [alert, ...others] = await alerts();
    assert.equal(others.length, 0);
    // The sensor is right again by then.
    assert.deepEqual([alert.state, alert.stations, alert.variables], ['resolved', ['s1'], ['temp_out']]);
    assert.match(
      alert.summary,
      /device failure, temp_out read 1\d\.\d degC above its neighbours in one report at \d\d-\d\d 10:00Z$/,
    );
    const fault = await system.get<{ kind: string; start: string }>(`/api/v1/faults/${alert.fault_id}`);
    assert.deepEqual([fault.kind, fault.start], [alert.fault?.kind, alert.first_time]);
    const { episode_id } = await system.get<{ episode_id: string }>(`/api/v1/episodes/${alert.episode_id}`);
    assert.equal(episode_id, alert.episode_id, 'it is of an episode that the list of episodes has');
    assert.deepEqual(told(), ['alert.opened s1', 'alert.resolved s1']);
    await until('whoever looks on hears of it', () => client.heard.events.length > 1);
    assert.deepEqual(
      heardBy(client).map(({ name, type, alert: { id } }) => [name, type, id]),
      [
        ['alert', 'alert.opened', alert.id],
        ['alert', 'alert.resolved', alert.id],
      ],
    );
  });

  it('tells of impossible values at once, over a restart, each once', async () => {
    await receiver.down();
    await reach(SETTLED + 1, SETTLED + 1);
    await until('it is open', async () => (await alerts()).length === 2);
    const [impossible] = await alerts();
    assert.deepEqual(impossible.stations, ['s2']);
    await system.stop();
    await system.start();
    await until('it is tried again', async () => {
      system.clock += 10_000;
      const { deliveries } = await system.get<WholeAlert>(`/api/v1/alerts/${impossible.id}`);
      return deliveries[0].attempts > 1;
    });
    await receiver.up();
    await until('it is told', () => {
      system.clock += 60_000;
      return told().length > 2;
    });
    assert.deepEqual(told(), ['alert.opened s1', 'alert.resolved s1', 'alert.opened s2']);
    assert.equal((await alerts()).length, 2, 'what is judged again after a start raises nothing again');
  });

  it('resolves them when the sensor is right again', async () => {
    await reach(SETTLED + 2, SETTLED + 30);
    await until('the other is resolved too', async () => {
      system.clock += 60_000;
      return (await alerts()).every(({ state }) => state === 'resolved');
    });
    await until('it is told', () => told().length >= 4);
    assert.deepEqual(told().sort(), ['alert.opened s1', 'alert.opened s2', 'alert.resolved s1', 'alert.resolved s2']);
    assert.equal(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size, 4);
    const again = await StreamClient.connect(system.url, client.heard.lastId, '?types=alerts');
    const heard = () => heardBy(client, again).map(({ name, type }) => `${name} ${type}`);
    await until('who comes back hears what they missed', () => heard().length >= 4);
    assert.deepEqual(heard().sort(), [
      'alert alert.opened',
      'alert alert.opened',
      'alert alert.resolved',
      'alert alert.resolved',
    ]);
    await again.leave();
  });

  it('resolves one at once when somebody says what it was, and tells of that', async () => {
    await reach(SETTLED + 31, LATER);
    const open = async () => (await alerts()).filter(({ state }) => state === 'open');
    await until('it is open', async () => (await open()).length === 1);
    const [{ id, anomaly_ids }] = await open();
    const onlooker = await StreamClient.connect(system.url, null, '?types=alerts');
    const entered = performance.now();
    for (const anomaly of anomaly_ids) {
      await system.send('PUT', `/api/v1/anomalies/${anomaly}/override`, { classification: 'normal', reason: 'a test' });
    }
    // The clock of the system stands still meanwhile.
    await until('it is told', () => heardBy(onlooker).some(({ type }) => type === 'alert.resolved'), 10_000);
    assert.ok(performance.now() - entered < 10_000);
    assert.deepEqual(await open(), []);
    assert.ok(heardBy(onlooker).every(({ alert }) => alert.id === id));
    await onlooker.leave();
  });
});
