import { spawn } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { startKafka } from '../../../deploy/servers/kafka-server.ts';
import { endWithThisProcess } from '../../../deploy/servers/parting.ts';
import { startRegistry } from '../../../deploy/servers/registry-server.ts';
import { freePort } from '../../../deploy/servers/server-process.ts';
import { startTimeSeries } from '../../../deploy/servers/time-series-server.ts';
import { deployLog } from '../../../ingest/log/kafka/deploy-log.ts';
import { alertRules } from '../../deploy/prometheus/monitoring-files.ts';
import { HalcyonProcess } from '../../resilience/halcyon-process.ts';
import { emptyParts } from '../../services/pipeline/broken-parts.ts';
import { shortenedRules } from './shortened-rules.ts';

/** What would take hours, a mail server or a disk that fills: by promtool only. */
const BY_PROMTOOL: readonly string[] = [
  'HalcyonStationsSilent',
  'HalcyonNothingArrives',
  'HalcyonVerdictsLate',
  'HalcyonDiskFills',
  'HalcyonDeliveriesFail',
  'HalcyonDeliveriesWait',
  'HalcyonAnswersFail',
];
const STATIONS = 60;
const PUSH_EVERY_MS = 250;
const FIRES_MS = 150_000;
const QUIET_MS = 180_000;
const NETWORK = 'watched';

/** A fault that is made, what it must have fire, and how it is undone. */
interface MadeFault {
  readonly title: string;
  readonly alerts: readonly string[];
  readonly make: () => Promise<unknown>;
  readonly undo: () => Promise<unknown>;
}

/**
 * Makes faults in a system of four processes on Kafka and waits until a real Prometheus fires what is to tell of them.
 *
 * @returns what was not as it should be
 */
export async function alertTrial(parent: string): Promise<string[]> {
  const folder = join(parent, 'alerts');
  mkdirSync(folder);
  const [kafka, registry] = await Promise.all([
    startKafka(join(folder, 'kafka')),
    startRegistry(join(folder, 'registry')),
  ]);
  const store = await startTimeSeries(join(folder, 'store'), 'watched');
  const partitions = 2;
  const settings = { brokers: [kafka.address], registryUrl: registry.url, prefix: 'watched.', partitions } as const;
  await deployLog({ ...settings, replication: 1, compression: 'none', tls: null, sasl: null }, console.log);
  const environment = {
    HALCYON_DATA: join(folder, 'data'),
    KAFKA_BROKERS: kafka.address,
    SCHEMA_REGISTRY_URL: registry.url,
    HALCYON_KAFKA_PREFIX: settings.prefix,
    HALCYON_KAFKA_PARTITIONS: String(partitions),
    CLICKHOUSE_URL: store.url({ database: 'watched' }),
  };
  const [feed, temporal, spatial, sink] = await Promise.all(
    ['feed', 'temporal', 'spatial', 'sink'].map((only) => HalcyonProcess.on({ environment, only })),
  );
  const processes = [feed, temporal, spatial, sink];
  const prometheus = await Watcher.start(folder, processes);
  const pushing = new AbortController();
  const problems: string[] = [];
  try {
    await Promise.all(processes.map((process) => process.start()));
    await register(feed.url);
    const pushed = pushOn(feed.url, pushing.signal);
    await prometheus.untilQuiet('a system that is well', problems);
    const faults: readonly MadeFault[] = [
      {
        title: 'the process that judges is killed',
        alerts: ['HalcyonProcessDown', 'HalcyonNobodyJudges', 'HalcyonNothingJudged', 'HalcyonNothingStored'],
        make: () => temporal.kill(),
        undo: () => temporal.start(),
      },
      {
        title: 'the process that stores comes back after half a minute',
        alerts: ['HalcyonFreshnessBurnsFast', 'HalcyonFreshnessBurnsSlowly'],
        make: async () => {
          await sink.kill();
          await sleep(30_000);
          await sink.start();
        },
        undo: async () => undefined,
      },
      {
        title: 'the time series is away',
        alerts: ['HalcyonStoreAway', 'HalcyonNotReady', 'HalcyonLagGrows'],
        make: () => store.kill(),
        undo: () => store.start(),
      },
      {
        title: 'a sender sends what cannot be read',
        alerts: ['HalcyonDeadLetters'],
        make: () =>
          push(
            feed.url,
            Array.from({ length: 40 }, (_, k) => ({ station_id: `s${k}`, time: 'yesterday' })),
          ),
        undo: async () => undefined,
      },
      {
        title: 'the files of the tables are emptied',
        alerts: ['HalcyonPartsBroken'],
        make: async () => {
          await store.kill();
          emptyParts(join(folder, 'store'), 'received');
          await store.start();
        },
        undo: async () => undefined,
      },
      {
        title: 'the broker is away',
        alerts: ['HalcyonBrokersAway'],
        make: () => kafka.kill(),
        undo: () => kafka.start(),
      },
      {
        title: 'every process is killed',
        alerts: ['HalcyonAllDown'],
        make: () => Promise.all(processes.map((process) => process.kill())),
        undo: async () => undefined,
      },
    ];
    for (const fault of faults) await prometheus.sees(fault, problems);
    pushing.abort();
    await pushed;
    const tried = new Set(faults.flatMap(({ alerts }) => alerts));
    for (const { alert } of alertRules()) {
      if (!tried.has(alert) && !BY_PROMTOOL.includes(alert)) problems.push(`${alert} has no trial`);
    }
  } finally {
    pushing.abort();
    prometheus.stop();
    await Promise.allSettled(processes.map((process) => process.stop()));
    await Promise.allSettled([kafka, registry, store].map((server) => server.stop()));
  }
  return problems;
}

