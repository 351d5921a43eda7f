import assert from 'node:assert/strict';
import { deployLog } from '../../ingest/log/kafka/deploy-log.ts';
import type { AlertAnswer } from '../../schemas/http/answers/alert-answer.ts';
import { SILENT } from '../../schemas/logger.ts';
import { logServers, logServersMissing } from '../servers/kafka.ts';
import { type PostgresServer, postgresMissing, temporaryPostgres } from '../servers/postgres.ts';
import { WebhookReceiver } from '../services/alerts/webhook-receiver.ts';
import { until } from '../until.ts';
import { calmReports, calmStations, timeAt } from './calm-network.ts';
import { freshDataFolder } from './data-folders.ts';
import { inSteps } from './in-steps.ts';
import { RunningSystem } from './running-system.ts';

const missing = logServersMissing() ?? postgresMissing();
const STATIONS = 4;
const NETWORK = 'north';
const SPIKE = 50;
const SPIKES = { [`s1@${SPIKE}`]: 15, [`s2@${SPIKE + 3}`]: 15, [`s3@${SPIKE + 5}`]: 1000 };
/** LATENESS and HINDSIGHT are 18 slots together. */
const SETTLED = SPIKE + 24;

describe(`alerts of several processes on Kafka${missing === null ? '' : ` (${missing})`}`, function () {
  this.timeout(240_000);
  const running: RunningSystem[] = [];
  let receiver: WebhookReceiver;
  let postgres: PostgresServer;

  before(async function () {
    if (missing !== null) return this.skip();
    receiver = await new WebhookReceiver().up();
    postgres = await temporaryPostgres();
  });
  after(async () => {
    if (missing !== null) return;
    await Promise.all(running.map((system) => system.stop()));
    await receiver.down();
    await postgres.stop();
  });

  it('are opened and told once each, also where one process ends over them', async () => {
    const settings = (await logServers()).settings();
    await deployLog(settings, SILENT);
    const environment = {
      KAFKA_BROKERS: settings.brokers.join(),
      SCHEMA_REGISTRY_URL: settings.registryUrl,
      HALCYON_KAFKA_PREFIX: settings.prefix,
      HALCYON_KAFKA_PARTITIONS: String(settings.partitions),
      POSTGRES_URL: postgres.url(),
    };
    const folder = await freshDataFolder();
    const start = async (only: string, clock = timeAt(0)) => {
      const system = await new RunningSystem(folder, clock, environment, only).start();
      running.push(system);
      return system;
    };
    const reads = await start('sink,detection');
    const other = await start('detection');
    await start('temporal,spatial');
    const feed = await start('feed');
    const reach = (first: number, last: number) =>
      inSteps(first, last, async (from, to) => {
        for (const system of running) system.clock = timeAt(to) + 1000;
        await feed.pushJudged(NETWORK, calmReports(STATIONS, from, to, SPIKES), reads);
      });
    const alerts = async () => (await reads.get<{ alerts: AlertAnswer[] }>('/api/v1/alerts')).alerts;
    await feed.send('POST', `/api/v1/stations?network=${NETWORK}`, calmStations(STATIONS));
    await other.send('POST', '/api/v1/alert-rules', {
      name: 'Failures',
      classes: ['device_failure'],
      severity: 'warning',
      channels: [{ type: 'webhook', url: receiver.url }],
    });
    await reach(0, SPIKE + 6);
    await until('impossible values are told at once', () => receiver.received.length >= 1);
    await reach(SPIKE + 7, SPIKE + 19);
    await other.stop();
    running.splice(running.indexOf(other), 1);
    await reach(SPIKE + 20, SETTLED);
    const opened = () => receiver.received.filter(({ payload }) => payload.type === 'alert.opened');
    await until('all are told', () => opened().length >= 3);
    assert.deepEqual(
      opened()
        .map(({ payload }) => payload.alert.stations.join())
        .sort(),
      ['s1', 's2', 's3'],
    );
    assert.deepEqual((await alerts()).map(({ stations }) => stations.join()).sort(), ['s1', 's2', 's3']);
    assert.equal(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size, receiver.received.length);
  });
});
