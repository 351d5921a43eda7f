import { PACKAGE_VERSION } from '../../schemas/package-version.ts';
import { servesMore } from '../../schemas/parts.ts';
import { createApplication } from '../api/application.ts';
import { NO_AUDIT_LOG } from '../audit/audit-log.ts';
import { openAudit } from '../audit/open-audit.ts';
import { listen } from '../http/listening/listening.ts';
import { listenLocally, servicesSocket } from '../local/services-socket.ts';
import { PatternDrawer } from '../patterns/drawing/pattern-drawer.ts';
import type { TimeSeriesStore } from '../stores/time-series-store.ts';
import { watchFaults } from '../telemetry/fault-metrics.ts';
import { watchReady } from '../telemetry/ready-metrics.ts';
import { absent } from './absent.ts';
import { httpDependenciesOf } from './http-services.ts';
import { NO_INTAKE } from './no-intake.ts';
import { openAccess } from './open-access.ts';
import { type OpenedAlerts, openAlerts } from './open-alerts.ts';
import { openDatasets } from './open-datasets.ts';
import { openExperts } from './open-experts.ts';
import { openLogAndPipeline } from './open-log-and-pipeline.ts';
import { openMonthlyReports } from './open-monthly-reports.ts';
import { openRetention } from './open-retention.ts';
import { type OpenedStream, openStream } from './open-stream.ts';
import type { OpenedParts } from './opened-parts.ts';
import { tellOperator } from './operator-lines.ts';
import { readinessChecks } from './readiness-checks.ts';
import { runFeeds } from './run-feeds.ts';
import type { AssemblyOptions } from './system-options.ts';

/**
 * Puts the parts of the system together on what is open: pipeline, HTTP services, feeds. Resolves when it is ready. What is
 * begun gives its end to `ending` at once; a stop ends all from the last to the first.
 *
 * @returns where clients reach the services, and where this process listens
 * @throws HalcyonError `invalid_configuration`, `log_unavailable`
 */
export async function assembleSystem(options: AssemblyOptions): Promise<{ url: string; listening: string }> {
  const { configuration, parts, whole, tls, ending, now, logger } = options;
  let url = configuration.publicUrl;
  const publicUrl = () => url;
  const opened = await openParts(options, publicUrl);
  const { store, pipeline, catalogue, audit, access, experts, stream, alerts } = opened;
  const readiness = readinessChecks(options, opened);
  const endReady = watchReady(readiness);
  ending.push(async () => endReady());
  const http = httpDependenciesOf(options, opened, readiness);
  const listening = await listen(createApplication(http), { ...configuration, tls });
  url ||= listening.url;
  ending.push(() => listening.close());
  ending.push(async () => stream?.hub.close());
  await pipeline?.start();
  experts.begin();
  ending.push(() => alerts.close());
  await alerts.start();
  await access.begin();
  if (catalogue !== null && configuration.postgresUrl === '') {
    ending.push(await listenLocally(createApplication(http, 'local'), await servicesSocket(configuration.data)));
  }
  // Commands are on this machine: the public URL may be a proxy's, which they need not reach.
  if (whole) await options.opened?.publish(listening.url);
  const given = { configuration, parts, catalogue, now };
  const reports = { ...given, store, experts: experts.rules, publicUrl, logger: logger.of('reports') };
  ending.push(openMonthlyReports(reports));
  ending.push(openRetention({ ...given, store: options.opened, audit, logger: logger.of('retention') }));
  if (whole) await tellOperator(pipeline, { now, logger: logger.of('anomalies') });
  ending.push(runFeeds(options.feedsOn(store), { intake: pipeline?.intake ?? NO_INTAKE, now, logger }));
  return { url, listening: listening.url };
}

/** Opens the parts of this process that its services answer from, each on those before it. */
async function openParts(options: AssemblyOptions, publicUrl: () => string): Promise<OpenedParts> {
  const { configuration, parts, ending, now, logger } = options;
  const store = options.opened ?? absent<TimeSeriesStore>('time series');
  // Its end comes after the log's.
  let stream: OpenedStream | null = null;
  ending.push(async () => stream?.close());
  const { pipeline, log } = await openLogAndPipeline(options, store);
  await pipeline?.prepare();
  const catalogue = await options.catalogue;
  const given = (name: string) => ({
    ...{ configuration, parts, store, pipeline, log, catalogue, publicUrl, now },
    logger: logger.of(name),
  });
  const audit = servesMore(parts) ? await openAudit(auditOptions(options)) : null;
  ending.push(async () => audit?.close());
  const access = await openAccess({ ...given('identity'), audit: audit ?? NO_AUDIT_LOG });
  ending.push(() => access.close());
  let alerts: OpenedAlerts | null = null;
  const experts = openExperts({ ...given('experts'), onChange: (rule) => alerts?.onRule(rule) });
  ending.push(() => experts.close());
  const datasets = await openDatasets(given('datasets'));
  ending.push(() => datasets.close());
  const detects = parts.has('detection');
  stream = detects ? await openStream({ ...given('stream'), rules: experts.rules }) : null;
  alerts = openAlerts({ ...given('alerts'), experts: experts.rules, feed: stream?.hub.alerts ?? null });
  const endFaults = detects ? watchFaults(store) : () => undefined;
  ending.push(async () => endFaults());
  const drawer = new PatternDrawer();
  ending.push(() => drawer.close());
  return { store, pipeline, log, catalogue, audit, access, experts, datasets, stream, alerts, drawer };
}

function auditOptions({ configuration, parts, now, logger }: AssemblyOptions): Parameters<typeof openAudit>[0] {
  const writer = `halcyon ${PACKAGE_VERSION}, parts ${[...parts].join(', ')}`;
  const logFailure = (line: string, cause: unknown) => logger.of('audit').error(line, { cause });
  return { dataFolder: configuration.data, writer, now, logFailure };
}
