import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { packageFile } from '../../../schemas/package-root.ts';
import { COMMAND, HalcyonProcess } from '../../resilience/halcyon-process.ts';
import { clientBearer, TOKEN_PATH } from '../../servers/client-bearer.ts';
import { listedId } from './listed-id.ts';

const run = promisify(execFile);

/** Who the examples of identity are about. */
const USER = { username: 'ada', password: 'correct horse battery' };
const CLIENT = { id: 'reader', secret: 'a secret of the client' };
/** The day of the examples, and the half day before it that its values are judged by: [first, end). */
const SHOWN_DAY = [Date.parse('2026-02-28T12:00:00Z'), Date.parse('2026-03-02T00:00:00Z')] as const;
const STEP_MS = 600_000;
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

/** Starts a system in a folder and waits until there is an anomaly, a fault, an alert that is open, and a dead letter. */
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
    await push(system.url, headers, impossible());
    await push(system.url, headers, calmDay());
    await push(system.url, headers, [{ ...stationOf('j', 4), time: 'noon', temp_out: 10 }]);
    const identity = identityCommand({ ...process.env, ...environment, PORT: new URL(system.url).port });
    await identityOf(folder, identity);
    for (const list of ['anomalies', 'faults', 'alerts', 'dead-letters'])
      await listedId(`${system.url}/api/v1/${list}`, headers, true);
    const authorizationOf = kept((held) => bearerOfRole(system.url, folder, identity, held));
    return { system, authorization, tokens: () => tokensOfUser(system.url), authorizationOf };
  } catch (error) {
    await system.stop();
    throw error;
  }
}

/**
 * Values that no sensor can mean, so that there are alerts at once: the demonstration's are settled hours later.
 */
const impossible = () =>
  ['d', 'e', 'f', 'g', 'h', 'i'].map((id) => ({ ...stationOf(id, 4), time: new Date().toISOString(), temp_out: 150 }));

/** Three stations whose temperatures rise and fall together over the day that the examples ask about. */
function calmDay(): object[] {
  const [first, end] = SHOWN_DAY;
  const times = Array.from({ length: (end - first) / STEP_MS }, (_, k) => first + k * STEP_MS);
  return ['x', 'y', 'z'].flatMap((id, k) =>
    times.map((time) => {
      const turn = (2 * Math.PI * (time % 86_400_000)) / 86_400_000;
      return { ...stationOf(id, 4 + k / 20), time: new Date(time).toISOString(), temp_out: 10 - 4 * Math.cos(turn) };
    }),
  );
}

function stationOf(id: string, longitude: number): object {
  return { station_id: id, latitude: 51, longitude };
}

async function push(
  url: string,
  headers: Readonly<Record<string, string>>,
  observations: readonly object[],
): Promise<void> {
  const body = JSON.stringify(observations);
  const answer = await fetch(`${url}/api/v1/observations?network=north`, { method: 'POST', headers, body });
  if (!answer.ok) throw new Error(`the observations were answered ${answer.status}: ${await answer.text()}`);
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
