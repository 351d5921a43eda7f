import assert from 'node:assert/strict';
import { z } from 'zod';
import { deployLog } from '../../ingest/log/kafka/deploy-log.ts';
import { KafkaLog } from '../../ingest/log/kafka/kafka-log.ts';
import type { KafkaSettings } from '../../ingest/log/kafka/kafka-settings.ts';
import { observationAnswerShape } from '../../schemas/http/answers/observation-answer.ts';
import { SILENT } from '../../schemas/logger.ts';
import { reportedWeatherEventShape } from '../../schemas/reports/reported-weather-event.ts';
import { TOLD_WEATHER_STATES, type ToldWeatherEvent } from '../../schemas/weather-event.ts';
import { logServers, logServersMissing } from '../servers/kafka.ts';
import { weatherEvent } from '../services/stores/records.ts';
import { until } from '../until.ts';
import { calmReports, calmStations, timeAt } from './calm-network.ts';
import { freshDataFolder } from './data-folders.ts';
import { RunningSystem } from './running-system.ts';
import { StreamClient } from './stream-client.ts';

const missing = logServersMissing();
const NETWORK = 'north';
const STATIONS = 6;

describe(`the stream on Kafka${missing === null ? '' : ` (${missing})`}`, () => {
  const running: RunningSystem[] = [];
  const clients: StreamClient[] = [];
  let environment: Record<string, string>;
  let settings: KafkaSettings;

  // Each with stores of its own: of the other it knows the log alone.
  const start = async (only: string): Promise<RunningSystem> => {
    const system = await new RunningSystem(await freshDataFolder(), timeAt(20), environment, only).start();
    running.push(system);
    return system;
  };
  const connect = async (
    system: RunningSystem,
    lastId: string | null = null,
    types = 'observations',
  ): Promise<StreamClient> => {
    const client = await StreamClient.connect(system.url, lastId, `?types=${types}`);
    clients.push(client);
    return client;
  };
  const told = (...heard: StreamClient[]) =>
    heard.flatMap(({ heard: { events } }) =>
      events.map((event) => {
        if (event.name === 'reset') return event.name;
        const { station_id, timestamp } = event.as(observationAnswerShape);
        return `${station_id} ${timestamp}`;
      }),
    );

  before(async function () {
    if (missing !== null) return this.skip();
    settings = (await logServers()).settings();
    await deployLog(settings, SILENT);
    environment = {
      KAFKA_BROKERS: settings.brokers.join(),
      SCHEMA_REGISTRY_URL: settings.registryUrl,
      HALCYON_KAFKA_PREFIX: settings.prefix,
      HALCYON_KAFKA_PARTITIONS: String(settings.partitions),
    };
  });
  after(async () => {
    await Promise.all(clients.map((client) => client.leave()));
    await Promise.all(running.map((system) => system.stop()));
  });

  it('goes on at another process, one that has nothing else of the log, and at one that is started anew', async () => {
    const feed = await start('feed,sink,detection');
    const alone = await start('detection');
    await feed.send('POST', `/api/v1/stations?network=${NETWORK}`, calmStations(STATIONS));
    const push = async (from: number, to: number) => {
      for (let slot = from; slot <= to; slot++) await feed.push(NETWORK, calmReports(STATIONS, slot, slot));
    };
    const every = (from: number, to: number) =>
      calmReports(STATIONS, from, to).map(({ station_id, time }) => `${station_id} ${time}`);
    const whole = await connect(feed);
    const first = await connect(alone);
    await push(0, 2);
    await until(
      'the first have come',
      () => told(first).length === 3 * STATIONS && told(whole).length === 3 * STATIONS,
    );
    await first.leave();
    await push(3, 4);
    const second = await connect(feed, first.heard.lastId);
    await push(5, 6);
    await until('what came meanwhile has come', () => told(first, second).length === 7 * STATIONS);
    await second.leave();
    await alone.stop();
    await push(7, 8);
    await alone.start();
    const third = await connect(alone, second.heard.lastId);
    await push(9, 9);
    await until('all has come', () => told(first, second, third).length >= 10 * STATIONS);
    await until('all has come here', () => told(whole).length >= 10 * STATIONS);
    assert.deepEqual(told(first, second, third).sort(), every(0, 9).sort());
    assert.deepEqual(told(whole).sort(), every(0, 9).sort());
  });

  it('tells of weather events, at another process and at one that is started anew too', async () => {
    const [first, second] = [await start('sink,detection'), await start('detection')];
    const log = await KafkaLog.open({ settings, logger: SILENT, now: Date.now });
    const tell = (changes: Partial<ToldWeatherEvent>) =>
      log.publish('weather-events', [{ key: NETWORK, value: weatherEvent(NETWORK, 'w', changes) }]);
    const shape = reportedWeatherEventShape.extend({ state: z.enum(TOLD_WEATHER_STATES) });
    const versions = (...heard: StreamClient[]) =>
      heard.flatMap(({ heard: { events } }) => events.map((event) => event.as(shape).version));
    const whole = await connect(first, null, 'weather-events');
    const early = await connect(second, null, 'weather-events');
    await tell({ version: 'v1' });
    await until('the first version has come', () => versions(early).length === 1 && versions(whole).length === 1);
    await early.leave();
    await second.stop();
    await tell({ version: 'v2' });
    await tell({ version: 'v3', state: 'withdrawn' });
    await second.start();
    const late = await connect(second, early.heard.lastId, 'weather-events');
    await until('all have come', () => versions(early, late).length >= 3 && versions(whole).length >= 3);
    assert.deepEqual(versions(early, late), ['v1', 'v2', 'v3']);
    assert.deepEqual(versions(whole), ['v1', 'v2', 'v3']);
    await log.close();
  });
});
