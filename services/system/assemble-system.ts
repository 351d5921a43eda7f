import type { JudgementPlan } from '../../detectors/network/judgement-plan.ts';
import { parsePush } from '../../ingest/feeds/push/parse-push.ts';
import type { EventLog } from '../../ingest/log/event-log.ts';
import type { Configuration } from '../../schemas/configuration.ts';
import type { ExpertRule } from '../../schemas/expert-rule.ts';
import type { Logger } from '../../schemas/logger.ts';
import { PACKAGE_VERSION } from '../../schemas/package-version.ts';
import { type Part, servesMore } from '../../schemas/parts.ts';
import { createApplication } from '../api/application.ts';
import type { HttpDependencies } from '../api/http-dependencies.ts';
import { auditFolder } from '../audit/audit-files.ts';
import { NO_AUDIT_LOG } from '../audit/audit-log.ts';
import { openAudit } from '../audit/open-audit.ts';
import { auditTrail } from '../audit-trail/read-audit.ts';
import { detect } from '../detection/detect.ts';
import { readDetection } from '../detection/detection-request.ts';
import { KeptStates } from '../detection/kept-states.ts';
import { outagesOfNetwork } from '../detection/outages-of-network.ts';
import { KeptReadings } from '../duty/kept-readings.ts';
import { allRules } from '../experts/rule-publication.ts';
import { listen } from '../http/listening/listening.ts';
import type { Tls } from '../http/listening/tls-files.ts';
import { listenLocally, servicesSocket } from '../local/services-socket.ts';
import { letterDecoder } from '../observations/bufr/letter-decoder.ts';
import { PatternDrawer } from '../patterns/drawing/pattern-drawer.ts';
import { CataloguePatterns } from '../patterns/pattern-store.ts';
import { logAnswers } from '../pipeline/log-answers.ts';
import { readingsOf, watchLag, watchReachable } from '../pipeline/log-lag.ts';
import type { Pipeline } from '../pipeline/pipeline.ts';
import { DEFAULT_NETWORK } from '../stations/default-network.ts';
import type { Catalogue } from '../stores/catalogue.ts';
import type { OpenedTimeSeries } from '../stores/opening/open-time-series.ts';
import { catalogueCopy } from '../stores/postgres/catalogue-copy.ts';
import type { TimeSeriesStore } from '../stores/time-series-store.ts';
import type { AnsweredRequest } from '../telemetry/answered-request.ts';
import { watchFaults } from '../telemetry/fault-metrics.ts';
import { checked, notNeeded, type ReadinessCheck } from '../telemetry/readiness-check.ts';
import { watchReady } from '../telemetry/ready-metrics.ts';
import { absent } from './absent.ts';
import { servesCatalogue, worksWithoutTimeSeries } from './chosen-parts.ts';
import type { configuredFeeds } from './feeds.ts';
import { KeptLog } from './kept-log.ts';
import { NO_INTAKE } from './no-intake.ts';
import { openAccess } from './open-access.ts';
import { type OpenedAlerts, openAlerts } from './open-alerts.ts';
import { openDatasets } from './open-datasets.ts';
import { openExperts } from './open-experts.ts';
import { openMonthlyReports } from './open-monthly-reports.ts';
import { hasPipeline, openPipeline } from './open-pipeline.ts';
import { openRetention } from './open-retention.ts';
import { type OpenedStream, openStream } from './open-stream.ts';
import { OperatorLines } from './operator-lines.ts';
import { registerAll } from './register-stations.ts';

/** What a system is started with. */
export interface SystemOptions {
  readonly configuration: Configuration;
  /** Parts of the system that run in this process. */
  readonly parts: ReadonlySet<Part>;
  /** Allows listening beyond loopback without access control. */
  readonly insecure: boolean;
  /** Current time, ms since the epoch. */
  readonly now: () => number;
  readonly logger: Logger;
  /** Takes what was answered; left out where nobody wants it. */
  readonly logAccess?: (answered: AnsweredRequest) => void;
  /** The metrics of this process in Prometheus' text form. */
  readonly metrics: () => Promise<string>;
}

/** What a system is assembled of, besides. */
export interface AssemblyOptions extends SystemOptions {
  /** True where this process has every part. */
  readonly whole: boolean;
  readonly tls: Tls | null;
  readonly plan: JudgementPlan;
  readonly feedsOn: ReturnType<typeof configuredFeeds>;
  /** null where this process needs no time series. */
  readonly opened: OpenedTimeSeries | null;
  /** null where this process needs no catalogue. */
  readonly catalogue: Promise<Catalogue> | null;
  /** Takes what ends each part, in the order in which they begin. */
  readonly ending: (() => Promise<void>)[];
}

