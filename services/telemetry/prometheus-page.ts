import { metrics } from '@opentelemetry/api';
import { PrometheusExporter, PrometheusSerializer } from '@opentelemetry/exporter-prometheus';
import type { Resource } from '@opentelemetry/resources';
import { DataPointType, MeterProvider, type MetricData } from '@opentelemetry/sdk-metrics';
import { type MetricUnit, prometheusName } from '../../schemas/telemetry/metric.ts';

/** Longest that one reading waits for what it asks of others, such as the log [ms]. */
const PATIENCE_MS = 5_000;

/** The metrics of this process in Prometheus' text form. */
export interface MetricsPage {
  /** The page as it is now. */
  scrape(): Promise<string>;
  stop(): Promise<void>;
}

/**
 * Makes this process keep its metrics; they are read by a page, without a server of their own.
 *
 * @throws Error where the process keeps metrics already
 */
export function keepMetrics(resource: Resource): MetricsPage {
  const reader = new PrometheusExporter({ preventServerStart: true });
  const provider = new MeterProvider({ resource, readers: [reader] });
  if (!metrics.setGlobalMeterProvider(provider)) throw new Error('metrics are kept once in a process');
  const serializer = new PrometheusSerializer(undefined, false, undefined, false, true);
  return {
    scrape: async () => {
      // What could not be asked is left out, the rest is as good as ever.
      const { resourceMetrics } = await reader.collect({ timeoutMillis: PATIENCE_MS });
      const scopeMetrics = resourceMetrics.scopeMetrics.map(({ scope, metrics }) => ({
        scope,
        metrics: metrics.filter(({ dataPoints }) => dataPoints.length > 0).map(named),
      }));
      return serializer.serialize({ ...resourceMetrics, scopeMetrics });
    },
    stop: async () => {
      metrics.disable();
      await provider.shutdown();
    },
  };
}

/** A metric under its name in Prometheus; the unit is part of it. */
function named<T extends MetricData>(metric: T): T {
  const { name, unit } = metric.descriptor;
  const kind = metric.dataPointType === DataPointType.SUM && metric.isMonotonic ? 'counter' : 'gauge';
  const inPrometheus = prometheusName({ name, kind, unit: unit as MetricUnit });
  return { ...metric, descriptor: { ...metric.descriptor, name: inPrometheus, unit: '' } };
}
