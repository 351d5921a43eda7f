// Back-ups while clients write everything a system takes, kill -9, and a restore into an empty folder, on embedded stores and
// on servers: nothing that was acknowledged before the back-up began is missing, a user's token client gets tokens, judging
// goes on. A back-up and a restore that are killed are recognised, and the restore is repeated.
//   npm run test:backup [-- --only embedded,servers,kafka --seconds 20 --stations 50]
import { spawn } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { MadeHistory } from '../../../bench/made-history.ts';
import { startServers } from '../../../deploy/servers/server-set.ts';
import { packageFile } from '../../../schemas/package-root.ts';
import { slotOf } from '../../../schemas/time.ts';
import { COMMAND, HalcyonProcess } from '../../resilience/halcyon-process.ts';
import { amountOf, countOf, runOptions } from '../../run-options.ts';
import { MemoryWatch, type MostMemory } from './memory-watch.ts';
import { bytesIn, plainCopy } from './plain-copy.ts';
import { WrittenByClients } from './written-by-clients.ts';

const { values: options } = runOptions({
  options: {
    only: { type: 'string', default: 'embedded,servers,kafka' },
    seconds: { type: 'string', default: '20' },
    stations: { type: 'string', default: '50' },
    observations: { type: 'string', default: '1000000' },
  },
});
const seconds = amountOf(options, 'seconds');
const stations = countOf(options, 'stations');
const observations = countOf(options, 'observations');
/** Stations of the history that is there before. */
const MADE_STATIONS = 1_000;
/** Of the client that asks for tokens, before the back-up and after the restore. */
const SECRET = 'geheim-und-lang-genug-fuer-jedes-System';
type Environment = Readonly<Record<string, string>>;

/** Where a system is, and where one is restored to. */
interface Places {
  readonly from: Environment;
  readonly to: Environment;
  /** Folders that hold all that a back-up takes. */
  readonly data: readonly string[];
}

/** What a command said and took. */
interface Done {
  readonly code: number | null;
  readonly text: string;
  readonly ms: number;
  readonly memory: MostMemory;
}

const folder = mkdtempSync(join(tmpdir(), 'halcyon-trials-'));
// PostgreSQL does not run as root, and passes through to its own folder.
chmodSync(folder, 0o711);
let problems = 0;

function found(problem: string): void {
  problems++;
  if (problems <= 20) console.log(`problem: ${problem}`);
}

/** Runs `halcyon`; killed when something is there, where that is given. */
async function halcyon(environment: Environment, words: readonly string[], killedWhenThere?: string): Promise<Done> {
  const began = performance.now();
  const child = spawn(process.execPath, [packageFile(...COMMAND), ...words], {
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const watch = new MemoryWatch(child.pid ?? -1);
  let text = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (data: Buffer) => (text += data.toString()));
  const looking = setInterval(() => {
    if (killedWhenThere !== undefined && existsSync(killedWhenThere)) child.kill('SIGKILL');
  }, 2);
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
  clearInterval(looking);
  const ms = Math.round(performance.now() - began);
  return { code, text: text.trim(), ms, memory: watch.stop() };
}

/** What a command took, in a line; what it said begins with how much there is. */
function figures(what: string, { text, ms, memory }: Done, bytes: number): string {
  const rate = Math.round((Number(/(\d+) observations/.exec(text)?.[1]) / ms) * 1000).toLocaleString('en');
  const most = `memory at most ${megabytes(memory.command)} the command, ${megabytes(memory.all)} all together`;
  return `${what} ${pace(bytes, ms / 1000)}, ${rate} observations/s with their judgements; ${most}`;
}

function pace(bytes: number, took: number): string {
  return `${took.toFixed(1)} s, ${(bytes / 1e6 / took).toFixed(1)} MB/s`;
}

function megabytes(bytes: number): string {
  return `${(bytes / 1e6).toFixed(0)} MB`;
}

/** A history that lies in the store before a system starts. */
async function makeHistory(environment: Environment): Promise<void> {
  const make = async (history: MadeHistory): Promise<void> => {
    const last = slotOf(Date.now()) - 144;
    await history.stations(MADE_STATIONS);
    await history.reports(MADE_STATIONS, last - Math.ceil(observations / MADE_STATIONS) + 1, last);
    await history.settledUntil(last);
  };
  const { CLICKHOUSE_URL: url, HALCYON_DATA: folder } = environment;
  await (url === undefined ? MadeHistory.in(folder, make) : MadeHistory.onServer(url, make));
}

async function token(url: string): Promise<boolean> {
  const answer = await fetch(`${url}/oauth/realms/halcyon/protocol/openid-connect/token`, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'client_credentials',
      scope: 'aps',
      client_id: 'svc',
      client_secret: SECRET,
    }),
  });
  return answer.ok;
}

