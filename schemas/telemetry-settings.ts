import * as setting from './settings.ts';

/** The rows of the configuration table that say what a process tells a collector: the standard names of OpenTelemetry. */
export const TELEMETRY_SETTINGS = {
  otelTracesExporter: setting.optional(
    setting.oneOf(['otlp', 'console', 'none'] as const, 'none', {
      name: 'OTEL_TRACES_EXPORTER',
      meaning: 'destination of traces: a collector, the terminal, or none',
    }),
    'otlp where a collector is named, else none',
  ),
  otelMetricsExporter: setting.optional(
    setting.oneOf(['otlp', 'prometheus', 'none'] as const, 'none', {
      name: 'OTEL_METRICS_EXPORTER',
      meaning: 'destination of metrics besides /metrics: a collector; prometheus and none send nothing',
    }),
    'otlp where a collector is named, else none',
  ),
  otelLogsExporter: setting.optional(
    setting.oneOf(['otlp', 'none'] as const, 'none', {
      name: 'OTEL_LOGS_EXPORTER',
      meaning: 'destination of audit log records besides the file: a collector, or none',
    }),
    'otlp where a collector is named, else none',
  ),
  otelEndpoint: setting.url({
    name: 'OTEL_EXPORTER_OTLP_ENDPOINT',
    meaning: 'OpenTelemetry collector for traces, metrics and audit log records (OTLP over HTTP)',
  }),
  otelTracesEndpoint: setting.url({
    name: 'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT',
    meaning: 'full address for traces; /v1/traces of the collector if not set',
  }),
  otelMetricsEndpoint: setting.url({
    name: 'OTEL_EXPORTER_OTLP_METRICS_ENDPOINT',
    meaning: 'full address for metrics; /v1/metrics of the collector if not set',
  }),
  otelLogsEndpoint: setting.url({
    name: 'OTEL_EXPORTER_OTLP_LOGS_ENDPOINT',
    meaning: 'full address for audit log records; /v1/logs of the collector if not set',
  }),
  otelProtocol: setting.oneOf(['http/protobuf', 'http/json'] as const, 'http/protobuf', {
    name: 'OTEL_EXPORTER_OTLP_PROTOCOL',
    meaning: 'protocol and encoding for the collector',
  }),
  otelMetricIntervalMs: setting.integer(100, 3_600_000, 60_000, {
    name: 'OTEL_METRIC_EXPORT_INTERVAL',
    meaning: 'time between two exports of metrics [ms]',
  }),
  otelServiceName: setting.text('halcyon', {
    name: 'OTEL_SERVICE_NAME',
    meaning: 'name of this process in metrics, traces and audit log records',
  }),
} as const;
