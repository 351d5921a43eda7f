import type { Configuration } from '../../schemas/configuration.ts';
import { type CollectorSettings, type OtlpTarget, otlpTarget } from './otlp-target.ts';

/** Settings of metrics. */
export type MetricSettings = CollectorSettings &
  Pick<Configuration, 'otelMetricsExporter' | 'otelMetricsEndpoint' | 'otelMetricIntervalMs'>;

/** Where the settings send metrics: OTEL_METRICS_EXPORTER, else to the collector that is named; null: they are shown only. */
export function metricTarget(settings: MetricSettings): OtlpTarget | null {
  const { otelMetricsExporter: exporter, otelEndpoint: collector, otelMetricsEndpoint: own } = settings;
  if (exporter === 'none' || exporter === 'prometheus') return null;
  if (exporter === null && collector === '' && own === '') return null;
  return otlpTarget(settings, 'metrics', own);
}
