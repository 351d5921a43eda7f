import { createRequire } from 'node:module';
import { HalcyonError, messageOf } from '../../../schemas/errors.ts';

const CONNECT_MS = 5_000;
const load = createRequire(import.meta.url);

/** The driver, loaded where a server is named: a tenth of a second that commands on other databases do without. */
function driver(): typeof import('pg') {
  return load('pg') as typeof import('pg');
}

export type PostgresRow = Readonly<Record<string, unknown>>;

/** What the tables are read through: a connection to a server, or an engine that speaks the same SQL. */
export interface PostgresConnection {
  query(sql: string, parameters?: readonly unknown[]): Promise<readonly PostgresRow[]>;
  end(): Promise<void>;
}

/** Where a PostgreSQL URL leads. */
export interface PostgresPlace {
  /** In words, without credentials. */
  readonly title: string;
  /** Name of the database. */
  readonly name: string;
  connect(): Promise<PostgresConnection>;
}

/**
 * A database on a PostgreSQL server.
 *
 * @throws HalcyonError `store_unreadable` where the URL, or a file that it names, cannot be read
 */
export function postgresPlace(url: string): PostgresPlace {
  const { host, name } = partsOf(url);
  const title = `PostgreSQL at ${host || 'its local socket'}, database ${name}`;
  return { title, name, connect: () => connect(url, title) };
}

function partsOf(url: string): { host: string; name: string } {
  try {
    const { host, database, user } = new (driver().Client)({ connectionString: url });
    const parts = new URL(url);
    return { host: parts.host === '' ? host : parts.host, name: database ?? user ?? 'postgres' };
  } catch (cause) {
    const right = 'it should look like postgres://user:password@host:5432/database, and files that it names be there';
    throw new HalcyonError('store_unreadable', `the database URL cannot be read; ${right}`, { cause });
  }
}

async function connect(url: string, title: string): Promise<PostgresConnection> {
  const client = new (driver().Client)({ connectionString: url, connectionTimeoutMillis: CONNECT_MS });
  // Between two statements nobody else hears that the server ended the connection: it would end the process.
  client.on('error', () => undefined);
  const reached = async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      return await work();
    } catch (cause) {
      throw failure(cause, title);
    }
  };
  try {
    await reached(() => client.connect());
  } catch (error) {
    await client.end().catch(() => undefined);
    throw error;
  }
  return {
    query: (sql, parameters = []) => reached(async () => (await client.query<PostgresRow>(sql, [...parameters])).rows),
    end: () => client.end().catch(() => undefined),
  };
}

/** What an error of the driver or the server means to the user, by its SQLSTATE (appendix A of PostgreSQL's manual). */
export function failure(cause: unknown, title: string): HalcyonError {
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : '';
  const state = /^[0-9A-Z]{5}$/.test(code) && !/^E[A-Z]{4}$/.test(code) ? code : null;
  if (state === null || /^(08|53|57P)/.test(state)) {
    return new HalcyonError('store_unavailable', `${title} does not answer`, { cause });
  }
  if (/^(28|3D)/.test(state)) {
    return new HalcyonError('store_unavailable', `${title} refuses this user, password or database`, { cause });
  }
  return new HalcyonError('store_unreadable', `${title} cannot be read: ${messageOf(cause)}`, { cause });
}