/**
 * Puts the parts of the system together on what is open: pipeline, HTTP services, feeds. Resolves when it is ready.
 *
 * @returns where clients reach the services, and where this process listens
 * @throws HalcyonError `invalid_configuration`, `log_unavailable`
 */
export async function assembleSystem(options: AssemblyOptions): Promise<{ url: string; listening: string }> {
  const { configuration, parts, whole, tls, plan, feedsOn, opened, catalogue, ending, now, logger } = options;
  const { postgresUrl, data: dataFolder } = configuration;
  const store = opened ?? absent<TimeSeriesStore>('time series');
  // Its end comes after the log's.
  let stream: OpenedStream | null = null;
  ending.push(async () => stream?.close());
  const rules = async () => {
    const here = await catalogue;
    return here === null ? [] : allRules(here);
  };
  const pipeline = hasPipeline(parts)
    ? await openPipeline({
        configuration,
        parts,
        plan,
        store,
        owner: whole,
        rules,
        now,
        logger: logger.of('pipeline'),
      })
    : null;
  if (pipeline !== null) {
    ending.push(() => pipeline.stop());
    const endWatching = watchLag(pipeline.log, readingsOf(parts));
    ending.push(async () => endWatching());
    if (configuration.kafkaBrokers.length > 0) {
      const endReaching = watchReachable(pipeline.log);
      ending.push(async () => endReaching());
    }
  }
  // Without a pipeline this process has a log of its own on Kafka, which is opened when it is first needed.
  const own = new KeptLog({ configuration, now, logger });
  ending.push(() => own.close());
  const log = async () => pipeline?.log ?? own.opened();
  await pipeline?.prepare();
  const catalogueHere = await catalogue;
  const audit = servesMore(parts)
    ? await openAudit({
        dataFolder: configuration.data,
        writer: `halcyon ${PACKAGE_VERSION}, parts ${[...parts].join(', ')}`,
        now,
        logFailure: (line, cause) => logger.of('audit').error(line, { cause }),
      })
    : null;
  ending.push(async () => audit?.close());
  let url = configuration.publicUrl;
  const access = await openAccess({
    configuration,
    parts,
    catalogue: catalogueHere,
    audit: audit ?? NO_AUDIT_LOG,
    publicUrl: () => url,
    now,
    logger: logger.of('identity'),
  });
  ending.push(() => access.close());
  const intake = pipeline?.intake ?? NO_INTAKE;
  let alerts: OpenedAlerts | null = null;
  const onChange = (rule: ExpertRule) => alerts?.onRule(rule);
  const experts = openExperts({ parts, catalogue: catalogueHere, log, onChange, logger: logger.of('experts') });
  ending.push(() => experts.close());
  const datasets = await openDatasets({
    configuration,
    parts,
    catalogue: catalogueHere,
    store,
    now,
    logger: logger.of('datasets'),
  });
  ending.push(() => datasets.close());
  stream = parts.has('detection')
    ? await openStream({
        configuration,
        pipeline,
        store,
        rules: experts.rules,
        log,
        now,
        logger: logger.of('stream'),
      })
    : null;
  alerts = openAlerts({
    configuration,
    parts,
    catalogue: catalogueHere,
    store,
    experts: experts.rules,
    log,
    feed: stream?.hub.alerts ?? null,
    publicUrl: () => url,
    now,
    logger: logger.of('alerts'),
  });
  if (parts.has('detection')) {
    const endWatching = watchFaults(store);
    ending.push(async () => endWatching());
  }
  const drawer = new PatternDrawer();
  ending.push(() => drawer.close());
  // Streams and alerts wait for the log while it is away, reads do not.
  const tellsFromLog = pipeline === null && parts.has('detection') && configuration.kafkaBrokers.length > 0;
  const checksOf = async () => ({
    ...(await readiness(options, pipeline, access.check)),
    ...(tellsFromLog && {
      log: notNeeded(await checked(async () => logAnswers((await own.opened()) ?? absent<EventLog>('log')))),
    }),
    ...(await datasets.checks()),
    ...(audit !== null && { audit: notNeeded(audit.check()) }),
  });
  const endReady = watchReady(checksOf);
  ending.push(async () => endReady());
  const http: HttpDependencies = {
    configuration,
    parts,
    store,
    letters: store,
    bufr: letterDecoder(configuration, logger),
    intake,
    parsePush,
    registerStations: (registrations) => registerAll(intake, DEFAULT_NETWORK, registrations),
    detect: async (source, body, signal) => {
      const { latenessSlots, hindsightSlots } = configuration;
      const request = readDetection(body, { now: now(), latenessSlots, hindsightSlots });
      return (await detect(source, request, { signal })).report;
    },
    outages: (source, request, signal) => outagesOfNetwork(source, request, now(), signal),
    experts: experts.rules,
    states: new KeptStates(() => performance.now()),
    readings: new KeptReadings(() => performance.now()),
    stream: stream?.hub ?? absent('stream'),
    readiness: checksOf,
    now,
    logFailure: (line, cause) => logger.of('http').error(line, { cause }),
    ...(options.logAccess !== undefined && { logAccess: options.logAccess }),
    metrics: options.metrics,
    audit: audit ?? NO_AUDIT_LOG,
    auditTrail: auditTrail(auditFolder(dataFolder)),
    access: { verifier: access.verifier, rolePrefix: configuration.rolePrefix },
    patterns: catalogueHere === null ? absent('catalogue') : new CataloguePatterns(catalogueHere, now),
    drawer,
    datasets: datasets.parts,
    alerts: alerts.parts,
    ...(catalogueHere !== null && { copyCatalogue: () => catalogueCopy(catalogueHere) }),
    ...(access.identity !== null && { identity: access.identity }),
    people:
      access.identity === null
        ? absent('identity service')
        : {
            ...access.identity,
            networks: async () => opened?.networks() ?? null,
            guarded: configuration.auth === 'required',
          },
  };
  const listening = await listen(createApplication(http), { ...configuration, tls });
  url ||= listening.url;
  ending.push(() => listening.close());
  ending.push(async () => stream?.hub.close());
  await pipeline?.start();
  experts.begin();
  ending.push(async () => alerts?.close());
  await alerts.start();
  await access.begin();
  if (catalogue !== null && postgresUrl === '') {
    ending.push(await listenLocally(createApplication(http, 'local'), await servicesSocket(dataFolder)));
  }
  // Commands are on this machine: the public URL may be a proxy's, which they need not reach.
  if (whole) await opened?.publish(listening.url);
  ending.push(
    openMonthlyReports({
      ...{ configuration, parts, catalogue: catalogueHere, store, experts: experts.rules },
      publicUrl: () => url,
      now,
      logger: logger.of('reports'),
    }),
  );
  ending.push(
    openRetention({
      configuration,
      parts,
      store: opened,
      catalogue: catalogueHere,
      audit,
      now,
      logger: logger.of('retention'),
    }),
  );
  if (whole) {
    const lines = new OperatorLines(logger.of('anomalies'), now);
    await pipeline?.log.subscribe({ group: 'console', topic: 'anomalies', read: 'new' }, async ({ records }) =>
      lines.take(records.map((record) => record.value)),
    );
  }
  const feeding = new AbortController();
  const running = feedsOn(store).map((feed) =>
    feed
      .run({ intake, signal: feeding.signal, now, logger })
      .catch((error) => logger.error(`feed ${feed.name} ended`, { feed: feed.name, cause: error })),
  );
  ending.push(async () => {
    feeding.abort();
    await Promise.all(running);
  });
  return { url, listening: listening.url };
}

/** What this process rests on. Whether access can be controlled is asked by itself: that may go on without the catalogue for a while. */
async function readiness(
  { parts, opened, catalogue }: Pick<AssemblyOptions, 'parts' | 'opened' | 'catalogue'>,
  pipeline: Pipeline | null,
  accessControl: (() => Promise<string>) | null,
): Promise<Record<string, ReadinessCheck>> {
  const ofStore = (check: ReadinessCheck) => (worksWithoutTimeSeries(parts) ? notNeeded(check) : check);
  const ofCatalogue = (check: ReadinessCheck) => (servesCatalogue(parts) ? check : notNeeded(check));
  return {
    ...(await pipeline?.checks()),
    ...(opened !== null && { time_series: ofStore(await checked(async () => `ClickHouse ${await opened.check()}`)) }),
    ...(catalogue !== null && {
      catalogue: ofCatalogue(
        await checked(async () => {
          const { product, version } = await (await catalogue).check();
          return `${product} ${version}`;
        }),
      ),
    }),
    ...(accessControl !== null && { access_control: await checked(accessControl) }),
  };
}
