import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { startKafka } from '../../../deploy/servers/kafka-server.ts';
import { startRegistry } from '../../../deploy/servers/registry-server.ts';
import { startTimeSeries } from '../../../deploy/servers/time-series-server.ts';
import { deployLog } from '../../../ingest/log/kafka/deploy-log.ts';
import { linesTo } from '../../../schemas/logger.ts';
import { packageFile } from '../../../schemas/package-root.ts';
import { auditFolder } from '../../../services/audit/audit-files.ts';
import { alertRules } from '../../deploy/prometheus/monitoring-files.ts';
import { HalcyonProcess } from '../../resilience/halcyon-process.ts';
import { SmallDisk } from '../../resilience/scenarios/small-disk.ts';
import { WebhookReceiver } from '../../services/alerts/webhook-receiver.ts';
import { emptyParts } from '../../services/pipeline/broken-parts.ts';
import { WatchedStations } from './watched-stations.ts';
import { type MadeFault, WatchingPrometheus } from './watching-prometheus.ts';

/** Room of the time series [MiB]. */
const DISK_MIB = 1_536;
/** The clock of the process that judges, when nobody has sent anything for an hour [ms]. */
const HOUR_MS = 3_600_000;
/** Rules that each tell another receiver, and stations whose sensors are wrong: more than 100 deliveries. */
const RULES = 6;
const WRONG = 20;

/**
 * Makes faults in a system of five processes on Kafka and waits until a real Prometheus fires what is to tell of them.
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
  const disk = new SmallDisk(folder, DISK_MIB);
  const store = await startTimeSeries(join(disk.folder, 'store'), 'watched');
  const partitions = 2;
  const audit = auditFolder(join(folder, 'data'));
  const settings = { brokers: [kafka.address], registryUrl: registry.url, prefix: 'watched.', partitions } as const;
  await deployLog({ ...settings, replication: 1, compression: 'none', tls: null, sasl: null }, linesTo(console.log));
  const environment = {
    HALCYON_DATA: join(folder, 'data'),
    KAFKA_BROKERS: kafka.address,
    SCHEMA_REGISTRY_URL: registry.url,
    HALCYON_KAFKA_PREFIX: settings.prefix,
    HALCYON_KAFKA_PARTITIONS: String(partitions),
    CLICKHOUSE_URL: store.url({ database: 'watched' }),
  };
  const started = (only: string) => HalcyonProcess.on({ environment, only });
  const [feed, temporal, spatial, sink, detection] = await Promise.all(
    ['feed', 'temporal', 'spatial', 'sink', 'detection'].map(started),
  );
  // The same part where it is an hour later.
  const temporalLater = await HalcyonProcess.on({
    environment: { ...environment, HALCYON_RESILIENCE_CLOCK: String(HOUR_MS) },
    port: Number(new URL(temporal.url).port),
    only: 'temporal',
    node: ['--import', packageFile('test', 'resilience', 'shifted-clock.mjs')],
  });
  const processes = [feed, temporal, spatial, sink, detection];
  const prometheus = await WatchingPrometheus.start(folder, processes);
  const receiver = await new WebhookReceiver().up();
  const stations = new WatchedStations(feed.url);
  const problems: string[] = [];
  try {
    await Promise.all(processes.map((process) => process.start()));
    await stations.start();
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
        title: 'sensors of temperature read 99 degC, and the receivers of alerts are down',
        alerts: ['HalcyonDeliveriesWait', 'HalcyonDeliveriesFail'],
        make: async () => {
          await receiver.down();
          for (let k = 0; k < RULES; k++) await addRule(detection.url, `${receiver.url}?rule=${k}`);
          stations.wrong = WRONG;
        },
        undo: () => receiver.up(),
      },
      {
        title: 'the process that gives verdicts stands still for three seconds of every four',
        alerts: ['HalcyonVerdictsLate'],
        make: async () => {
          for (let round = 0; round < 15; round++) {
            process.kill(spatial.pid, 'SIGSTOP');
            await sleep(3_000);
            process.kill(spatial.pid, 'SIGCONT');
            await sleep(1_000);
          }
        },
        undo: async () => {
          stations.wrong = 0;
        },
      },
      {
        title: 'the disk of the time series fills by 4 MiB a second',
        alerts: ['HalcyonDiskFills'],
        make: () => disk.fillSlowly(4, 100),
        undo: async () => disk.clear(),
      },
      {
        title: 'the time series is away',
        alerts: ['HalcyonStoreAway', 'HalcyonNotReady', 'HalcyonLagGrows', 'HalcyonAnswersFail'],
        make: async () => {
          await store.kill();
          await readFor(detection.url, 60);
        },
        undo: () => store.start(),
      },
      {
        title: 'a sender sends what cannot be read',
        alerts: ['HalcyonDeadLetters'],
        make: () => stations.push(Array.from({ length: 40 }, (_, k) => ({ station_id: `s${k}`, time: 'yesterday' }))),
        undo: async () => undefined,
      },
      {
        title: 'the folder of the audit log is gone, and a file is in its place',
        alerts: ['HalcyonAuditUnwritten'],
        make: async () => {
          renameSync(audit, `${audit}.away`);
          writeFileSync(audit, '');
          await addRule(detection.url, receiver.url);
        },
        undo: async () => {
          rmSync(audit);
          renameSync(`${audit}.away`, audit);
        },
      },
      {
        title: 'the files of the tables are emptied',
        alerts: ['HalcyonPartsBroken'],
        make: async () => {
          await store.kill();
          emptyParts(join(disk.folder, 'store'), 'received');
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
        title: 'nobody has sent anything for an hour',
        alerts: ['HalcyonNothingArrives', 'HalcyonStationsSilent'],
        make: async () => {
          await stations.report(Date.now());
          stations.sends = false;
          await temporal.stop();
          await temporalLater.start();
        },
        undo: async () => undefined,
      },
      {
        title: 'every process is killed',
        alerts: ['HalcyonAllDown'],
        make: () => Promise.all([...processes, temporalLater].map((process) => process.kill())),
        undo: async () => undefined,
      },
    ];
    for (const fault of faults) await prometheus.sees(fault, problems);
    const tried = new Set(faults.flatMap(({ alerts }) => alerts));
    for (const { alert } of alertRules()) if (!tried.has(alert)) problems.push(`${alert} has no trial`);
  } finally {
    await stations.stop();
    prometheus.stop();
    await Promise.allSettled([...processes, temporalLater].map((process) => process.stop()));
    await Promise.allSettled([kafka, registry, store].map((server) => server.stop()));
    await receiver.down();
    disk.end();
  }
  return problems;
}

/** Reads five times a second, whatever is answered. */
async function readFor(url: string, seconds: number): Promise<void> {
  const read = () => fetch(`${url}/api/v1/anomalies`, { signal: AbortSignal.timeout(10_000) }).catch(() => undefined);
  for (let k = 0; k < 5 * seconds; k++) {
    void read();
    await sleep(200);
  }
}

async function addRule(url: string, webhook: string): Promise<void> {
  const response = await fetch(`${url}/api/v1/alert-rules`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      name: `Failures told to ${webhook}`,
      classes: ['device_failure'],
      severity: 'warning',
      channels: [{ type: 'webhook', url: webhook }],
    }),
  });
  if (!response.ok) throw new Error(`a rule was refused: ${await response.text()}`);
}
