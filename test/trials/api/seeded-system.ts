import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { packageFile } from '../../../schemas/package-root.ts';
import { COMMAND, HalcyonProcess } from '../../resilience/halcyon-process.ts';
import { clientBearer, TOKEN_PATH } from '../../servers/client-bearer.ts';

const run = promisify(execFile);

/** Who the examples of identity are about. */
const USER = { username: 'ada', password: 'correct horse battery' };
const CLIENT = { id: 'reader', secret: 'a secret of the client' };
/** How long the demonstration may take until something of each kind is there [ms]. */
const LONGEST_WAIT_MS = 240_000;
const RULE = {
  name: 'Everything',
  classes: ['device_failure', 'weather_event', 'suspected'],
  severity: 'info',
  channels: [{ type: 'feed' }],
};

/** A running system with something of each kind to ask for, and with who asks. */
export interface SeededSystem {
  readonly system: HalcyonProcess;
  /** Header of the first administrator, who may everything; '' without access control. */
  readonly authorization: string;
  /** New tokens of the user of the examples by the names of parameters. */
  readonly tokens: () => Promise<Record<string, string>>;
  /** Header of a client with one role, as tokens name it: `curator@north`. */
  readonly authorizationOf: (held: string) => Promise<string>;
}

/** Starts a system in a folder and waits until the demonstration has brought an anomaly, a fault and an alert. */
export async function seededSystem(folder: string, auth: string): Promise<SeededSystem> {
  const environment = {
    HALCYON_DATA: join(folder, 'data'),
    HALCYON_FEED: 'demo',
    HALCYON_DEMO_STATIONS: '12',
    HALCYON_AUTH: auth,
    // The examples of the document are of a day long ago.
    HALCYON_FEED_DAYS: '3650',
    HALCYON_ACCESS_TOKEN_LIFETIME: '24h',
  };
  const system = await HalcyonProcess.on({ environment });
  try {
    await system.start();
    const authorization = auth === 'off' ? '' : await bearerOf(system);
    const headers = {
      'Content-Type': 'application/json',
      ...(authorization !== '' && { Authorization: authorization }),
    };
    const rule = await fetch(`${system.url}/api/v1/alert-rules`, {
      method: 'POST',
      headers,
      body: JSON.stringify(RULE),
    });
    if (!rule.ok) throw new Error(`the rule was answered ${rule.status}: ${await rule.text()}`);
    await push(system.url, headers);
    const identity = identityCommand({ ...process.env, ...environment, PORT: new URL(system.url).port });
    await identityOf(folder, identity);
    for (const list of ['anomalies', 'faults', 'alerts']) await untilThereIs(system.url, list, headers);
    const authorizationOf = kept((held) => bearerOfRole(system.url, folder, identity, held));
    return { system, authorization, tokens: () => tokensOfUser(system.url), authorizationOf };
  } catch (error) {
    await system.stop();
    throw error;
  }
}

/** A value that no sensor can mean, so that there is an alert at once; the demonstration's are settled hours later. */
async function push(url: string, headers: Readonly<Record<string, string>>): Promise<void> {
  const time = new Date().toISOString();
  const body = JSON.stringify({ station_id: 'd', time, temp_out: 150, latitude: 51, longitude: 4 });
  const answer = await fetch(`${url}/api/v1/observations?network=north`, { method: 'POST', headers, body });
  if (!answer.ok) throw new Error(`the observation was answered ${answer.status}: ${await answer.text()}`);
}

type IdentityCommand = (...args: string[]) => Promise<unknown>;

function identityCommand(env: NodeJS.ProcessEnv): IdentityCommand {
  return (...args) => run(process.execPath, [packageFile(...COMMAND), 'identity', ...args], { env });
}

/** What a function gave for a text, once. */
function kept(made: (text: string) => Promise<string>): (text: string) => Promise<string> {
  const known = new Map<string, Promise<string>>();
  return (text) => {
    const one = known.get(text) ?? made(text);
    known.set(text, one);
    return one;
  };
}

/** Adds a client with one role, and what it shows to every service. */
async function bearerOfRole(url: string, folder: string, identity: IdentityCommand, held: string): Promise<string> {
  const id = held.replace('@', '-');
  const scopes = ['detect', 'dmm', 'aps'].flatMap((scope) => ['--scope', scope]);
  await identity('client', 'add', id, '--secret-file', join(folder, 'secret'), '--role', held, ...scopes);
  return clientBearer(url, id, CLIENT.secret, 'detect dmm aps');
}

/** Adds the user and the client of the examples. */
async function identityOf(folder: string, identity: IdentityCommand): Promise<void> {
  const [password, secret] = ['password', 'secret'].map((name) => join(folder, name));
  writeFileSync(password, USER.password);
  writeFileSync(secret, CLIENT.secret);
  await identity('user', 'add', USER.username, '--role', 'user', '--password-file', password);
  const scopes = ['--scope', 'detect', '--scope', 'aps'];
  await identity('client', 'add', CLIENT.id, '--secret-file', secret, '--service', 'detect', ...scopes);
}

/** What the first administrator shows to every service. */
async function bearerOf(system: HalcyonProcess): Promise<string> {
  const line = /First administrator: user '(\S+)' with the password (\S+)/;
  // It may answer before it has said so.
  for (let waits = 0; waits < 100 && !line.test(system.output.join('')); waits++) {
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  const [, username = '', password = ''] = line.exec(system.output.join('')) ?? [];
  const { access_token: token } = await login(system.url, {
    username,
    password,
    new_password: randomUUID(),
    scope: 'detect dmm aps',
  });
  return `Bearer ${token}`;
}

async function tokensOfUser(url: string): Promise<Record<string, string>> {
  const answer = await login(url, { ...USER, scope: 'openid detect' });
  const { access_token: token = '', refresh_token: refresh = '', id_token: identity = '' } = answer;
  return { token, subject_token: token, refresh_token: refresh, id_token_hint: identity };
}

async function login(url: string, fields: Readonly<Record<string, string>>): Promise<Record<string, string>> {
  const form = { grant_type: 'password', client_id: 'halcyon-cli', ...fields };
  const answer = await fetch(url + TOKEN_PATH, { method: 'POST', body: new URLSearchParams(form) });
  if (!answer.ok) throw new Error(`${fields['username']} was answered ${answer.status}: ${await answer.text()}`);
  return (await answer.json()) as Record<string, string>;
}

async function untilThereIs(url: string, list: string, headers: Readonly<Record<string, string>>): Promise<void> {
  for (const end = performance.now() + LONGEST_WAIT_MS; performance.now() < end; ) {
    const answer = await fetch(`${url}/api/v1/${list}?limit=1`, { headers });
    if (answer.ok && ((await answer.json()) as Record<string, unknown[]>)[list].length > 0) return;
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
  throw new Error(`the demonstration has brought none of the ${list}`);
}
