import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../../deploy/servers/java-server.ts';

/** Where Debian puts the programs of PostgreSQL; only its client programs are in PATH. */
const DEBIAN = '/usr/lib/postgresql';
const USER = 'halcyon';
/** With what a URL is made of escaped in it, so that every test goes through the escaping. */
const PASSWORD = 'geheim/ß@';
const START_MS = 20_000;

/** Where a server is reached and as whom; what is not given is right. */
export interface PostgresPlace {
  readonly database?: string;
  readonly user?: string;
  readonly password?: string;
}

/** A PostgreSQL server of a test's own: on loopback, in a folder for temporary files. */
export interface PostgresServer {
  /** URL of a database, by default `postgres`, as its superuser. */
  url(place?: PostgresPlace): string;
  /** Kills it without a word, as a loss of power would. */
  kill(): Promise<void>;
  /** Starts it again where it was. */
  start(): Promise<void>;
  /** Ends it and removes its folder. */
  stop(): Promise<void>;
}

/** Why no server can be started here, with what would be needed; null where one can. */
export function postgresMissing(): string | null {
  return programs() === null ? 'PostgreSQL is not on this machine: apt-get install postgresql' : null;
}

/** Starts a new server; resolves when it takes connections. */
export async function startPostgres(): Promise<PostgresServer> {
  const bin = programs();
  if (bin === null) throw new Error(postgresMissing() ?? '');
  const owner = serverUser();
  const folder = mkdtempSync(join(tmpdir(), 'halcyon-postgres-'));
  if (owner.uid !== undefined) chownSync(folder, owner.uid, owner.gid);
  const secret = join(folder, 'password');
  writeFileSync(secret, PASSWORD);
  if (owner.uid !== undefined) chownSync(secret, owner.uid, owner.gid);
  const data = join(folder, 'data');
  const made = spawnSync(
    join(bin, 'initdb'),
    ['-D', data, '-U', USER, '-A', 'scram-sha-256', '--pwfile', secret, '--locale', 'C', '-E', 'UTF8', '--no-sync'],
    { ...owner, cwd: folder, encoding: 'utf8' },
  );
  if (made.status !== 0) throw new Error(`initdb: ${made.stderr}`);
  const port = await freePort();
  const settings = [`listen_addresses=127.0.0.1`, `port=${port}`, `unix_socket_directories=${folder}`, 'fsync=off'];
  const run = () =>
    spawn(join(bin, 'postgres'), ['-D', data, ...settings.flatMap((setting) => ['-c', setting])], {
      ...owner,
      cwd: folder,
      stdio: ['ignore', 'ignore', 'pipe'],
    });
  let child: ChildProcess | null = null;
  // A test run that is cut short leaves no server behind.
  const cutShort = () => child?.kill('SIGKILL');
  process.once('exit', cutShort);
  const end = async (signal: NodeJS.Signals): Promise<void> => {
    if (child === null) return;
    const ended = once(child, 'exit');
    child.kill(signal);
    await ended;
    child = null;
  };
  const start = async (): Promise<void> => {
    child = await started(run);
  };
  await start();
  return {
    url: ({ database = 'postgres', user = USER, password = PASSWORD } = {}) =>
      `postgres://${user}:${encodeURIComponent(password)}@127.0.0.1:${port}/${database}`,
    kill: () => end('SIGKILL'),
    start,
    stop: async () => {
      // SIGINT is PostgreSQL's fast end: clients that are still there are put out.
      await end('SIGINT');
      process.off('exit', cutShort);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Starts until it holds: after a kill the old server's children keep the folder for a moment. */
async function started(run: () => ChildProcess): Promise<ChildProcess> {
  const until = Date.now() + START_MS;
  for (;;) {
    const child = run();
    let words = '';
    const ready = new Promise<boolean>((resolve) => {
      child.stderr?.on('data', (chunk: Buffer) => {
        words = (words + chunk.toString('utf8')).slice(-4_000);
        if (words.includes('ready to accept connections')) resolve(true);
      });
      child.once('exit', () => resolve(false));
      child.once('error', () => resolve(false));
    });
    if (await ready) return child;
    if (Date.now() >= until) throw new Error(`postgres: ${words}`);
    await sleep(100);
  }
}

/** Folder of the server's programs, the newest version's; null where there is none. */
function programs(): string | null {
  const versions = existsSync(DEBIAN) ? readdirSync(DEBIAN).sort((a, b) => Number(b) - Number(a)) : [];
  const folders = [
    ...versions.map((version) => join(DEBIAN, version, 'bin')),
    ...(process.env['PATH'] ?? '').split(delimiter),
  ];
  return folders.find((folder) => ['initdb', 'postgres'].every((name) => existsSync(join(folder, name)))) ?? null;
}

/** PostgreSQL refuses to run as root: there it runs as the user that its package made. */
function serverUser(): { uid: number; gid: number } | { uid?: undefined; gid?: undefined } {
  if (process.getuid?.() !== 0) return {};
  const id = (what: string) => Number(execFileSync('id', [what, 'postgres'], { encoding: 'utf8' }));
  return { uid: id('-u'), gid: id('-g') };
}
