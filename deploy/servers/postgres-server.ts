import { execFile, execFileSync } from 'node:child_process';
import { chownSync, existsSync, mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { messageOf } from '../../schemas/errors.ts';
import { freePort, type RunningServer, restartable, type Server, startProgram } from './server-process.ts';

/** Where Debian puts the programs of PostgreSQL; only its client programs are in PATH. */
const DEBIAN = '/usr/lib/postgresql';
const USER = 'halcyon';
const START_MS = 20_000;

/** Where a server is reached and as whom; what is not given is right. */
export interface PostgresPlace {
  readonly database?: string;
  readonly user?: string;
  readonly password?: string;
}

/** A PostgreSQL server on loopback that keeps its databases in a folder. */
export interface PostgresServer extends Server {
  /** URL of a database, by default `postgres`, as its superuser. */
  url(place?: PostgresPlace): string;
}

/** How a server is started. */
export interface PostgresOptions {
  /** Of its superuser. */
  readonly password: string;
  /** A free one where not given. */
  readonly port?: number;
  /** False: what a loss of power would cost does not matter, and it is quicker. Default true. */
  readonly durable?: boolean;
}

/** Who runs a server; this process's own user where nothing is given. */
type ServerUser = { readonly uid: number; readonly gid: number } | { readonly uid?: never };

/** Why no server can be started here, with what would be needed; null where one can. */
export function postgresMissing(): string | null {
  return programs() === null ? 'PostgreSQL is not on this machine: apt-get install postgresql' : null;
}

/**
 * Starts a server and waits until it takes connections.
 *
 * @param folder for its databases; made where it is not there, and found again, with the password it was made with,
 *   where it is
 * @throws Error where PostgreSQL is missing, cannot reach the folder, or does not start
 */
export async function startPostgres(folder: string, options: PostgresOptions): Promise<PostgresServer> {
  const bin = programs();
  if (bin === null) throw new Error(postgresMissing() ?? '');
  const { password, durable = true } = options;
  const user = serverUser();
  mkdirSync(folder, { recursive: true });
  if (user.uid !== undefined) chownSync(folder, user.uid, user.gid);
  if (!existsSync(join(folder, 'data', 'PG_VERSION'))) await makeDatabases(bin, folder, password, user);
  const port = options.port ?? (await freePort());
  const settings = [
    'listen_addresses=127.0.0.1',
    `port=${port}`,
    `unix_socket_directories=${folder}`,
    ...(durable ? [] : ['fsync=off']),
  ];
  const args = ['-D', join(folder, 'data'), ...settings.flatMap((setting) => ['-c', setting])];
  const server = await restartable(() => started(join(bin, 'postgres'), args, folder, user));
  return {
    ...server,
    url: ({ database = 'postgres', user: as = USER, password: by = password } = {}) =>
      `postgres://${as}:${encodeURIComponent(by)}@127.0.0.1:${port}/${database}`,
  };
}

async function makeDatabases(bin: string, folder: string, password: string, user: ServerUser): Promise<void> {
  const secret = join(folder, 'password');
  writeFileSync(secret, password, { mode: 0o600 });
  if (user.uid !== undefined) chownSync(secret, user.uid, user.gid);
  const data = join(folder, 'data');
  const access = ['-U', USER, '-A', 'scram-sha-256', '--pwfile', secret];
  try {
    await promisify(execFile)(
      join(bin, 'initdb'),
      ['-D', data, ...access, '--locale', 'C', '-E', 'UTF8', '--no-sync'],
      { ...user, cwd: folder },
    );
  } catch (cause) {
    rmSync(data, { recursive: true, force: true });
    const closed = user.uid === undefined ? null : closedFolder(folder);
    const why = closed === null ? messageOf(cause) : `it runs as the user postgres, who may not enter ${closed}`;
    throw new Error(`PostgreSQL cannot make its databases in ${folder}: ${why}`, { cause });
  } finally {
    rmSync(secret, { force: true });
  }
}

/** Starts until it holds: after a kill the old server's children keep the folder for a moment. */
async function started(
  command: string,
  args: readonly string[],
  cwd: string,
  user: ServerUser,
): Promise<RunningServer> {
  const until = Date.now() + START_MS;
  for (;;) {
    try {
      // SIGINT is PostgreSQL's fast end: clients that are still there are put out.
      const program = { command, args, cwd, ...user, stopBy: 'SIGINT', readyMs: START_MS } as const;
      return await startProgram(program, (written) => written.includes('ready to accept connections'));
    } catch (error) {
      if (Date.now() >= until) throw error;
      await sleep(100);
    }
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
function serverUser(): ServerUser {
  if (process.getuid?.() !== 0) return {};
  const id = (what: string) => Number(execFileSync('id', [what, 'postgres'], { encoding: 'utf8' }));
  return { uid: id('-u'), gid: id('-g') };
}

/** The uppermost folder above one that not everybody may enter; null where there is none. */
function closedFolder(folder: string): string | null {
  const above: string[] = [];
  for (let at = dirname(resolve(folder)); at !== dirname(at); at = dirname(at)) above.unshift(at);
  return above.find((at) => (statSync(at).mode & 0o001) === 0) ?? null;
}
