// Requests that schemathesis makes from the OpenAPI document, good ones and bad ones, all its checks on: no answer is 5xx,
// every answer is as documented, what the schema refuses is refused; with access control, nobody is let in without a token.
//   npm run test:api [-- --examples 100 --seed 1 --auth off,required]
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
  options: {
    examples: { type: 'string', default: '100' },
    seed: { type: 'string', default: '1' },
    auth: { type: 'string', default: 'off,required' },
  },
});
const found = await pythonWith([SCHEMATHESIS]);
if ('missing' in found) {
  console.error(found.missing);
  process.exit(2);
}
const { python } = found;
const TOKEN_PATH = '/oauth/realms/halcyon/protocol/openid-connect/token';
let failed = false;
for (const auth of options.auth.split(',')) {
  console.log(`HALCYON_AUTH=${auth}`);
  const good = await holds(auth);
  console.log(good ? 'as it should be' : 'FAILED');
  failed ||= !good;
}
process.exit(failed ? 1 : 0);

/** Whether a system with that access control keeps what its document promises. */
async function holds(auth: string): Promise<boolean> {
  const folder = mkdtempSync(join(tmpdir(), 'halcyon-api-'));
  const system = await HalcyonProcess.on({
    environment: {
      HALCYON_DATA: join(folder, 'data'),
      HALCYON_FEED: 'demo',
      HALCYON_DEMO_STATIONS: '6',
      HALCYON_AUTH: auth,
      HALCYON_ACCESS_TOKEN_LIFETIME: '24h',
    },
  });
  try {
    await system.start();
    const headers: Record<string, string> = auth === 'off' ? {} : { Authorization: await bearerOf(system) };
    await untilThereAreAnomalies(system.url, headers);
    await makeDataset(system.url, headers, '5e0c54ae-3f3c-4a55-8f3e-1f6f3b8a7d10');
    const code = await schemathesis(system.url, headers, folder);
    if (system.endedByItself > 0) console.log('FAILED: the system ended');
    return code === 0 && system.endedByItself === 0;
  } finally {
    await system.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function schemathesis(url: string, headers: Readonly<Record<string, string>>, folder: string): Promise<number> {
  const settings = fileURLToPath(new URL('./schemathesis.toml', import.meta.url));
  const args = ['-m', 'schemathesis.cli', '--config-file', settings, 'run', `${url}/api/v1/openapi.json`];
  args.push('--checks', 'all', '--continue-on-failure', '--max-examples', options.examples, '--seed', options.seed);
  args.push('--request-timeout', '120', '--no-color');
  for (const [name, value] of Object.entries(headers)) args.push('--header', `${name}: ${value}`);
  const child = spawn(python, args, { cwd: folder, stdio: 'inherit' });
  return new Promise((resolve) => child.once('close', (status) => resolve(status ?? 1)));
}

/** What the first administrator shows to every service. */
async function bearerOf(system: HalcyonProcess): Promise<string> {
  const line = /First administrator: user '(\S+)' with the password (\S+)/;
  // It may answer before it has said so.
  for (let waits = 0; waits < 100 && !line.test(system.output.join('')); waits++) {
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  const said = line.exec(system.output.join(''));
  const [, username = '', password = ''] = said ?? [];
  const form = { grant_type: 'password', client_id: 'halcyon-cli', username, password, scope: 'detect dmm aps' };
  const answer = await fetch(system.url + TOKEN_PATH, { method: 'POST', body: new URLSearchParams(form) });
  if (!answer.ok) throw new Error(`the administrator was answered ${answer.status}: ${await answer.text()}`);
  return `Bearer ${((await answer.json()) as { access_token: string }).access_token}`;
}

/** A dataset with a file, which the settings of schemathesis name. */
async function makeDataset(url: string, headers: Readonly<Record<string, string>>, id: string): Promise<void> {
  const form = new FormData();
  form.set('dataset_id', id);
  form.set('file_name', 'a.csv');
  form.set('file', new Blob(['x\n1\n']), 'a.csv');
  const ask = async (path: string, init: RequestInit) => {
    const answer = await fetch(`${url}/dmm/api/v1/${path}`, {
      method: 'POST',
      ...init,
      headers: { ...headers, ...init.headers },
    });
    if (!answer.ok) throw new Error(`${path} was answered ${answer.status}: ${await answer.text()}`);
  };
  await ask('data-workflow', { body: form });
  const json = { 'Content-Type': 'application/json' };
  await ask('dataset/register', { headers: json, body: JSON.stringify(datasetRequest('register', { id })) });
}

/** Waits until there is something of each kind to ask for. */
async function untilThereAreAnomalies(url: string, headers: Readonly<Record<string, string>>): Promise<void> {
  for (const end = performance.now() + 120_000; performance.now() < end; ) {
    const answer = await fetch(`${url}/api/v1/anomalies?limit=1`, { headers });
    if (answer.ok && ((await answer.json()) as { anomalies: unknown[] }).anomalies.length > 0) return;
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
  throw new Error('the demonstration has brought no anomaly');
}
