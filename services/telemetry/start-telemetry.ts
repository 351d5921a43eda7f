import { readFileSync } from 'node:fs';
import type { Configuration } from '../../schemas/configuration.ts';
import { packageFile } from '../../schemas/package-root.ts';
import { watchProcess } from './process-metrics.ts';
import { traceTarget } from './trace-target.ts';

/** What a process tells of itself while it works. */
export interface Telemetry {
  /** The metrics as they are now, in Prometheus' text form (version 0.0.4). */
  metrics(): Promise<string>;
  /** Sends the last spans, for at most two seconds, and ends it. */
  stop(): Promise<void>;
}

/**
 * Starts what a process tells of itself: metrics always, traces where the settings name a place for them. The parts of the
 * system count and make spans by OpenTelemetry's API, which does nothing before this call: so it comes first.
 *
 * @param say takes a line for the operator
 * @throws Error where it was started in this process and not stopped
 */
export async function startTelemetry(
  configuration: Pick<Configuration, 'otelTracesExporter' | 'otelEndpoint' | 'otelTracesEndpoint' | 'otelServiceName'>,
  say: (line: string) => void,
): Promise<Telemetry> {
  // Other commands of the same program do without the SDK: it is loaded here only.
  const { defaultResource, detectResources, envDetector, resourceFromAttributes } = await import(
    '@opentelemetry/resources'
  );
  const { version } = JSON.parse(readFileSync(packageFile('package.json'), 'utf8')) as { version: string };
  const own = { 'service.name': configuration.otelServiceName, 'service.version': version };
  const resource = defaultResource()
    .merge(resourceFromAttributes(own))
    .merge(detectResources({ detectors: [envDetector] }));
  const { keepMetrics } = await import('./prometheus-page.ts');
  const page = keepMetrics(resource);
  const endWatching = watchProcess();
  const target = traceTarget(configuration);
  let endTracing = async () => {};
  if (target !== null) {
    const { startTracing } = await import('./tracing.ts');
    endTracing = await startTracing(target, resource, say);
  }
  return {
    metrics: () => page.scrape(),
    stop: async () => {
      endWatching();
      await Promise.all([endTracing(), page.stop()]);
    },
  };
}
