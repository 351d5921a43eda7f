import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { trace } from '@opentelemetry/api';
import { EmbeddedLog } from '../../../ingest/log/embedded-log.ts';
import { readConfiguration } from '../../../schemas/configuration.ts';
import { linesTo, SILENT } from '../../../schemas/logger.ts';
import { packageFile } from '../../../schemas/package-root.ts';
import { count, measure, observe } from '../../../schemas/telemetry/instruments.ts';
import { METRICS } from '../../../schemas/telemetry/metric-table.ts';
import { ClientGone } from '../../../services/http/body-reader.ts';
import { readingsOf, watchLag } from '../../../services/pipeline/log-lag.ts';
import { STORED } from '../../../services/pipeline/topic-inserts.ts';
import { logTarget } from '../../../services/telemetry/log-target.ts';
import { metricTarget } from '../../../services/telemetry/metric-target.ts';
import { startTelemetry, type Telemetry } from '../../../services/telemetry/start-telemetry.ts';
import { traceTarget } from '../../../services/telemetry/trace-target.ts';
import { gate } from '../../gate.ts';
import { records } from '../../ingest/log/numbered-records.ts';
import { until } from '../../until.ts';
import { FakeParts } from '../api/fake-parts.ts';
import { RunningApplication } from '../api/running-application.ts';
import { OtlpReceiver } from './otlp-receiver.ts';
import { readPrometheus, sampleOf } from './prometheus-text.ts';

const quiet = () => {};

