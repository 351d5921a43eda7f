import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { jarsMissing } from '../../../deploy/servers/server-jars.ts';
import { deployLog } from '../../../ingest/log/kafka/deploy-log.ts';
import { SILENT } from '../../../schemas/logger.ts';
import { packageFile } from '../../../schemas/package-root.ts';
import { HalcyonProcess } from '../../resilience/halcyon-process.ts';
import { PushedHistory } from '../../resilience/pushed-history.ts';
import { ScenarioServers } from '../../resilience/scenario-servers.ts';
import { foreignNames, misnamedSpans } from './convention-names.ts';
import { type RunningCollector, startCollector } from './running-collector.ts';
import { compareWithPage } from './sent-and-shown.ts';
import { pushSpike, traceProblems } from './spike-trace.ts';

/** Parts on Kafka, a process each. */
const PARTS = ['feed', 'temporal', 'spatial', 'sink'] as const;
/** Slots that are there before the disturbance, a day and a half: as much as judging needs. */
const HISTORY_SLOTS = 216;
const INTERVAL_MS = 2_000;
/** How long the trace and the metrics may take [ms]. */
const MOST_MS = 120_000;
const NETWORK = 'traced';

/** A system that tells a collector of itself. */
interface Told {
  /** The first takes what is pushed. */
  readonly processes: readonly HalcyonProcess[];
  /** Names under which they tell, by what they do. */
  readonly services: Readonly<Record<(typeof PARTS)[number], string>>;
}

/**
 * A report that stands out is pushed to a system that sends its traces and metrics to a collector: to a system in one
 * process, then, where Kafka can be had, to one of four processes, two of which send JSON and two protobuf.
 *
 * @param program path of the collector
 * @param folder for all that is made
 * @returns what was not as it should be
 */
export async function collectorTrial(program: string, folder: string): Promise<string[]> {
  const problems: string[] = [];
  for (const [name, make, missing] of [
    ['embedded', inOne, null],
    ['kafka', onKafka, jarsMissing()],
  ] as const) {
    if (missing !== null) {
      console.log(`collector, ${name}: not tried: ${missing}`);
      continue;
    }
    const place = join(folder, `collector-${name}`);
    mkdirSync(place);
    const servers = new ScenarioServers(place);
    const collector = await startCollector(program, place);
    const { processes, services } = await make(collector.url, place, servers);
    try {
      await Promise.all(processes.map((process) => process.start()));
      const found = await trial(name, collector, { processes, services });
      problems.push(...found.map((problem) => `collector, ${name}: ${problem}`));
    } finally {
      await Promise.all(processes.map((process) => process.stop()));
      await collector.stop();
      await servers.stop();
    }
  }
  return problems;
}

async function inOne(url: string, folder: string): Promise<Told> {
  const environment = { HALCYON_DATA: join(folder, 'data'), ...telling(url, 'halcyon', 'http/json') };
  const services = { feed: 'halcyon', temporal: 'halcyon', spatial: 'halcyon', sink: 'halcyon' };
  return { processes: [await HalcyonProcess.on({ environment })], services };
}

async function onKafka(url: string, folder: string, servers: ScenarioServers): Promise<Told> {
  const [kafka, registry, store] = await Promise.all([servers.kafka(), servers.registry(), servers.timeSeries()]);
  const prefix = `${NETWORK}.`;
  const settings = {
    ...{ brokers: [kafka.address], registryUrl: registry.url, prefix, partitions: 3, replication: 1 },
    ...{ compression: 'none' as const, tls: null, sasl: null },
  };
  await deployLog(settings, SILENT);
  const shared = {
    HALCYON_DATA: join(folder, 'data'),
    KAFKA_BROKERS: kafka.address,
    SCHEMA_REGISTRY_URL: registry.url,
    HALCYON_KAFKA_PREFIX: prefix,
    CLICKHOUSE_URL: store.url({ database: NETWORK }),
  };
  const processes = PARTS.map((only, k) => {
    const told = telling(url, `halcyon-${only}`, k % 2 === 0 ? 'http/json' : 'http/protobuf');
    return HalcyonProcess.on({ only, environment: { ...shared, ...told } });
  });
  const services = {
    feed: 'halcyon-feed',
    temporal: 'halcyon-temporal',
    spatial: 'halcyon-spatial',
    sink: 'halcyon-sink',
  };
  return { processes: await Promise.all(processes), services };
}

