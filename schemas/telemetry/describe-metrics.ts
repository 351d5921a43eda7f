import type { Metric } from './metric.ts';
import { prometheusKind, prometheusLabel, prometheusName } from './metric.ts';
import { METRICS } from './metric-table.ts';

/** The page docs/metrics.md: every metric as the table has it, and what is said of traces, in Markdown. */
export function describeMetrics(): string {
  const lines = [
    '# Metrics and traces',
    '',
    'Made from the table of metrics in the code by `npx tsx schemas/telemetry/describe-metrics.ts > docs/metrics.md`.',
    '',
    '## Metrics',
    '',
    "Every process of `halcyon run` shows what it has done and how far it is in Prometheus' text form, without any setting:",
    '',
    '```sh',
    'curl http://127.0.0.1:8080/metrics',
    '```',
    '',
    'Counters begin at 0 with the process. A histogram has the series `_bucket`, `_sum` and `_count`. A metric is there once',
    'there is something to tell. No label is ever a station, and only open faults have a network, a hundred at most: what one',
    'station does is in the store.',
    '',
    '| metric | kind | labels | meaning |',
    '| --- | --- | --- | --- |',
    ...(Object.values(METRICS) as readonly Metric[]).map(rowOf),
    '',
    'The names are those of OpenTelemetry with underscores for dots, the unit and, for counters, `_total` behind them. What its',
    'semantic conventions have a name for has that name: requests, statements of the store, process, event loop. The log is',
    'counted as `halcyon.log.*`, alike in memory and on Kafka.',
    '`target_info` names the process: `OTEL_SERVICE_NAME`, its version, and what `OTEL_RESOURCE_ATTRIBUTES` says.',
    '',
    'With `OTEL_EXPORTER_OTLP_ENDPOINT` naming an OpenTelemetry collector, or `OTEL_METRICS_EXPORTER=otlp`, the same metrics',
    'are sent to it every `OTEL_METRIC_EXPORT_INTERVAL`, under their names with dots: OTLP over HTTP, in the form that',
    '`OTEL_EXPORTER_OTLP_PROTOCOL` says. `/metrics` is there in any case.',
    '',
    'What to look at first: `halcyon_log_behind` and `halcyon_sink_waiting_seconds` should not grow,',
    '`halcyon_verdict_latency_seconds` says how soon an anomaly is known, `halcyon_dead_letters_total` what a feed sends wrong,',
    '`halcyon_stations_heard` how many stations have fallen silent. A dashboard for Grafana is in `deploy/grafana/`, rules of',
    'alerts for Prometheus in `deploy/prometheus/`: processes that are away, a lag that grows, a store that is away, dead',
    'letters, silent stations, deliveries that fail.',
    '',
    '## Traces',
    '',
    'With `OTEL_EXPORTER_OTLP_ENDPOINT` naming an OpenTelemetry collector, or `OTEL_TRACES_EXPORTER` set, one trace leads from a feed to the classified anomaly, through all processes: its context travels in the headers',
    'of the log’s records (W3C Trace Context).',
    '',
    '| span | is |',
    '| --- | --- |',
    '| `POST /api/v1/observations`, ... | a request, within the trace that its `traceparent` names; its id is `http.response.header.x-request-id` |',
    '| `send observations` | what a feed or a push brought is validated, put into the log and safe |',
    '| `process observations` | a batch in the temporal stage; only where one observation of the trace led to a candidate |',
    '| `process temporal-anomalies` | the verdict at once on those candidates; later versions of a verdict rest on many observations and are of no trace |',
    '| `INSERT observations`, ... | an insert into the store of records of the trace, by table |',
    '',
    'Names, kinds and attributes are those of the semantic conventions for messaging and for databases. `messaging.system` is',
    '`kafka`, or `halcyon` for the log in memory; on Kafka the destinations have the prefix of the installation.',
    '',
    'Without these settings no span is made and no header is written for it. A collector that is away costs its spans and',
    'nothing else. Sampling is set by `OTEL_TRACES_SAMPLER` and `OTEL_TRACES_SAMPLER_ARG`, what a collector wants to see by',
    '`OTEL_EXPORTER_OTLP_HEADERS`: they mean what the OpenTelemetry specification says.',
    '',
    '`npm run test:monitoring` builds an OpenTelemetry collector, sends it traces and metrics of a system in one process and of',
    'one of four processes on Kafka, and looks at what it passes on: one trace from the push to the stored anomaly, every series',
    'of `/metrics` with its value, no name that is neither ours nor of the semantic conventions.',
    '',
    '## Logs',
    '',
    'A process writes lines for its operator to standard output and failures to standard error. With `HALCYON_LOG_FORMAT=json`',
    'each of them is one JSON object:',
    '',
    '```json',
    '{"level":"error","time":"2026-03-01T12:00:00.000Z","request_id":"7d1f","trace_id":"0af7651916cd43dd8448eb211c80319c","cause":"...","message":"GET /api/v1/stations failed (5a1c09de)"}',
    '```',
    '',
    '`HALCYON_ACCESS_LOG=true` adds a line for each request that was answered: method, path without query, status, `duration_ms`',
    'and the address of the client. Every answer has `X-Request-Id`: the id that the request came with, where it is up to 128',
    'letters, digits and `._:@/+=-`, else a new one; lines that belong to a request carry it.',
  ];
  return `${lines.join('\n')}\n`;
}

function rowOf(metric: Metric): string {
  const labels = metric.labels.map((label) => `\`${prometheusLabel(label)}\``).join(', ');
  return `| \`${prometheusName(metric)}\` | ${prometheusKind(metric)} | ${labels} | ${metric.meaning} |`;
}

if (process.argv[1] === import.meta.filename) process.stdout.write(describeMetrics());