describe('telemetry of a process', () => {
  let telemetry: Telemetry | undefined;
  const start = async (environment: Record<string, string> = {}, say: (line: string) => void = quiet) => {
    telemetry = await startTelemetry(readConfiguration(environment), linesTo(say));
    return telemetry;
  };
  const read = async () => readPrometheus((await telemetry?.metrics()) ?? '');
  afterEach(async () => {
    await telemetry?.stop();
    telemetry = undefined;
  });

  it('costs nothing and does nothing before it is started', async () => {
    count(METRICS.observationsAccepted, 5, { source: 'push' });
    observe(METRICS.stations, () => assert.fail('nobody reads'));
    await start();
    assert.equal((await read()).get('halcyon_observations_accepted_total'), undefined);
  });

  it('shows counters, histograms and what is asked for, in Prometheus’ text form', async () => {
    await start({ OTEL_SERVICE_NAME: 'halcyon-spatial' });
    count(METRICS.deadLetters, 2, { source: 'a "quoted"\n\\name', reason: 'unreadable' });
    count(METRICS.deadLetters, 3, { source: 'push', reason: 'invalid_time' });
    measure(METRICS.verdictLatency, 0.007, {});
    measure(METRICS.verdictLatency, 4000, {});
    const end = observe(METRICS.windowBytes, (tell) => tell(1e21, { stage: 'temporal' }));
    const families = await read();
    assert.equal(sampleOf(families, 'halcyon_dead_letters_total', { source: 'push', reason: 'invalid_time' }), 3);
    assert.equal(sampleOf(families, 'halcyon_verdict_latency_seconds_bucket', { le: '0.005' }), 0);
    assert.equal(sampleOf(families, 'halcyon_verdict_latency_seconds_bucket', { le: '0.01' }), 1);
    assert.equal(sampleOf(families, 'halcyon_verdict_latency_seconds_bucket', { le: '1800' }), 1);
    assert.equal(sampleOf(families, 'halcyon_verdict_latency_seconds_count'), 2);
    assert.equal(sampleOf(families, 'halcyon_windows_size_bytes', { stage: 'temporal' }), 1e21);
    assert.equal(sampleOf(families, 'target_info', { service_name: 'halcyon-spatial' }), 1);
    end();
    assert.equal((await read()).get('halcyon_windows_size_bytes'), undefined);
  });

  it('shows what the process takes', async () => {
    await start();
    const families = await read();
    assert.ok(sampleOf(families, 'process_memory_usage_bytes') > 10e6);
    assert.ok(sampleOf(families, 'process_cpu_time_seconds_total', { cpu_mode: 'user' }) > 0.01);
    assert.ok(sampleOf(families, 'process_uptime_seconds') > 0);
    let max = 0;
    let holds = true;
    // Held up in one look and read in the next: the delay is measured once the loop goes on, and reading begins anew.
    await until('what holds the event loop up is measured', async () => {
      if (holds) for (const end = performance.now() + 90; performance.now() < end; );
      else max = sampleOf(await read(), 'nodejs_eventloop_delay_max_seconds');
      holds = !holds;
      return max > 0.04;
    });
    assert.ok(max < 10, `${max}`);
  });

  it('is started once in a process, and again after it was stopped', async () => {
    const first = await start();
    count(METRICS.sinkRows, 1, { table: 'anomalies' });
    await assert.rejects(startTelemetry(readConfiguration({}), SILENT), /once/);
    await first.stop();
    await start();
    assert.equal((await read()).get('halcyon_sink_rows_total'), undefined);
    count(METRICS.sinkRows, 7, { table: 'anomalies' });
    assert.equal(sampleOf(await read(), 'halcyon_sink_rows_total', { table: 'anomalies' }), 7);
  });

  it('shows how far groups of this process are behind in the log, by partition', async () => {
    await start();
    const log = new EmbeddedLog({ durableGroups: { stations: 'store' } });
    const { passed: held, open: release } = gate();
    const end = watchLag(log, [
      { group: 'store', topic: 'stations' },
      { group: 'temporal', topic: 'observations' },
    ]);
    await log.subscribe({ group: 'store', topic: 'stations', maxRecords: 2 }, ({ records: [{ offset }] }) =>
      offset === 0 ? Promise.resolve() : held,
    );
    await log.publish('stations', records(0, 9));
    const behind = { group: 'store', topic: 'stations', partition: '0' };
    await until('seven are behind', async () => sampleOf(await read(), 'halcyon_log_behind', behind) === 7);
    assert.equal((await read()).get('halcyon_log_behind')?.samples.length, 1, 'nobody here reads observations');
    release();
    await log.flushed('stations');
    const families = await read();
    assert.equal(sampleOf(families, 'halcyon_log_behind', behind), 0);
    assert.equal(sampleOf(families, 'halcyon_log_published_total', { topic: 'stations' }), 9);
    assert.equal(sampleOf(families, 'halcyon_log_consumed_total', { topic: 'stations', group: 'store' }), 9);
    end();
    await log.close();
  });

  it('asks for the groups that work in the process and no other', () => {
    assert.deepEqual(readingsOf(new Set(['detection'])), []);
    assert.deepEqual(readingsOf(new Set(['feed', 'spatial'])), [{ group: 'spatial', topic: 'temporal-anomalies' }]);
    const whole = readingsOf(new Set(['temporal', 'spatial', 'sink']));
    assert.equal(whole.length, 2 + STORED.length, 'one for each stage, and one for each topic that the sink stores');
    assert.deepEqual(
      whole.filter(({ topic }) => topic === 'observations').map(({ group }) => group),
      ['temporal', 'store'],
    );
  });

  it('does not wait for a log that does not answer, and shows the rest', async () => {
    await start();
    const never = new Promise<never>(() => {});
    const end = watchLag(
      { ends: () => never, positions: () => new Map([[0, 0]]) },
      [{ group: 'store', topic: 'stations' }],
      50,
    );
    const began = performance.now();
    const families = await read();
    assert.ok(performance.now() - began < 2000);
    assert.equal(families.get('halcyon_log_behind'), undefined);
    assert.ok(families.has('process_uptime_seconds'));
    end();
  });

  it('gives two readers at once the whole page', async () => {
    await start();
    const pages = await Promise.all([read(), read()]);
    for (const page of pages) assert.ok(sampleOf(page, 'process_uptime_seconds') > 0);
  });

  it('measures answers by endpoint, method and status', async () => {
    await start();
    const application = await new RunningApplication().start();
    await application.request('/healthz');
    await application.request('/healthz/');
    await application.request('/api/v1/stations/some%20station');
    await application.request('/nothing/here');
    await application.request('/healthz', { method: 'DELETE' });
    await application.stop();
    const families = await read();
    const answers = (route: string | undefined, method: string, status: string) =>
      sampleOf(families, 'http_server_request_duration_seconds_count', {
        http_route: route,
        url_scheme: 'http',
        http_request_method: method,
        http_response_status_code: status,
      });
    assert.equal(answers('/healthz', 'GET', '200'), 2);
    assert.equal(answers('/api/v1/stations/:id', 'GET', '404'), 1);
    assert.equal(answers(undefined, 'GET', '404'), 1);
    assert.equal(answers(undefined, 'DELETE', '405'), 1);
  });

  it('counts a request whose client left as left, and not as one that found nothing', async () => {
    await start();
    const parts = new FakeParts();
    const application = await new RunningApplication(parts).start();
    parts.trouble = () => Promise.reject(new ClientGone());
    await application.request('/readyz').catch(() => undefined);
    await application.stop();
    const families = await read();
    const labels = { http_route: '/readyz', url_scheme: 'http', http_request_method: 'GET' };
    const counted = (status: string) =>
      sampleOf(families, 'http_server_request_duration_seconds_count', {
        ...labels,
        http_response_status_code: status,
      });
    assert.equal(counted('499'), 1);
  });

  it('sends traces where the settings say, and by default nowhere', () => {
    const target = (environment: Record<string, string>) => traceTarget(readConfiguration(environment));
    const collector = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318/' };
    const sent = { kind: 'otlp', protocol: 'http/protobuf' };
    assert.equal(target({}), null);
    assert.equal(target({ ...collector, OTEL_TRACES_EXPORTER: 'none' }), null);
    assert.deepEqual(target(collector), { ...sent, url: 'http://collector:4318/v1/traces' });
    assert.deepEqual(target({ OTEL_TRACES_EXPORTER: 'otlp' }), {
      ...sent,
      url: 'http://localhost:4318/v1/traces',
    });
    const whole = { ...collector, OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'http://other/in' };
    assert.deepEqual(target(whole), { ...sent, url: 'http://other/in' });
    assert.deepEqual(target({ OTEL_TRACES_EXPORTER: 'console' }), { kind: 'console' });
  });

  it('sends records of the audit log where the settings say, and by default nowhere', () => {
    const target = (environment: Record<string, string>) => logTarget(readConfiguration(environment));
    const collector = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318/' };
    const sent = { kind: 'otlp', protocol: 'http/protobuf' };
    assert.equal(target({}), null);
    assert.equal(target({ ...collector, OTEL_LOGS_EXPORTER: 'none' }), null);
    assert.deepEqual(target(collector), { ...sent, url: 'http://collector:4318/v1/logs' });
    const own = { OTEL_EXPORTER_OTLP_LOGS_ENDPOINT: 'http://other/in' };
    assert.deepEqual(target({ ...collector, ...own }), { ...sent, url: 'http://other/in' });
  });

  it('sends metrics where the settings say, and by default nowhere', () => {
    const target = (environment: Record<string, string>) => metricTarget(readConfiguration(environment));
    const collector = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318/' };
    const sent = { kind: 'otlp', protocol: 'http/protobuf' };
    assert.equal(target({}), null);
    assert.equal(target({ ...collector, OTEL_METRICS_EXPORTER: 'none' }), null);
    assert.equal(target({ ...collector, OTEL_METRICS_EXPORTER: 'prometheus' }), null);
    assert.deepEqual(target(collector), { ...sent, url: 'http://collector:4318/v1/metrics' });
    assert.deepEqual(target({ OTEL_METRICS_EXPORTER: 'otlp', OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json' }), {
      kind: 'otlp',
      protocol: 'http/json',
      url: 'http://localhost:4318/v1/metrics',
    });
    const own = { OTEL_EXPORTER_OTLP_METRICS_ENDPOINT: 'http://other/in' };
    assert.deepEqual(target({ ...collector, ...own }), { ...sent, url: 'http://other/in' });
    assert.deepEqual(target(own), { ...sent, url: 'http://other/in' });
    assert.throws(() => target({ OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc' }), /should be one of http\/protobuf, http\/json/);
  });

  for (const protocol of ['http/json', 'http/protobuf'] as const) {
    it(`sends spans and metrics to a collector at the latest when it is stopped, as ${protocol}`, async () => {
      const collector = await new OtlpReceiver().start();
      const { stop } = await start({
        OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
        OTEL_EXPORTER_OTLP_PROTOCOL: protocol,
        OTEL_SERVICE_NAME: 'halcyon-spatial',
      });
      trace.getTracer('test').startSpan('send observations').end();
      count(METRICS.deadLetters, 2, { source: 'push', reason: 'unreadable' });
      await stop();
      telemetry = undefined;
      await collector.stop();
      const type = protocol === 'http/json' ? 'application/json' : 'application/x-protobuf';
      const sent = collector.received.map(({ path, contentType }) => `${path} ${contentType}`).sort();
      assert.deepEqual(sent, [`/v1/metrics ${type}`, `/v1/traces ${type}`]);
      const [[span], metrics] = [collector.spans(), collector.metrics()];
      assert.equal(span.name, 'send observations');
      assert.equal(span.resource['service.name'], 'halcyon-spatial');
      const letters = metrics.find(({ name }) => name === 'halcyon.dead_letters');
      assert.deepEqual(letters, {
        name: 'halcyon.dead_letters',
        unit: '{letter}',
        kind: 'sum',
        points: [{ value: 2, attributes: { source: 'push', reason: 'unreadable' } }],
        resource: span.resource,
      });
      const memory = metrics.find(({ name }) => name === 'process.memory.usage');
      assert.equal(memory?.kind, 'sum', 'parts of an amount add up');
      assert.ok(Number(memory?.points[0].value) > 10e6);
    });
  }

  it('sends metrics every so often, and of gauges only what there is', async () => {
    const collector = await new OtlpReceiver().start();
    const { stop } = await start({
      OTEL_EXPORTER_OTLP_METRICS_ENDPOINT: `${collector.url}/v1/metrics`,
      OTEL_METRIC_EXPORT_INTERVAL: '100',
    });
    const gauge = () => collector.metrics().filter(({ name }) => name === 'halcyon.windows.size');
    const end = observe(METRICS.windowBytes, (tell) => tell(7, { stage: 'temporal' }));
    await until('the gauge was sent twice', () => gauge().length >= 2);
    end();
    const before = collector.received.length;
    await until('what was on its way has come', () => collector.received.length >= before + 2);
    const told = gauge().length;
    await until('more has come', () => collector.received.length >= before + 4);
    assert.equal(gauge().length, told);
    await stop();
    telemetry = undefined;
    await collector.stop();
    assert.ok(collector.received.every(({ path }) => path === '/v1/metrics'));
  });

  it('neither fails nor lingers where the collector is away, and says so once', async () => {
    const script = `
      const { startTelemetry } = await import(process.argv[1]);
      const { linesTo } = await import(new URL('../../schemas/logger.js', process.argv[1]));
      const { trace } = await import('@opentelemetry/api');
      const settings = {
        otelTracesExporter: null, otelTracesEndpoint: '', otelMetricsExporter: null, otelMetricsEndpoint: '',
        otelLogsExporter: null, otelLogsEndpoint: '',
        otelMetricIntervalMs: 300, otelEndpoint: 'http://127.0.0.1:9', otelProtocol: 'http/protobuf', otelServiceName: 'x',
      };
      const telemetry = await startTelemetry(settings, linesTo(console.log));
      for (let k = 0; k < 3; k++) {
        trace.getTracer('test').startSpan('one').end();
        await new Promise((resolve) => setTimeout(resolve, 500));
      }
      if (process.argv[2] === 'stop') await telemetry.stop();
    `;
    const module = new URL(`file://${packageFile('dist/services/telemetry/start-telemetry.js')}`).href;
    const end = async (way: 'stop' | 'leave') => {
      const began = performance.now();
      const child = spawn(process.execPath, ['--input-type=module', '-e', script, module, way], {
        cwd: packageFile('.'),
        env: { ...process.env, OTEL_EXPORTER_OTLP_TIMEOUT: '200', OTEL_BSP_SCHEDULE_DELAY: '20' },
        stdio: ['ignore', 'pipe', 'pipe'],
      });
      let said = '';
      child.stdout.on('data', (data) => {
        said += data;
      });
      child.stderr.on('data', (data) => {
        said += data;
      });
      const [code] = await once(child, 'exit');
      assert.equal(code, 0, said);
      assert.ok(performance.now() - began < 10_000, `${way}: ${performance.now() - began} ms`);
      assert.equal(
        said,
        'traces or metrics or audit records cannot be sent to the collector; the work goes on without them\n',
      );
    };
    await Promise.all([end('stop'), end('leave')]);
  });
});
