import { execFileSync, spawn } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { endWithThisProcess } from '../../../deploy/servers/parting.ts';
import { freePort } from '../../../deploy/servers/server-process.ts';
import { packageFile } from '../../../schemas/package-root.ts';
import { allQueries, RULES } from '../../deploy/prometheus/monitoring-files.ts';
import { HalcyonProcess } from '../../resilience/halcyon-process.ts';

/** How a real system may be without these having a value: nothing went wrong, and nothing is on Kafka. */
const NOT_NOW = /dead_letters|deliveries_total|rejected|rebalanced|failures|error_type|dropped|rule /;

/** Why there is no Prometheus here, with what would be needed; null where there is one. */
export function prometheusMissing(): string | null {
  try {
    execFileSync('promtool', ['--version'], { stdio: 'ignore' });
    return null;
  } catch {
    return 'promtool and prometheus are not on the path: apt-get install prometheus';
  }
}

/**
 * A real Prometheus reads a system with the demonstration: its rules are unit-tested and loaded, every query of dashboard and
 * rules is asked.
 *
 * @param folder for all that is made
 * @param seconds how long it reads before it is asked
 * @returns what was not as it should be
 */
export async function prometheusTrial(folder: string, seconds: number): Promise<string[]> {
  const problems: string[] = [];
  const promtool = (...args: string[]) => {
    const input = args[1] === 'metrics' ? { input: readFileSync(args[2]) } : {};
    const command = args[1] === 'metrics' ? args.slice(0, 2) : args;
    try {
      execFileSync('promtool', command, { stdio: ['pipe', 'pipe', 'pipe'], ...input });
      console.log(`promtool ${args.slice(0, 2).join(' ')}: good`);
    } catch (error) {
      const { stdout, stderr } = error as { stdout: Buffer; stderr: Buffer };
      problems.push(`promtool ${command.join(' ')}: ${stdout}${stderr}`);
    }
  };
  promtool('check', 'rules', packageFile(RULES));
  promtool('test', 'rules', packageFile('test/deploy/prometheus/halcyon-rules.yaml'));
  mkdirSync(join(folder, 'prometheus'));
  const environment = {
    HALCYON_DATA: join(folder, 'prometheus', 'data'),
    HALCYON_FEED: 'demo',
    HALCYON_DEMO_STATIONS: '20',
  };
  const system = await HalcyonProcess.on({ environment });
  await system.start();
  console.log(`a system with the demonstration runs at ${system.url}`);
  const port = await freePort();
  const configuration = join(folder, 'prometheus', 'prometheus.json');
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
      `--storage.tsdb.path=${join(folder, 'prometheus', 'tsdb')}`,
      `--web.listen-address=127.0.0.1:${port}`,
    ],
    { stdio: 'ignore' },
  );
  endWithThisProcess(prometheus);
  await sleep(seconds * 1000);
  const page = join(folder, 'prometheus', 'page');
  writeFileSync(page, await (await fetch(`${system.url}/metrics`)).text());
  promtool('check', 'metrics', page);
  problems.push(...(await answersOf(`http://127.0.0.1:${port}`)));
  prometheus.kill('SIGTERM');
  await system.stop();
  return problems;
}

/** Asks a Prometheus every query of dashboard and rules, and how its rules are. */
async function answersOf(url: string): Promise<string[]> {
  const problems: string[] = [];
  const ask = async (path: string) =>
    (await (await fetch(`${url}/api/v1/${path}`)).json()) as {
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
  return problems;
}
