// The live system at size, on servers of its own on this machine: its windows rebuilt, the stations' own pace held, the
// highest rate, latency, memory, the catch-up after a stop, the cost of a rebalance.
//   npm run bench:live [-- --stations 1000000 --rate 1667 --minutes 15 --stop-minutes 10 --step-seconds 60]
// --rate is held for so many minutes; without it the stations' own, a report every ten minutes. A higher one lets time run faster.

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { startKafka } from '../../deploy/servers/kafka-server.ts';
import { startRegistry } from '../../deploy/servers/registry-server.ts';
import { startTimeSeries } from '../../deploy/servers/time-series-server.ts';
import { deployLog } from '../../ingest/log/kafka/deploy-log.ts';
import { KafkaLog } from '../../ingest/log/kafka/kafka-log.ts';
import type { KafkaSettings } from '../../ingest/log/kafka/kafka-settings.ts';
import { linesTo } from '../../schemas/logger.ts';
import { slotOf } from '../../schemas/time.ts';
import { openTimeSeries } from '../../services/stores/opening/open-time-series.ts';
import { quantile } from '../../test/quantile.ts';
import { amountOf, countOf, runOptions } from '../../test/run-options.ts';
import { cpuSecondsOf } from '../process-cpu.ts';
import { storeHistory } from './history.ts';
import { Load } from './load.ts';
import { PartProcess } from './part-process.ts';

const { values: given } = runOptions({
  options: {
    stations: { type: 'string', default: '1000000' },
    rate: { type: 'string' },
    minutes: { type: 'string', default: '15' },
    'stop-minutes': { type: 'string', default: '10' },
    'step-seconds': { type: 'string', default: '60' },
  },
});
const stations = countOf(given, 'stations');
const paceSeconds = amountOf(given, 'minutes') * 60;
const stopSeconds = amountOf(given, 'stop-minutes') * 60;
const stepSeconds = amountOf(given, 'step-seconds');
/** What is held for minutes: a report of each station every ten of them where no rate is given [observations/s]. */
const pace = given.rate === undefined ? stations / 600 : amountOf(given, 'rate');
/** The pace of a million stations, of which rates are multiples [observations/s]. */
const MILLION_PACE = 1_000_000 / 600;
const PARTITIONS = 12;
const NETWORK = 'bench';
/** A window of six hours, and an hour before it. */
const HISTORY_SLOTS = 42;
/** The load runs behind the clock by so much, so that a higher rate does not run ahead of it. */
const BEHIND_SLOTS = 60;
const GROUPS = ['temporal', 'spatial', 'store'] as const;
/** Share of the reports that come at least where the load keeps up: some of the demonstration's do not, by design. */
const COMING = 0.92;
/** A group that is behind by less than so much of the load has caught up [s], and by so many records at any rate. */
const CAUGHT_UP_S = 2;
const LEAST_BEHIND = 200;
const SAMPLE_MS = 5_000;
/** How long the pace is there before it is measured: what was compiled for rebuilding is compiled anew for judging [ms]. */
const WARM_UP_MS = 60_000;

const folder = await mkdtemp(join(tmpdir(), 'halcyon-live-'));
const began = performance.now();
const tell = (line: string) => console.log(`${((performance.now() - began) / 1000).toFixed(0).padStart(5)} s  ${line}`);

const [kafka, registry, engine] = await Promise.all([
  startKafka(join(folder, 'kafka')),
  startRegistry(join(folder, 'registry')),
  startTimeSeries(join(folder, 'time-series'), 'bench'),
]);
const settings: KafkaSettings = {
  brokers: [kafka.address],
  registryUrl: registry.url,
  prefix: '',
  partitions: PARTITIONS,
  replication: 1,
  compression: 'none',
  tls: null,
  sasl: null,
};
const environment = {
  KAFKA_BROKERS: kafka.address,
  SCHEMA_REGISTRY_URL: registry.url,
  CLICKHOUSE_URL: engine.url(),
  HALCYON_DATA: join(folder, 'data'),
  HALCYON_KAFKA_PARTITIONS: String(PARTITIONS),
};
await deployLog(settings, linesTo(tell));
const log = await KafkaLog.open({ settings, logger: linesTo(tell), now: Date.now });

/** Records that each group has yet to take in. The spatial one commits only what is settled: what it has read it says itself. */
async function lag(): Promise<Record<string, number>> {
  const lags: Record<string, number> = {};
  const ends = await log.ends('observations');
  for (const group of ['temporal', 'store'] as const) {
    const done = await log.done(group, 'observations');
    lags[group] = ends.reduce((sum, end, partition) => sum + end - (done[partition] ?? 0), 0);
  }
  const { records, partitions } = await parts[1].behind('temporal-anomalies');
  lags['spatial'] = partitions === PARTITIONS ? records : Number.POSITIVE_INFINITY;
  return lags;
}

const MEASURED = ['temporal', 'spatial', 'sink'] as const;
const startAll = () => Promise.all(MEASURED.map((only) => PartProcess.start(only, environment)));

// What the processes take when there is no station yet.
const idle = await startAll();
await Promise.all([idle[0].holds(PARTITIONS), idle[1].holds(PARTITIONS), idle[2].answers()]);
await sleep(3_000);
const empty = idle.map((one) => one.usage().resident);
await Promise.all(idle.map((one) => one.stop()));

const store = await openTimeSeries({ clickhouseUrl: engine.url(), dataFolder: folder });
const lastSlot = slotOf(Date.now()) - BEHIND_SLOTS;
let at = performance.now();
const stored = await storeHistory(store, NETWORK, stations, lastSlot - HISTORY_SLOTS + 1, lastSlot);
tell(`${stored} observations of ${stations} stations stored in ${seconds(at)} s: what the windows are rebuilt from`);
await store.close();

