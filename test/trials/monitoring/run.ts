// Prometheus reads a system that runs: its rules are unit-tested and loaded, every query of dashboard and rules is asked.
// With `--collector FILE`, a collector of OpenTelemetry, metrics and traces go to it too.
//   npm run test:monitoring [-- --seconds 60 --collector otelcol]
import { execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { endWithThisProcess } from '../../../deploy/servers/parting.ts';
import { freePort } from '../../../deploy/servers/server-process.ts';
import { packageFile } from '../../../schemas/package-root.ts';
import { type Metric, prometheusName } from '../../../schemas/telemetry/metric.ts';
import { METRICS } from '../../../schemas/telemetry/metric-table.ts';
import { allQueries, RULES } from '../../deploy/prometheus/monitoring-files.ts';
import { HalcyonProcess } from '../../faults/halcyon-process.ts';

const { values: options } = parseArgs({
  options: { seconds: { type: 'string', default: '60' }, collector: { type: 'string' } },
});
const folder = mkdtempSync(join(tmpdir(), 'halcyon-trials-'));
const problems: string[] = [];
/** How a real system may be without these having a value: nothing went wrong, and nothing is on Kafka. */
const NOT_NOW = /dead_letters|deliveries_total|rejected|rebalanced|failures|error_type|dropped|rule /;

function promtool(...args: string[]): void {
  const input = args[1] === 'metrics' ? { input: readFileSync(args[2]) } : {};
  const command = args[1] === 'metrics' ? args.slice(0, 2) : args;
  try {
    execFileSync('promtool', command, { stdio: ['pipe', 'pipe', 'pipe'], ...input });
    console.log(`promtool ${args.slice(0, 2).join(' ')}: good`);
  } catch (error) {
    const { stdout, stderr } = error as { stdout: Buffer; stderr: Buffer };
    problems.push(`promtool ${command.join(' ')}: ${stdout}${stderr}`);
  }
}

try {
  execFileSync('promtool', ['--version'], { stdio: 'ignore' });
} catch {
  console.log('promtool and prometheus should be on the path: apt-get install prometheus');
  process.exit(2);
}
promtool('check', 'rules', packageFile(RULES));
promtool('test', 'rules', packageFile('test/deploy/prometheus/halcyon-rules.yaml'));

const environment: Record<string, string> = {
  HALCYON_DATA: join(folder, 'data'),
  HALCYON_FEED: 'demo',
  HALCYON_DEMO_STATIONS: '20',
};
const received: string[] = [];
if (options.collector !== undefined) {
  const http = await freePort();
  writeFileSync(
    join(folder, 'collector.yaml'),
    JSON.stringify({
      receivers: { otlp: { protocols: { http: { endpoint: `127.0.0.1:${http}` } } } },
      exporters: { debug: { verbosity: 'detailed' } },
      service: {
        telemetry: { metrics: { level: 'none' } },
        pipelines: {
          metrics: { receivers: ['otlp'], exporters: ['debug'] },
          traces: { receivers: ['otlp'], exporters: ['debug'] },
        },
      },
    }),
  );
  const collector = spawn(options.collector, ['--config', join(folder, 'collector.yaml')], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  endWithThisProcess(collector);
  for (const stream of [collector.stdout, collector.stderr]) stream.on('data', (data) => received.push(String(data)));
  Object.assign(environment, {
    OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${http}`,
    OTEL_METRIC_EXPORT_INTERVAL: '5000',
  });
}
const system = await HalcyonProcess.on({ environment });
await system.start();
console.log(`a system with the demonstration runs at ${system.url}`);
const port = await freePort();
const configuration = join(folder, 'prometheus.json');
writeFileSync(
  configuration,
  JSON.stringify({
    global: { scrape_interval: '2s', evaluation_interval: '2s' },
    rule_files: [packageFile(RULES)],
    scrape_configs: [{ job_name: 'halcyon', static_configs: [{ targets: [new URL(system.url).host] }] }],
  }),
);
promtool('check', 'config', configuration);
const prometheus = spawn(
  'prometheus',
  [
    `--config.file=${configuration}`,
    `--storage.tsdb.path=${join(folder, 'tsdb')}`,
    `--web.listen-address=127.0.0.1:${port}`,
  ],
  { stdio: 'ignore' },
);
endWithThisProcess(prometheus);
await sleep(Number(options.seconds) * 1000);
writeFileSync(join(folder, 'page'), await (await fetch(`${system.url}/metrics`)).text());
promtool('check', 'metrics', join(folder, 'page'));

const ask = async (path: string) =>
  (await (await fetch(`http://127.0.0.1:${port}/api/v1/${path}`)).json()) as {
    status: string;
    error?: string;
    data: { result: unknown[]; groups: { rules: { name: string; health: string; state: string }[] }[] };
  };
let [answered, empty] = [0, 0];
for (const { place, query } of allQueries()) {
  const { status, error, data } = await ask(`query?query=${encodeURIComponent(query)}`);
  if (status !== 'success') problems.push(`${place}: ${error}`);
  else if (data.result.length > 0) answered += 1;
  else if (NOT_NOW.test(query) || NOT_NOW.test(place)) empty += 1;
  else problems.push(`${place} has no data: ${query}`);
}
console.log(`${answered} queries have data, ${empty} have none as nothing of theirs has happened`);
for (const { name, health, state } of (await ask('rules')).data.groups.flatMap(({ rules }) => rules)) {
  if (health !== 'ok' || state === 'firing') problems.push(`rule ${name} is ${health}, ${state}`);
}
prometheus.kill('SIGTERM');
await system.stop();
if (options.collector !== undefined) {
  const text = received.join('');
  const page = readFileSync(join(folder, 'page'), 'utf8');
  const named = (Object.values(METRICS) as readonly Metric[]).filter((row) =>
    page.includes(`TYPE ${prometheusName(row)} `),
  );
  const missing = named.filter(({ name }) => !text.includes(`-> Name: ${name}\n`));
  if (missing.length > 0) problems.push(`the collector has not got ${missing.map(({ name }) => name).join(', ')}`);
  for (const span of [
    'send observations',
    'process observations',
    'process temporal-anomalies',
    'INSERT observations',
  ]) {
    if (!new RegExp(`Name +: ${span}\\n`).test(text)) problems.push(`the collector has got no span ${span}`);
  }
  console.log(
    `the collector got ${named.length - missing.length} of ${named.length} metrics that the page shows, and spans`,
  );
}
rmSync(folder, { recursive: true, force: true });
for (const problem of problems) console.log(`problem: ${problem}`);
console.log(`${problems.length} problems`);
process.exit(problems.length === 0 ? 0 : 1);
