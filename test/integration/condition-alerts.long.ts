import assert from 'node:assert/strict';
import type { AlertAnswer } from '../../schemas/http/answers/alert-answer.ts';
import { WebhookReceiver } from '../services/alerts/webhook-receiver.ts';
import { until } from '../until.ts';
import { calmReports, calmStations, timeAt } from './calm-network.ts';
import { freshDataFolder } from './data-folders.ts';
import { RunningSystem } from './running-system.ts';

const STATIONS = 4;
const NETWORK = 'north';
/** A running system asks once a minute whether a look is due. */
const LOOK_MS = 90_000;

describe('from silence to whoever is told', function () {
  this.timeout(400_000);
  let system: RunningSystem;
  let receiver: WebhookReceiver;
  let folder: string;

  const push = async (stations: readonly string[], from: number, to: number) => {
    const reports = calmReports(STATIONS, from, to).filter(({ station_id: id }) => stations.includes(id));
    system.clock = timeAt(to) + 1000;
    await system.push(NETWORK, reports);
  };
  const told = () => receiver.received.map(({ payload }) => `${payload.type} ${payload.alert.summary}`);

  before(async () => {
    receiver = await new WebhookReceiver().up();
    folder = await freshDataFolder();
    system = await new RunningSystem(folder, timeAt(0)).start();
    await system.send('POST', `/api/v1/stations?network=${NETWORK}`, calmStations(STATIONS));
  });
  after(async () => {
    await system.stop();
    await receiver.down();
    assert.deepEqual(system.failures, []);
  });

  it('tells of a silent station once, over a restart, and of its next report', async () => {
    await push(['s0', 's1', 's2', 's3'], 0, 60);
    await system.send('POST', '/api/v1/alert-rules', {
      name: 'Silent',
      classes: ['silent', 'outage'],
      severity: 'critical',
      min_duration_minutes: 60,
      channels: [{ type: 'webhook', url: receiver.url }],
    });
    await push(['s0', 's2', 's3'], 61, 70);
    await until('it is told', () => told().length > 0, LOOK_MS);
    const silent = /^alert\.opened .*: silent, no report since /;
    assert.match(told()[0], silent);
    await system.stop();
    system = await new RunningSystem(folder, timeAt(71)).start();
    await push(['s0', 's1', 's2', 's3'], 71, 75);
    await until('it is over', () => told().length > 1, 2 * LOOK_MS);
    assert.equal(told().length, 2);
    assert.match(told()[1], /^alert\.resolved /);
    const { alerts } = await system.get<{ alerts: AlertAnswer[] }>('/api/v1/alerts');
    assert.deepEqual(
      alerts.map(({ state, classification, stations }) => [state, classification, stations]),
      [['resolved', 'silent', ['s1']]],
    );
  });
});
