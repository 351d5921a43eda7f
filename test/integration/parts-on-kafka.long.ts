import assert from 'node:assert/strict';
import { deployLog } from '../../ingest/log/kafka/deploy-log.ts';
import type { AnomalyAnswer } from '../../schemas/http/answers/anomaly-answer.ts';
import { SILENT } from '../../schemas/logger.ts';
import { isoOf } from '../../schemas/time.ts';
import { logServers, logServersMissing } from '../servers/kafka.ts';
import { until } from '../until.ts';
import { calmReports, calmStations, timeAt } from './calm-network.ts';
import { freshDataFolder } from './data-folders.ts';
import { inSteps } from './in-steps.ts';
import { RunningSystem } from './running-system.ts';

const missing = logServersMissing();
const STATIONS = 4;
const NETWORK = 'north';
const SPIKE = 50;
const SECOND = 58;
const SPIKES = { [`s1@${SPIKE}`]: 15, [`s2@${SECOND}`]: 15 };
/** LATENESS and HINDSIGHT are 18 slots together. */
const SETTLED = SECOND + 20;

interface Readiness {
  readonly checks: Readonly<Record<string, { ok: boolean; detail: string }>>;
}

describe(`the system on Kafka${missing === null ? '' : ` (${missing})`}`, () => {
  let environment: Record<string, string>;
  const running: RunningSystem[] = [];

  const start = async (folder: string, clock: number, only?: string): Promise<RunningSystem> => {
    const system = await new RunningSystem(folder, clock, environment, only).start();
    running.push(system);
    return system;
  };
  const newLog = async () => {
    const settings = (await logServers()).settings();
    await deployLog(settings, SILENT);
    environment = {
      KAFKA_BROKERS: settings.brokers.join(),
      SCHEMA_REGISTRY_URL: settings.registryUrl,
      HALCYON_KAFKA_PREFIX: settings.prefix,
      HALCYON_KAFKA_PARTITIONS: String(settings.partitions),
    };
  };
  const spikes = (anomalies: readonly AnomalyAnswer[]) =>
    anomalies
      .filter(({ variable, deviation }) => variable === 'temp_out' && deviation > 10)
      .map(({ station_id, timestamp, classification, state }) => [station_id, timestamp, classification, state]);
  const expected = (state: string) =>
    [
      ['s2', SECOND],
      ['s1', SPIKE],
    ].map(([station, slot]) => [
      station,
      new Date(timeAt(Number(slot))).toISOString().replace('.000', ''),
      'device_failure',
      state,
    ]);

  before(function () {
    if (missing !== null) this.skip();
  });
  afterEach(async () => {
    await Promise.all(running.splice(0).map((system) => system.stop()));
  });

  it('judges in several processes, goes on where one is replaced, and shows it in another', async () => {
    await newLog();
    const folder = await freshDataFolder();
    const reads = await start(folder, timeAt(0), 'sink,detection');
    let stages = await start(folder, timeAt(0), 'temporal,spatial');
    const feed = await start(folder, timeAt(0), 'feed');
    const reach = (first: number, last: number) =>
      inSteps(first, last, async (from, to) => {
        for (const system of running) system.clock = timeAt(to) + 1000;
        await feed.pushJudged(NETWORK, calmReports(STATIONS, from, to, SPIKES), reads);
      });
    await feed.send('POST', `/api/v1/stations?network=${NETWORK}`, calmStations(STATIONS));
    await reach(0, SPIKE - 1);
    await reach(SPIKE, SPIKE + 2);

    // Another takes over, with windows from the store: the very next value is judged.
    await stages.stop();
    running.splice(running.indexOf(stages), 1);
    stages = await start(folder, feed.clock, 'temporal,spatial');
    await reach(SPIKE + 3, SECOND);
    const [newest] = await reads.observations(NETWORK);
    assert.equal(newest.timestamp, new Date(timeAt(SECOND)).toISOString().replace('.000', ''));
    assert.notEqual(newest.flags?.['temp_out'].flag, 2, 'judged, with the history that the predecessor had');
    await reach(SECOND + 1, SETTLED);
    await until('both spikes are settled', async () => {
      const found = spikes(await reads.anomalies(NETWORK, '&state=settled'));
      return found.length === 2;
    });
    assert.deepEqual(spikes(await reads.anomalies(NETWORK)), expected('settled'));

    const { checks } = await stages.get<Readiness>('/readyz');
    assert.deepEqual(Object.keys(checks), ['log', 'temporal', 'spatial', 'time_series']);
    assert.equal(checks['temporal'].detail, 'judging 3 partitions');
    assert.equal((await reads.get<Readiness>('/readyz')).checks['sink'].detail, 'storing');
    assert.equal((await fetch(`${feed.url}/api/v1/anomalies`)).status, 404, 'a feed serves no reads');
    assert.equal((await fetch(`${reads.url}/api/v1/observations`, { method: 'POST' })).status, 405);
  });

  it('goes by what people rule in a process that only serves it, in stages that come later too', async () => {
    await newLog();
    const folder = await freshDataFolder();
    const reads = await start(folder, timeAt(0), 'detection');
    let stages = await start(folder, timeAt(0), 'temporal,spatial,sink');
    const feed = await start(folder, timeAt(0), 'feed');
    const reach = (first: number, last: number) =>
      inSteps(first, last, async (from, to) => {
        for (const system of running) system.clock = timeAt(to) + 1000;
        await feed.pushJudged(NETWORK, calmReports(STATIONS, from, to, SPIKES), reads);
      });
    await feed.send('POST', `/api/v1/stations?network=${NETWORK}`, calmStations(STATIONS));
    await reach(0, SPIKE - 10);
    const setting = { threshold: 20, floor: 20, reason: 'it stands over a road' };
    await reads.send('PUT', '/api/v1/stations/s1/thresholds/temp_out', setting);
    const bar = { station: 's3', from: isoOf(timeAt(0)), reason: 'a tree has grown over it' };
    await reads.send('POST', '/api/v1/bars', bar);
    await stages.stop();
    running.splice(running.indexOf(stages), 1);
    stages = await start(folder, feed.clock, 'temporal,spatial,sink');
    await reach(SPIKE - 9, SETTLED);
    await until('what follows is settled', async () => {
      return spikes(await reads.anomalies(NETWORK, '&state=settled')).length > 0;
    });
    const live = await reads.anomalies(NETWORK);
    assert.deepEqual(spikes(live), expected('settled').slice(0, 1), 'that of s1 is below its floor');
    const [found] = live.filter(({ station_id }) => station_id === 's2');
    assert.deepEqual([...found.spatial_verification.neighbors].sort(), ['s0', 's1'], 'nobody asks s3');
    const span = { start_time: isoOf(timeAt(0)), end_time: isoOf(timeAt(SETTLED)), network: NETWORK };
    const { anomalies } = await reads.detect({ ...span, spatial_verify: true });
    const settled = (all: readonly { state: string; anomaly_id: string; version: string }[]) =>
      all.filter(({ state }) => state === 'settled').map(({ anomaly_id, version }) => `${anomaly_id} ${version}`);
    assert.deepEqual(settled(anomalies).sort(), settled(live).sort());
  });

  it('takes up in one process what a run on the embedded log has left', async () => {
    const folder = await freshDataFolder();
    environment = {};
    const embedded = await start(folder, timeAt(SPIKE) + 1000);
    await embedded.send('POST', `/api/v1/stations?network=${NETWORK}`, calmStations(STATIONS));
    await embedded.pushJudged(NETWORK, calmReports(STATIONS, 0, SPIKE, SPIKES));
    await embedded.stop();
    running.splice(0);

    await newLog();
    const system = await start(folder, timeAt(SECOND) + 1000);
    await system.pushJudged(NETWORK, calmReports(STATIONS, SPIKE + 1, SECOND, SPIKES));
    await inSteps(SECOND + 1, SETTLED, async (from, to) => {
      system.clock = timeAt(to) + 1000;
      await system.pushJudged(NETWORK, calmReports(STATIONS, from, to));
    });
    await until('both spikes are settled', async () => {
      const found = spikes(await system.anomalies(NETWORK, '&state=settled'));
      return found.length === 2;
    });
    assert.deepEqual(spikes(await system.anomalies(NETWORK)), expected('settled'));
    const of = (line: string) => /windows of 3 partitions rebuilt in/.test(line);
    assert.equal(system.said.filter(of).length, 1, system.said.join('\n'));
  });
});