async function trial(name: string, { from, to, data }: Places): Promise<void> {
  if (observations > 0) await makeHistory(from);
  const system = await HalcyonProcess.on({ environment: from });
  const restored = await HalcyonProcess.on({ environment: to });
  const backup = join(folder, `${name}-backup`);
  const killed = join(folder, `${name}-killed`);
  const clients = new WrittenByClients(stations);
  try {
    await system.start();
    const secret = join(folder, 'secret');
    writeFileSync(secret, `${SECRET}\n`);
    const added = await halcyon(from, ['identity', 'client', 'add', 'svc', '--secret-file', secret, '--scope', 'aps']);
    if (added.code !== 0) found(`${name}: no client: ${added.text}`);
    await clients.start(system.url);
    await sleep(seconds * 500);
    const cut = await halcyon(from, ['backup', killed], join(killed, 'time-series'));
    const before = Date.now();
    const taken = await halcyon(from, ['backup', backup]);
    console.log(`${name}: ${taken.text}`);
    const bytes = bytesIn(data);
    console.log(`${name}: ${megabytes(bytes)} of data, ${megabytes(bytesIn([backup]))} in the back-up`);
    console.log(`${name}: ${figures('back-up', taken, bytes)}`);
    if (taken.code !== 0) found(`${name}: backup ended with ${taken.code}`);
    await sleep(seconds * 500);
    await system.kill();
    await clients.stop();
    const copied = await plainCopy(data, join(folder, `${name}-copy`));
    console.log(`${name}: cp -r of the data ${pace(copied.bytes, copied.seconds)}`);
    if (cut.code === null) {
      const refused = await halcyon(to, ['restore', killed]);
      if (refused.code !== 2 || !refused.text.includes('no whole back-up')) found(`${name}: ${refused.text}`);
    }
    await restore(name, to, backup, restored, bytes);
    const { looked, missing } = await clients.missing(restored.url, before);
    for (const one of missing) found(`${name}: ${one} was acknowledged before the back-up and is missing`);
    if (!(await token(restored.url))) found(`${name}: the client gets no token`);
    const goesOn = await clients.judgingGoesOn(restored.url);
    if (!goesOn) found(`${name}: what stands out after the restore is not found`);
    console.log(
      `${name}: ${looked} acknowledged before the back-up, ${missing.length} missing; judging goes on: ${goesOn}`,
    );
  } finally {
    await clients.stop();
    await system.kill();
    await restored.kill();
    for (const line of problems > 0 ? [...system.output.slice(-5), ...restored.output.slice(-5)] : [])
      console.log(line);
  }
}

/** Kills a restore in the middle, sees that no system starts on what it left, repeats it and starts. */
async function restore(
  name: string,
  to: Environment,
  backup: string,
  restored: HalcyonProcess,
  bytes: number,
): Promise<void> {
  const cut = await halcyon(to, ['restore', backup], join(to['HALCYON_DATA'] ?? '', 'identity.key'));
  if (cut.code === null) {
    const refused = await halcyon({ ...to, PORT: '0' }, ['run']);
    console.log(`${name}: a system on a restore that was killed: ${refused.text}`);
    const said = refused.code === 2 && refused.text.includes('restore into it was not finished');
    if (!said) found(`${name}: a system started on half a restore`);
  }
  const done = await halcyon(to, ['restore', backup]);
  console.log(`${name}: ${done.text}`);
  console.log(`${name}: ${figures('restore', done, bytes)}`);
  if (done.code !== 0) found(`${name}: restore ended with ${done.code}`);
  if (to['KAFKA_BROKERS'] !== undefined) await halcyon(to, ['log', 'deploy']);
  await restored.start();
}

async function onServers(kafka: boolean): Promise<void> {
  const name = kafka ? 'kafka' : 'servers';
  mkdirSync(join(folder, name), { mode: 0o711 });
  const servers = await startServers({ folder: join(folder, name, 'servers') });
  try {
    const { KAFKA_BROKERS = '', SCHEMA_REGISTRY_URL = '', ...stores } = servers.environment;
    const log = kafka ? { KAFKA_BROKERS, SCHEMA_REGISTRY_URL } : {};
    const client = new pg.Client({ connectionString: stores['POSTGRES_URL'] });
    await client.connect();
    await client.query('CREATE DATABASE restored');
    await client.end();
    const from = { ...stores, ...log, HALCYON_DATA: join(folder, name, 'from') };
    const to = {
      ...from,
      HALCYON_DATA: join(folder, name, 'to'),
      CLICKHOUSE_URL: new URL('restored', stores['CLICKHOUSE_URL']).href,
      POSTGRES_URL: new URL('restored', stores['POSTGRES_URL']).href,
      HALCYON_S3_BUCKET_PREFIX: 'restored-',
      ...(kafka && { HALCYON_KAFKA_PREFIX: 'restored-' }),
    };
    if (kafka) await halcyon(from, ['log', 'deploy']);
    const kept = ['time-series', 'postgres', 's3'].map((each) => join(folder, name, 'servers', each));
    await trial(name, { from, to, data: [...kept, from.HALCYON_DATA] });
  } finally {
    await servers.stop();
  }
}

const TRIALS: Readonly<Record<string, () => Promise<void>>> = {
  embedded: () =>
    trial('embedded', {
      from: { HALCYON_DATA: join(folder, 'from') },
      to: { HALCYON_DATA: join(folder, 'to') },
      data: [join(folder, 'from')],
    }),
  servers: () => onServers(false),
  kafka: () => onServers(true),
};
for (const name of options.only.split(',')) {
  const run = TRIALS[name];
  if (run === undefined) {
    console.error(`--only takes ${Object.keys(TRIALS).join(', ')}`);
    process.exit(2);
  }
  await run();
}
rmSync(folder, { recursive: true, force: true });
console.log(`${problems} problems`);
process.exit(problems > 0 ? 1 : 0);
