import { Client, Pool, type PoolClient, type QueryConfig, types } from 'pg';
import { HalcyonError, messageOf } from '../../../schemas/errors.ts';
import type { Catalogue, Row, Statements } from '../catalogue.ts';
import { StatementGate } from './statement-gate.ts';
import { ARRAY_READERS, READERS } from './statement-results.ts';
import { TransactionStatements } from './transaction-statements.ts';

/** Connections at most: a catalogue request is short. */
const CONNECTIONS = 10;
const CONNECT_MS = 5_000;
/** Number of the type text[], which the driver's list of names leaves out. */
const TEXT_ARRAY = 1009 as Parameters<typeof types.getTypeParser>[0];
const texts = types.getTypeParser(TEXT_ARRAY) as (text: string) => unknown;

/** The catalogue on a PostgreSQL server. */
export class ServerCatalogue implements Catalogue {
  readonly #pool: Pool;
  readonly #title: string;
  readonly #gate = new StatementGate();

  /** @throws HalcyonError `invalid_configuration` where `url` is no PostgreSQL URL */
  constructor(url: string) {
    assertPostgresUrl(url);
    this.#title = `The PostgreSQL server at ${new URL(url).host || 'its local socket'}`;
    this.#pool = new Pool({
      connectionString: url,
      max: CONNECTIONS,
      connectionTimeoutMillis: CONNECT_MS,
      types: { getTypeParser: readerOf as typeof types.getTypeParser },
    });
    // An idle connection that the server ends is replaced at the next request; unheard, it would end the process.
    this.#pool.on('error', () => undefined);
  }

  async query(sql: string, parameters: readonly unknown[] = []): Promise<Row[]> {
    return this.#gate.pass(() => this.#reached(() => run(this.#pool, sql, parameters)));
  }

  async transaction<T>(work: (statements: Statements) => Promise<T>): Promise<T> {
    return this.#gate.pass(() => this.#transaction(work));
  }

  async check(): Promise<{ product: string; version: string }> {
    const rows = await this.query("SELECT current_setting('server_version') AS version");
    return { product: 'PostgreSQL', version: String(rows[0]?.['version']) };
  }

  close(): Promise<void> {
    return this.#gate.close(() => this.#pool.end());
  }

  async #transaction<T>(work: (statements: Statements) => Promise<T>): Promise<T> {
    const client = await this.#reached(() => this.#pool.connect());
    let broken: Error | undefined;
    // A lent connection is not the pool's: an end of it between two statements, unheard, would end the process.
    const hear = (error: Error): void => {
      broken = error;
    };
    client.on('error', hear);
    const statements = new TransactionStatements((sql, parameters = []) =>
      this.#reached(() => run(client, sql, parameters)),
    );
    try {
      await this.#reached(() => client.query('BEGIN'));
      const result = await work(statements);
      await statements.settle();
      await this.#reached(() => client.query('COMMIT'));
      return result;
    } catch (error) {
      await client.query('ROLLBACK').catch(hear);
      throw error;
    } finally {
      statements.end();
      client.off('error', hear);
      client.release(broken);
    }
  }

  /** Errors of a statement, and of a full disk, keep their SQLSTATE; all others mean that the server is not there. */
  async #reached<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (cause) {
      const state = sqlState(cause);
      if (state !== null && !/^(08|28|3D|53(?!100)|57P)/.test(state)) throw cause;
      const what =
        state === null || !/^(28|3D)/.test(state) ? 'does not answer' : 'refuses this user, password or database';
      throw new HalcyonError('store_unavailable', `${this.#title} ${what}.`, { cause });
    }
  }
}

/** The driver takes a URL apart, and reads the files that it names, at the first statement: here it does so beforehand. */
function assertPostgresUrl(url: string): void {
  const right = 'POSTGRES_URL should be a URL such as postgres://localhost/halcyon';
  if (!URL.canParse(url) || !/^postgres(ql)?:$/.test(new URL(url).protocol)) {
    throw new HalcyonError('invalid_configuration', `${right}.`);
  }
  try {
    new Client({ connectionString: url });
  } catch (cause) {
    throw new HalcyonError('invalid_configuration', `${right}, and what it names readable (${messageOf(cause)}).`, {
      cause,
    });
  }
}

async function run(client: Pool | PoolClient, sql: string, parameters: readonly unknown[]): Promise<Row[]> {
  // Without parameters the driver would take several statements at once, whose answer has no rows of its own.
  const query: QueryConfig & { queryMode: 'extended' } = {
    text: sql,
    values: parameters.map((value) => (value instanceof Date ? value.toISOString() : value)),
    queryMode: 'extended',
  };
  const result = await client.query<Row>(query);
  return result.rows;
}

function readerOf(type: number, format?: 'text' | 'binary'): (text: string) => unknown {
  const element = ARRAY_READERS[type];
  if (element !== undefined) return (text) => each(texts(text), element);
  return READERS[type] ?? types.getTypeParser(type, format);
}

function each(value: unknown, read: (text: string) => unknown): unknown {
  if (Array.isArray(value)) return value.map((element) => each(element, read));
  return value === null ? null : read(String(value));
}

/** The five characters with which PostgreSQL names an error (appendix A of its manual); null where it is none of them. */
function sqlState(error: unknown): string | null {
  const code = error instanceof Error && 'code' in error ? error.code : null;
  return typeof code === 'string' && /^[0-9A-Z]{5}$/.test(code) && !/^E[A-Z]{4}$/.test(code) ? code : null;
}
