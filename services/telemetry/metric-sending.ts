import {
  AggregationTemporality,
  InstrumentType,
  type MetricReader,
  PeriodicExportingMetricReader,
  type PushMetricExporter,
} from '@opentelemetry/sdk-metrics';
import type { OtlpTarget } from './otlp-target.ts';

/** Longest that one sending may take [ms]: the rest of the metrics is soon there again. */
const PATIENCE_MS = 10_000;

/**
 * What reads the metrics every so often and sends them to a collector.
 *
 * @param intervalMs time between two sendings [ms]
 */
export async function metricSender(target: OtlpTarget, intervalMs: number): Promise<MetricReader> {
  const exporter = await exporterFor(target);
  const temporalityOf = exporter.selectAggregationTemporality?.bind(exporter);
  // Of gauges it has only what is told at that moment: the SDK would go on with the last value.
  exporter.selectAggregationTemporality = (instrument) =>
    instrument === InstrumentType.OBSERVABLE_GAUGE
      ? AggregationTemporality.DELTA
      : (temporalityOf?.(instrument) ?? AggregationTemporality.CUMULATIVE);
  return new PeriodicExportingMetricReader({
    exporter,
    exportIntervalMillis: intervalMs,
    exportTimeoutMillis: Math.min(intervalMs, PATIENCE_MS),
  });
}

async function exporterFor({ url, protocol }: OtlpTarget): Promise<PushMetricExporter> {
  const { OTLPMetricExporter } =
    protocol === 'http/json'
      ? await import('@opentelemetry/exporter-metrics-otlp-http')
      : await import('@opentelemetry/exporter-metrics-otlp-proto');
  return new OTLPMetricExporter({ url });
}
