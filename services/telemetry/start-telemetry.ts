import { setTimeout as sleep } from 'node:timers/promises';
import type { Configuration } from '../../schemas/configuration.ts';
import type { Logger } from '../../schemas/logger.ts';
import { PACKAGE_VERSION } from '../../schemas/package-version.ts';
import { type LogSettings, logTarget } from './log-target.ts';
import { type MetricSettings, metricTarget } from './metric-target.ts';
import { watchProcess } from './process-metrics.ts';
import { type TraceSettings, traceTarget } from './trace-target.ts';

/** Longest that the last spans, metrics and log records are waited for at the end [ms]. */
const FAREWELL_MS = 2_000;

/** What a process tells of itself while it works. */
export interface Telemetry {
  /** The metrics as they are now, in Prometheus' text form (version 0.0.4). */
  metrics(): Promise<string>;
  /** Sends the last spans, metrics and log records, for at most two seconds, and ends it. */
  stop(): Promise<void>;
}

/**
 * Starts what a process tells of itself: metrics always, and to a collector metrics, traces and the records of the audit log
 * where the settings name one. The parts of the system count and make spans by OpenTelemetry's API, which does nothing before this call: so it comes first.
 *
 * @param logger takes what goes wrong on the way to the collector
 * @throws Error where it was started in this process and not stopped
 */
export async function startTelemetry(
  configuration: TraceSettings & MetricSettings & LogSettings & Pick<Configuration, 'otelServiceName'>,
  logger: Logger,
): Promise<Telemetry> {
  // Other commands of the same program do without the SDK: it is loaded here only.
  const { defaultResource, detectResources, envDetector, resourceFromAttributes } = await import(
    '@opentelemetry/resources'
  );
  const own = { 'service.name': configuration.otelServiceName, 'service.version': PACKAGE_VERSION };
  const resource = defaultResource()
    .merge(resourceFromAttributes(own))
    .merge(detectResources({ detectors: [envDetector] }));
  const [tracesTo, metricsTo] = [traceTarget(configuration), metricTarget(configuration)];
  const logsTo = logTarget(configuration);
  const { keepMetrics } = await import('./prometheus-page.ts');
  const page = keepMetrics(resource, metricsTo === null ? [] : [await senderOf(metricsTo, configuration)]);
  let endComplaints = () => {};
  const sent = [
    ...(tracesTo === null ? [] : ['traces']),
    ...(metricsTo === null ? [] : ['metrics']),
    ...(logsTo === null ? [] : ['audit records']),
  ];
  if (sent.length > 0) {
    const { tellComplaints } = await import('./collector-complaints.ts');
    endComplaints = tellComplaints(sent, logger);
  }
  const endWatching = watchProcess();
  let endTracing = async () => {};
  if (tracesTo !== null) {
    const { startTracing } = await import('./tracing.ts');
    endTracing = await startTracing(tracesTo, resource);
  }
  let endLogs = async () => {};
  if (logsTo !== null) {
    const { startLogSending } = await import('./log-sending.ts');
    endLogs = await startLogSending(logsTo, resource);
  }
  return {
    metrics: () => page.scrape(),
    stop: async () => {
      // The last reading still has what is watched.
      const ended = Promise.all([endTracing(), endLogs(), page.stop().catch(() => undefined)]);
      await Promise.race([ended, sleep(FAREWELL_MS, undefined, { ref: false })]);
      endWatching();
      endComplaints();
    },
  };
}

async function senderOf(target: NonNullable<ReturnType<typeof metricTarget>>, settings: MetricSettings) {
  const { metricSender } = await import('./metric-sending.ts');
  return metricSender(target, settings.otelMetricIntervalMs);
}
