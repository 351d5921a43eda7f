import { readdir, statfs } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { PGlite } from '@electric-sql/pglite';
import { HalcyonError, messageOf } from '../../../schemas/errors.ts';
import type { Catalogue, Row, Statements } from '../catalogue.ts';
import { makeFolder } from '../data-folder.ts';
import { assertInstalled } from '../embedded-engines.ts';
import { makeCluster } from './empty-cluster.ts';
import { lockFolder } from './folder-lock.ts';
import { diskFull, StatementGate } from './statement-gate.ts';
import { READERS } from './statement-results.ts';
import { TransactionStatements } from './transaction-statements.ts';

/**
 * Pages that the engine keeps in memory. By its own setting it takes and clears 128 MB at each opening, half of the time
 * that this takes; a catalogue seldom fills a tenth of that, and what does not fit is read from the file again.
 */
const BUFFERS = ['-c', 'shared_buffers=32MB'];

/** Room that the engine needs to write on [bytes]: it takes so much at once for its log of changes. */
const LEAST_FREE = 16 * 2 ** 20;

/** Path of a packed cluster; null where there is none to be used. */
type PackedCluster = () => Promise<string | null>;

/** The catalogue on PGlite, PostgreSQL's engine in this process; one process at a time. */
export class EmbeddedCatalogue implements Catalogue {
  readonly #engine: PGlite;
  readonly #folder: string;
  readonly #unlock: () => Promise<void>;
  readonly #gate = new StatementGate();

  private constructor(engine: PGlite, folder: string, unlock: () => Promise<void>) {
    this.#engine = engine;
    this.#folder = folder;
    this.#unlock = unlock;
  }

  /**
   * Opens the catalogue in a data folder, made where it is missing.
   *
   * @param packed tells, where it is missing, of which packed cluster it is made; null: the engine makes an empty one, which takes longer
   * @throws HalcyonError `store_locked`, `store_unreadable`, `cannot_write`, `invalid_configuration` (its engine is not installed)
   */
  static async open(
    dataFolder: string,
    waitMs: number,
    packed: PackedCluster = async () => null,
  ): Promise<EmbeddedCatalogue> {
    assertInstalled('catalogue');
    const root = resolve(dataFolder);
    await makeFolder(root);
    const folder = join(root, 'catalogue');
    const unlock = await lockFolder(join(root, 'catalogue.lock'), `The catalogue in ${root}`, waitMs);
    try {
      if (await isNew(folder)) {
        await makeCluster(folder, await packed()).catch((cause: unknown) => {
          throw unopened(folder, new Error(messageOf(cause), { cause }));
        });
      }
      return new EmbeddedCatalogue(await start(folder), folder, unlock);
    } catch (error) {
      await unlock();
      throw error;
    }
  }

  async query(sql: string, parameters: readonly unknown[] = []): Promise<Row[]> {
    return this.#gate.pass(async () => (await this.#engine.query<Row>(sql, [...parameters])).rows);
  }

  async transaction<T>(work: (statements: Statements) => Promise<T>): Promise<T> {
    return this.#gate.pass(() =>
      this.#engine.transaction(async (transaction) => {
        const statements = new TransactionStatements(
          async (sql, parameters = []) => (await transaction.query<Row>(sql, [...parameters])).rows,
        );
        try {
          const result = await work(statements);
          await statements.settle();
          return result;
        } finally {
          statements.end();
        }
      }),
    );
  }

  async check(): Promise<{ product: string; version: string }> {
    const rows = await this.query("SELECT current_setting('server_version') AS version");
    const { bavail, bsize } = await statfs(this.#folder);
    if (bavail * bsize < LEAST_FREE) throw diskFull();
    return { product: 'PGlite', version: String(rows[0]?.['version']) };
  }

  close(): Promise<void> {
    return this.#gate.close(async () => {
      try {
        await this.#engine.close();
      } finally {
        await this.#unlock();
      }
    });
  }
}

/** True where there is no cluster yet. @throws HalcyonError `store_unreadable` where there is something else */
async function isNew(folder: string): Promise<boolean> {
  const found = await readdir(folder).catch((cause: unknown): string[] => {
    const code = cause instanceof Error && 'code' in cause ? cause.code : '';
    if (code === 'ENOENT') return [];
    throw new HalcyonError('store_unreadable', `${folder} should be a folder that can be read (${String(code)}).`, {
      cause,
    });
  });
  if (found.length === 0) return true;
  if (!found.includes('PG_VERSION')) {
    const shown = found.slice(0, 3).join(', ');
    throw new HalcyonError('store_unreadable', `${folder} is no catalogue of Halcyon: it holds ${shown}.`);
  }
  return false;
}

async function start(folder: string): Promise<PGlite> {
  const { PGlite } = await import('@electric-sql/pglite');
  try {
    return await PGlite.create(folder, { parsers: READERS, startParams: [...PGlite.defaultStartParams, ...BUFFERS] });
  } catch (cause) {
    throw unopened(folder, new Error(messageOf(cause), { cause }));
  }
}

function unopened(folder: string, cause: Error): HalcyonError {
  return new HalcyonError('store_unreadable', `The catalogue in ${folder} cannot be opened by its engine.`, { cause });
}