/** A Prometheus that reads some processes every second. */
class Watcher {
  readonly #url: string;
  readonly #end: () => void;

  private constructor(url: string, end: () => void) {
    this.#url = url;
    this.#end = end;
  }

  static async start(folder: string, processes: readonly HalcyonProcess[]): Promise<Watcher> {
    const port = await freePort();
    const rules = join(folder, 'rules.yaml');
    writeFileSync(rules, shortenedRules());
    const targets = processes.map(({ url }) => new URL(url).host);
    const configuration = join(folder, 'prometheus.json');
    const every = { scrape_interval: '1s', scrape_timeout: '1s', evaluation_interval: '1s' };
    const scrape = { job_name: 'halcyon', static_configs: [{ targets }] };
    writeFileSync(configuration, JSON.stringify({ global: every, rule_files: [rules], scrape_configs: [scrape] }));
    const child = spawn(
      'prometheus',
      [
        `--config.file=${configuration}`,
        `--storage.tsdb.path=${join(folder, 'tsdb')}`,
        `--web.listen-address=127.0.0.1:${port}`,
      ],
      { stdio: 'ignore' },
    );
    endWithThisProcess(child);
    return new Watcher(`http://127.0.0.1:${port}`, () => child.kill('SIGTERM'));
  }

  stop(): void {
    this.#end();
  }

  /** Makes a fault, waits until every alert of it has fired, undoes it. */
  async sees({ title, alerts, make, undo }: MadeFault, problems: string[]): Promise<void> {
    const began = performance.now();
    const open = new Set(alerts);
    console.log(title);
    const made = make();
    while (open.size > 0 && performance.now() - began < FIRES_MS) {
      for (const alert of await this.#firing()) {
        if (open.delete(alert)) console.log(`  ${alert} fires after ${seconds(began)} s`);
      }
      await sleep(500);
    }
    await made;
    for (const alert of open) problems.push(`${title}: ${alert} did not fire within ${FIRES_MS / 1000} s`);
    await undo();
  }

  /** Waits until nothing fires, and goes on firing nothing for a while. */
  async untilQuiet(title: string, problems: string[]): Promise<void> {
    const began = performance.now();
    let since = performance.now();
    while (performance.now() - since < 20_000) {
      const firing = await this.#firing();
      if (firing.length > 0) since = performance.now();
      if (performance.now() - began > QUIET_MS) {
        problems.push(`${title}: ${firing.join(', ')} fires`);
        return;
      }
      await sleep(500);
    }
    console.log(`${title}: nothing fires`);
  }

  async #firing(): Promise<string[]> {
    try {
      const answer = await fetch(`${this.#url}/api/v1/alerts`);
      const { data } = (await answer.json()) as {
        data: { alerts: { state: string; labels: { alertname: string } }[] };
      };
      return data.alerts.filter(({ state }) => state === 'firing').map(({ labels }) => labels.alertname);
    } catch {
      // It is being started.
      return ['prometheus does not answer'];
    }
  }
}

async function register(url: string): Promise<void> {
  const stations = Array.from({ length: STATIONS }, (_, k) => ({
    network: NETWORK,
    station_id: `s${k}`,
    latitude: 50 + k / 100,
    longitude: 4,
  }));
  const headers = { 'content-type': 'application/json' };
  const response = await fetch(`${url}/api/v1/stations`, { method: 'POST', headers, body: JSON.stringify(stations) });
  if (!response.ok) throw new Error(`stations were refused: ${await response.text()}`);
}

async function push(url: string, items: readonly object[]): Promise<void> {
  const headers = { 'content-type': 'application/x-ndjson' };
  const body = items.map((item) => JSON.stringify(item)).join('\n');
  const signal = AbortSignal.timeout(5_000);
  await fetch(`${url}/api/v1/observations?network=${NETWORK}`, { method: 'POST', headers, body, signal });
}

/** Every station reports several times a second; what cannot be pushed is left. */
async function pushOn(url: string, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const time = new Date().toISOString();
    const values = { temp_out: 15, out_hum: 60, bar: 1013 };
    await push(
      url,
      Array.from({ length: STATIONS }, (_, k) => ({ station_id: `s${k}`, time, ...values })),
    ).catch(() => undefined);
    await sleep(PUSH_EVERY_MS);
  }
}

function seconds(began: number): string {
  return ((performance.now() - began) / 1000).toFixed(0);
}
