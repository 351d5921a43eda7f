import type { Configuration } from '../../schemas/configuration.ts';
import { type CollectorSettings, type OtlpTarget, otlpTarget } from './otlp-target.ts';

/** Settings of log records, which those of the audit log are. */
export type LogSettings = CollectorSettings & Pick<Configuration, 'otelLogsExporter' | 'otelLogsEndpoint'>;

/** Where the settings send log records: OTEL_LOGS_EXPORTER, else to the collector that is named; null: nowhere. */
export function logTarget(settings: LogSettings): OtlpTarget | null {
  const { otelLogsExporter: exporter, otelEndpoint: collector, otelLogsEndpoint: own } = settings;
  if (exporter === 'none') return null;
  if (exporter === null && collector === '' && own === '') return null;
  return otlpTarget(settings, 'logs', own);
}