let parts = await startAll();
let rebuilds = await Promise.all([parts[0].holds(PARTITIONS), parts[1].holds(PARTITIONS)]);
tell(`windows rebuilt at the start: temporal ${rebuilds[0].toFixed(1)} s, spatial ${rebuilds[1].toFixed(1)} s`);

const load = await Load.start({ settings, network: NETWORK, stations, slot: lastSlot + 1 });
tell(
  `${pace.toFixed(0)} observations/s of ${stations} stations, for ${paceSeconds} s after a minute that does not count`,
);
const rates = [0.5, 1, 1.5, 2, 3, 4, 5, 6].map((factor) => factor * MILLION_PACE);
let highest = 0;
load.rate(pace);
await sleep(WARM_UP_MS);
const held = await hold(pace, paceSeconds);
await memory();
if (held) {
  highest = pace;
  for (const rate of rates.filter((each) => each > pace)) {
    if (!(await hold(rate, stepSeconds))) break;
    highest = rate;
  }
} else {
  for (const rate of rates.filter((each) => each < pace).reverse()) {
    load.rate(0);
    await caughtUp();
    if (!(await hold(rate, stepSeconds))) continue;
    highest = rate;
    break;
  }
}
tell(`highest rate held: ${highest.toFixed(0)} observations/s (goal ${(MILLION_PACE * 5).toFixed(0)})`);
load.rate(0);
await caughtUp();

tell(`the stages and the sink stop for ${stopSeconds} s while the stations go on`);
load.rate(Math.min(pace, highest));
await Promise.all(parts.map((part) => part.stop()));
await sleep(stopSeconds * 1000);
at = performance.now();
parts = await startAll();
rebuilds = await Promise.all([parts[0].holds(PARTITIONS), parts[1].holds(PARTITIONS)]);
const rebuilt = seconds(at);
await caughtUp();
tell(`again after ${rebuilt} s (windows), caught up after ${seconds(at)} s`);
load.takeLatencies();

at = performance.now();
const second = await PartProcess.start('temporal', environment);
await second.holds(PARTITIONS / 2);
tell(`a second temporal worker has its half after ${seconds(at)} s`);
await caughtUp();
const moved = load.takeLatencies();
tell(`caught up ${seconds(at)} s after it came; slowest verdict meanwhile ${quantile(moved, 1)} ms`);
at = performance.now();
await second.stop();
await parts[0].holds(PARTITIONS);
await caughtUp();
tell(`its half is back with the first, caught up, ${seconds(at)} s after it went`);
await memory();

await load.stop();
await Promise.all(parts.map((part) => part.stop()));
await log.close();
await Promise.all([kafka.stop(), registry.stop(), engine.stop()]);
await rm(folder, { recursive: true, force: true });

/** Runs the load at a rate; true where in the last third no group is behind by more than it takes in at once. */
async function hold(rate: number, forSeconds: number): Promise<boolean> {
  load.takeLatencies();
  load.rate(rate);
  const before = cpuOfEach();
  const sentBefore = load.sent;
  const started = performance.now();
  const samples: Record<string, number>[] = [];
  while (performance.now() - started < forSeconds * 1000) {
    await sleep(SAMPLE_MS);
    samples.push(await lag());
  }
  const took = (performance.now() - started) / 1000;
  const sent = (load.sent - sentBefore) / took;
  const third = Math.max(1, Math.floor(samples.length / 3));
  const worst = (some: readonly Record<string, number>[]) =>
    Object.fromEntries(GROUPS.map((group) => [group, Math.max(...some.map((sample) => sample[group]))]));
  const last = worst(samples.slice(-third));
  const behind = GROUPS.some((group) => last[group] > Math.max(rate * CAUGHT_UP_S, LEAST_BEHIND));
  const latencies = load.takeLatencies();
  const cpu = cpuOfEach().map(([name, now], i) => `${name} ${(((now - before[i][1]) / took) * 100).toFixed(0)} %`);
  const held = !behind && sent > rate * COMING;
  tell(
    `  ${rate.toFixed(0)}/s: sent ${sent.toFixed(0)}/s; behind at most ${JSON.stringify(last)}; verdict p50 ${quantile(latencies, 0.5)} ms, ` +
      `p99 ${quantile(latencies, 0.99)} ms (${latencies.length}); CPU ${cpu.join(', ')}: ${held ? 'held' : 'not held'}`,
  );
  return held;
}

/** CPU time that each process of the system and around it has taken so far [s]. */
function cpuOfEach(): [name: string, cpu: number][] {
  const around = { broker: kafka.pid(), registry: registry.pid(), engine: engine.pid(), load: load.pid };
  const beside = Object.entries(around).map(([name, pid]): [string, number] => [name, cpuSecondsOf(pid)]);
  return [...parts.map((part): [string, number] => [part.only, part.usage().cpu]), ...beside];
}

/** Resolves when no group is behind by more than it takes in at once. */
async function caughtUp(): Promise<void> {
  for (;;) {
    const behind = await lag();
    if (Object.values(behind).every((count) => count < Math.max(pace * CAUGHT_UP_S, LEAST_BEHIND))) return;
    await sleep(250);
  }
}

async function memory(): Promise<void> {
  for (const [i, part] of parts.entries()) {
    const { resident } = part.usage();
    const each = (resident - empty[i]) / stations;
    tell(
      `memory of ${part.only}: ${megabytes(resident)} MB, empty ${megabytes(empty[i])} MB: ${each.toFixed(0)} bytes a station`,
    );
  }
}

function megabytes(bytes: number): string {
  return (bytes / 1e6).toFixed(0);
}

function seconds(since: number): string {
  return ((performance.now() - since) / 1000).toFixed(1);
}
