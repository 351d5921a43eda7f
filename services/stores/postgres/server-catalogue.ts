import { Pool, type PoolClient, types } from 'pg';
import { HalcyonError } from '../../../schemas/errors.ts';
import type { Catalogue, Row, Statements } from '../catalogue.ts';
import { dateOf, integerOf, TYPE } from './statement-results.ts';

/** Connections at most: a catalogue request is short. */
const CONNECTIONS = 10;
const CONNECT_MS = 5_000;

/** The catalogue on a PostgreSQL server. */
export class ServerCatalogue implements Catalogue {
  readonly #pool: Pool;
  readonly #title: string;

  /** @throws HalcyonError `invalid_configuration` where `url` is no PostgreSQL URL */
  constructor(url: string) {
    if (!URL.canParse(url) || !/^postgres(ql)?:$/.test(new URL(url).protocol)) {
      throw new HalcyonError(
        'invalid_configuration',
        'POSTGRES_URL should be a URL such as postgres://localhost/halcyon.',
      );
    }
    this.#title = `The PostgreSQL server at ${new URL(url).host || 'its local socket'}`;
    this.#pool = new Pool({
      connectionString: url,
      max: CONNECTIONS,
      connectionTimeoutMillis: CONNECT_MS,
      types: {
        getTypeParser: ((type: number, format?: 'text' | 'binary') => {
          if (type === TYPE.int8) return integerOf;
          return type === TYPE.date ? dateOf : types.getTypeParser(type, format);
        }) as typeof types.getTypeParser,
      },
    });
    // An idle connection that the server ends is replaced at the next request; unheard, it would end the process.
    this.#pool.on('error', () => undefined);
  }

  async query(sql: string, parameters: readonly unknown[] = []): Promise<Row[]> {
    return this.#reached(() => run(this.#pool, sql, parameters));
  }

  async transaction<T>(work: (statements: Statements) => Promise<T>): Promise<T> {
    const client = await this.#reached(() => this.#pool.connect());
    let broken: Error | undefined;
    try {
      await this.#reached(() => client.query('BEGIN'));
      const result = await work({
        query: (sql, parameters = []) => this.#reached(() => run(client, sql, parameters)),
      });
      await this.#reached(() => client.query('COMMIT'));
      return result;
    } catch (error) {
      await client.query('ROLLBACK').catch((cause: Error) => {
        broken = cause;
      });
      throw error;
    } finally {
      client.release(broken);
    }
  }

  async check(): Promise<{ product: string; version: string }> {
    const rows = await this.query("SELECT current_setting('server_version') AS version");
    return { product: 'PostgreSQL', version: String(rows[0]?.['version']) };
  }

  async close(): Promise<void> {
    await this.#pool.end();
  }

  /** Errors of a statement are the caller's and keep their SQLSTATE; all others mean that the server is not there. */
  async #reached<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (cause) {
      const state = sqlState(cause);
      if (state !== null && !/^(08|28|3D|53|57P)/.test(state)) throw cause;
      const what = state === null || !/^(28|3D)/.test(state) ? 'does not answer' : 'refuses this user or database';
      throw new HalcyonError('store_unavailable', `${this.#title} ${what}.`, { cause });
    }
  }
}

async function run(client: Pool | PoolClient, sql: string, parameters: readonly unknown[]): Promise<Row[]> {
  const result = await client.query<Row>(sql, [...parameters]);
  return result.rows;
}

/** The five characters with which PostgreSQL names an error (appendix A of its manual); null where it is none of them. */
function sqlState(error: unknown): string | null {
  const code = error instanceof Error && 'code' in error ? error.code : null;
  return typeof code === 'string' && /^[0-9A-Z]{5}$/.test(code) && !/^E[A-Z]{4}$/.test(code) ? code : null;
}
