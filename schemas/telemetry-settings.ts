import * as setting from './settings.ts';

/** The rows of the configuration table that say what a process tells a collector: the standard names of OpenTelemetry. */
export const TELEMETRY_SETTINGS = {
  otelTracesExporter: setting.optional(
    setting.oneOf(['otlp', 'console', 'none'] as const, 'none', {
      name: 'OTEL_TRACES_EXPORTER',
      meaning: 'where traces go: to a collector, to the terminal, nowhere',
    }),
    'otlp where a collector is named, else none',
  ),
  otelMetricsExporter: setting.optional(
    setting.oneOf(['otlp', 'prometheus', 'none'] as const, 'none', {
      name: 'OTEL_METRICS_EXPORTER',
      meaning:
        'where metrics are sent beside being shown at /metrics: to a collector, or with prometheus and none nowhere',
    }),
    'otlp where a collector is named, else none',
  ),
  otelLogsExporter: setting.optional(
    setting.oneOf(['otlp', 'none'] as const, 'none', {
      name: 'OTEL_LOGS_EXPORTER',
      meaning: 'where the records of the audit log are sent beside being written: to a collector, nowhere',
    }),
    'otlp where a collector is named, else none',
  ),
  otelEndpoint: setting.url({
    name: 'OTEL_EXPORTER_OTLP_ENDPOINT',
    meaning: 'OpenTelemetry collector that traces, metrics and records of the audit log are sent to (OTLP over HTTP)',
  }),
  otelTracesEndpoint: setting.url({
    name: 'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT',
    meaning: 'the same for traces, as the whole address; /v1/traces of the collector where not given',
  }),
  otelMetricsEndpoint: setting.url({
    name: 'OTEL_EXPORTER_OTLP_METRICS_ENDPOINT',
    meaning: 'the same for metrics, as the whole address; /v1/metrics of the collector where not given',
  }),
  otelLogsEndpoint: setting.url({
    name: 'OTEL_EXPORTER_OTLP_LOGS_ENDPOINT',
    meaning: 'the same for records of the audit log, as the whole address; /v1/logs of the collector where not given',
  }),
  otelProtocol: setting.oneOf(['http/protobuf', 'http/json'] as const, 'http/protobuf', {
    name: 'OTEL_EXPORTER_OTLP_PROTOCOL',
    meaning: 'form of what is sent to the collector',
  }),
  otelMetricIntervalMs: setting.integer(100, 3_600_000, 60_000, {
    name: 'OTEL_METRIC_EXPORT_INTERVAL',
    meaning: 'time between two sendings of the metrics [ms]',
  }),
  otelServiceName: setting.text('halcyon', {
    name: 'OTEL_SERVICE_NAME',
    meaning: 'name of this process in metrics, traces and records of the audit log',
  }),
} as const;