/** Settings of a process that tells a collector of itself. */
function telling(url: string, service: string, protocol: 'http/json' | 'http/protobuf'): Record<string, string> {
  return {
    OTEL_EXPORTER_OTLP_ENDPOINT: url,
    OTEL_EXPORTER_OTLP_PROTOCOL: protocol,
    OTEL_SERVICE_NAME: service,
    OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment.name=trial',
    OTEL_METRIC_EXPORT_INTERVAL: String(INTERVAL_MS),
    OTEL_BSP_SCHEDULE_DELAY: '500',
  };
}

async function trial(name: string, collector: RunningCollector, { processes, services }: Told): Promise<string[]> {
  const { passedOn } = collector;
  const [{ url }] = processes;
  const history = new PushedHistory({ network: NETWORK, seed: 7, days: 2 });
  await history.register(url);
  await history.pushSlots(url, HISTORY_SLOTS);
  await pushSpike(url, history);
  let traced = traceProblems(passedOn.spans(), services);
  for (const end = performance.now() + MOST_MS; traced.length > 0 && performance.now() < end; await sleep(500))
    traced = traceProblems(passedOn.spans(), services);
  const problems = [...traced];
  if (traced.length === 0) console.log(`collector, ${name}: one trace from the push to the stored anomaly`);
  for (const [k, process] of processes.entries()) {
    const service = Object.values(services)[k];
    const { series, equal, problems: found } = await metricsOf(process, service, collector);
    problems.push(...found.map((problem) => `${service}: ${problem}`));
    console.log(`collector, ${name}: ${service} sent ${series} series as /metrics shows them, ${equal} stood still`);
  }
  const [spans, metrics] = [passedOn.spans(), passedOn.metrics()];
  const { version } = JSON.parse(readFileSync(packageFile('package.json'), 'utf8')) as { version: string };
  const known = new Set<unknown>(Object.values(services));
  for (const { resource } of [...spans, ...metrics]) {
    if (known.has(resource['service.name']) && resource['service.version'] === version) continue;
    problems.push(`a resource is ${JSON.stringify(resource)}`);
    break;
  }
  if (!metrics.every(({ resource }) => resource['deployment.environment.name'] === 'trial'))
    problems.push('OTEL_RESOURCE_ATTRIBUTES are not in the resource');
  problems.push(...foreignNames(spans, metrics).map((one) => `${one} is no name of the semantic conventions`));
  problems.push(...misnamedSpans(spans).map((one) => `a span is not named as the conventions have it: ${one}`));
  problems.push(...collector.complaints());
  console.log(`collector, ${name}: ${spans.length} spans and ${metrics.length} metrics passed on`);
  return [...new Set(problems)];
}

/** The page of a process before and after a sending, and what was sent: the second that came, as one is on its way. */
async function metricsOf(process: HalcyonProcess, service: string, { passedOn }: RunningCollector) {
  const page = async () => (await fetch(`${process.url}/metrics`)).text();
  const sendings = () =>
    passedOn
      .sendings()
      .map((metrics) => metrics.filter(({ resource }) => resource['service.name'] === service))
      .filter((metrics) => metrics.length > 0);
  const before = await page();
  const already = sendings().length;
  const end = performance.now() + MOST_MS;
  while (sendings().length < already + 2 && performance.now() < end) await sleep(200);
  return compareWithPage(before, sendings()[already + 1] ?? [], await page());
}
