// Requests that schemathesis makes from the OpenAPI document, good ones and bad ones, all its checks on: no answer is 5xx,
// every answer is as documented, what the schema refuses is refused.
//   npm run test:api [-- --examples 100 --seed 1]
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { HalcyonProcess } from '../../faults/halcyon-process.ts';
import { pythonWith } from '../../servers/python-packages.ts';
import { datasetRequest } from '../../services/datasets/request-graphs.ts';

const SCHEMATHESIS = 'schemathesis==4.32.5';

const { values: options } = parseArgs({
  options: { examples: { type: 'string', default: '100' }, seed: { type: 'string', default: '1' } },
});
const found = await pythonWith([SCHEMATHESIS]);
if ('missing' in found) {
  console.error(found.missing);
  process.exit(2);
}
const folder = mkdtempSync(join(tmpdir(), 'halcyon-api-'));
const environment = { HALCYON_DATA: join(folder, 'data'), HALCYON_FEED: 'demo', HALCYON_DEMO_STATIONS: '6' };
const system = await HalcyonProcess.on({ environment });
let code = 1;
try {
  await system.start();
  await untilThereAreAnomalies();
  await makeDataset('5e0c54ae-3f3c-4a55-8f3e-1f6f3b8a7d10');
  const settings = fileURLToPath(new URL('./schemathesis.toml', import.meta.url));
  const args = ['-m', 'schemathesis.cli', '--config-file', settings, 'run', `${system.url}/api/v1/openapi.json`];
  const checks = [
    '--checks',
    'all',
    '--continue-on-failure',
    '--max-examples',
    options.examples,
    '--seed',
    options.seed,
  ];
  const child = spawn(found.python, [...args, ...checks, '--request-timeout', '120', '--no-color'], {
    cwd: folder,
    stdio: 'inherit',
  });
  code = await new Promise<number>((resolve) => child.once('close', (status) => resolve(status ?? 1)));
  if (system.endedByItself > 0) {
    console.log('FAILED: the system ended');
    code = 1;
  }
} finally {
  await system.stop();
  rmSync(folder, { recursive: true, force: true });
}
console.log(code === 0 ? 'as it should be' : 'FAILED');
process.exit(code);

/** A dataset with a file, which the settings of schemathesis name. */
async function makeDataset(id: string): Promise<void> {
  const form = new FormData();
  form.set('dataset_id', id);
  form.set('file_name', 'a.csv');
  form.set('file', new Blob(['x\n1\n']), 'a.csv');
  const ask = async (path: string, init: RequestInit) => {
    const answer = await fetch(`${system.url}/dmm/api/v1/${path}`, { method: 'POST', ...init });
    if (!answer.ok) throw new Error(`${path} was answered ${answer.status}: ${await answer.text()}`);
  };
  await ask('data-workflow', { body: form });
  const headers = { 'Content-Type': 'application/json' };
  await ask('dataset/register', { headers, body: JSON.stringify(datasetRequest('register', { id })) });
}

/** Waits until there is something of each kind to ask for. */
async function untilThereAreAnomalies(): Promise<void> {
  for (const end = performance.now() + 120_000; performance.now() < end; ) {
    const answer = await fetch(`${system.url}/api/v1/anomalies?limit=1`);
    if (answer.ok && ((await answer.json()) as { anomalies: unknown[] }).anomalies.length > 0) return;
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
  throw new Error('the demonstration has brought no anomaly');
}
