import assert from 'node:assert/strict';
import { isoOf, SLOT_MS } from '../../../schemas/time.ts';
import { freshDataFolder } from '../../integration/data-folders.ts';
import { HalcyonProcess } from '../../resilience/halcyon-process.ts';
import { until } from '../../until.ts';
import { WebhookReceiver } from './webhook-receiver.ts';

describe('a system that is killed over its alerts', function () {
  this.timeout(300_000);
  let receiver: WebhookReceiver;
  let system: HalcyonProcess;

  before(async () => {
    receiver = await new WebhookReceiver().up();
    system = await HalcyonProcess.on({ environment: { HALCYON_DATA: await freshDataFolder() } });
    await system.start();
  });
  after(async () => {
    await system.stop();
    await receiver.down();
  });

  const post = async (path: string, body: unknown) => {
    const response = await fetch(`${system.url}/api/v1/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    assert.ok(response.ok, await response.text());
  };
  /** A thermometer that says what no thermometer can. */
  const impossible = (station_id: string) =>
    post('observations?network=north', [
      { station_id, time: isoOf(Date.now() - SLOT_MS), temp_out: 999, latitude: 51, longitude: 4 },
    ]);
  const told = () => receiver.received.map(({ payload }) => payload.alert.stations.join()).sort();

  it('tells of each fault, and by one id', async () => {
    const channels = [{ type: 'webhook', url: receiver.url }];
    await post('alert-rules', { name: 'All', classes: ['device_failure', 'suspected'], severity: 'info', channels });
    await impossible('a');
    await until('the first is told', () => receiver.received.length === 1);
    // The receiver hangs: the process dies while it waits for an answer.
    receiver.status = 0;
    await impossible('b');
    await until('the second is on its way', () => receiver.received.length === 2);
    await system.kill();
    receiver.status = 204;
    await system.start();
    // Dead between what it has acknowledged and what it tells.
    await impossible('c');
    await system.kill();
    await system.start();
    await until('all are told', () => new Set(told()).size === 3, 120_000);
    const ids = new Map(receiver.received.map(({ headers, payload }) => [headers['webhook-id'], payload.alert.id]));
    assert.equal(ids.size, 3, 'what came twice came by the same id');
    assert.equal(new Set(ids.values()).size, 3, 'each is one alert');
    const response = await fetch(`${system.url}/api/v1/alerts`);
    const { alerts } = (await response.json()) as { alerts: unknown[] };
    assert.equal(alerts.length, 3);
  });
});
