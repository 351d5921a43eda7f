import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { HalcyonError, messageOf } from '../../../schemas/errors.ts';
import { prepareDataFolder } from '../data-folder.ts';
import { EngineAccess } from '../engine/engine-access.ts';

/** A writer holds an SQLite file for moments; longer than this is no moment [ms]. */
const BUSY_MS = 5_000;
const LOOK_MS = 100;
/** Status of SQLite for a file that is no database, or a damaged one (SQLITE_CORRUPT, SQLITE_NOTADB). */
const DAMAGED = /disk image is malformed|file is not a database|Status: (?:11|26)\b|got status (?:11|26)\b/;
const BUSY = /database (?:table )?is locked|Status: [56]\b|got status [56]\b/;

export type SqliteRow = readonly (string | null)[];

/** An SQLite file as the embedded engine reads it: SQLite itself, in a process of its own with a folder for the time being. */
export class SqliteEngine {
  readonly path: string;
  private readonly access: EngineAccess;
  private readonly folder: string;

  private constructor(path: string, access: EngineAccess, folder: string) {
    this.path = path;
    this.access = access;
    this.folder = folder;
  }

  /** Starts the engine; the file is opened by the first statement. */
  static async open(path: string): Promise<SqliteEngine> {
    const folder = await mkdtemp(join(tmpdir(), 'halcyon-sqlite-'));
    try {
      const options = { folder: await prepareDataFolder(folder, true), role: 'command', waitMs: 0 } as const;
      return new SqliteEngine(resolve(path), await EngineAccess.open({ ...options, say: () => undefined }), folder);
    } catch (error) {
      await rm(folder, { recursive: true, force: true });
      throw error;
    }
  }

  /**
   * Makes a table of the file readable as `name`, every column as text: as numbers SQLite would make 0 of any other text.
   */
  async attach(name: string, table: string, columns: readonly string[]): Promise<void> {
    // The engine would make a file where there is none.
    await stat(this.path).catch((cause: unknown) => {
      throw new HalcyonError('store_unreadable', `${this.path} is not there any more`, { cause });
    });
    const types = columns.map((column) => `${identifier(column)} Nullable(String)`).join(', ');
    const engine = `SQLite(${literal(this.path)}, ${literal(table)})`;
    await this.run(() =>
      this.access.client.command({ query: `CREATE TABLE default.${identifier(name)} (${types}) ENGINE = ${engine}` }),
    );
  }

  /** The rows of a SELECT, every value as text. */
  async query(query: string, parameters: Readonly<Record<string, string>> = {}): Promise<SqliteRow[]> {
    return this.run(async () => {
      const result = await this.access.client.query({ query, query_params: parameters, format: 'JSONCompactEachRow' });
      return (await result.json<SqliteRow>()) as SqliteRow[];
    });
  }

  async close(): Promise<void> {
    await this.access.close();
    await rm(this.folder, { recursive: true, force: true });
  }

  private async run<T>(work: () => Promise<T>): Promise<T> {
    const until = Date.now() + BUSY_MS;
    for (;;) {
      try {
        return await work();
      } catch (cause) {
        if (cause instanceof HalcyonError) throw cause;
        const busy = BUSY.test(messageOf(cause));
        if (!busy) throw this.failure(cause);
        if (Date.now() >= until) {
          throw new HalcyonError('store_locked', `the SQLite database ${this.path} is locked by another program`, {
            cause,
          });
        }
        await sleep(LOOK_MS);
      }
    }
  }

  private failure(cause: unknown): HalcyonError {
    const what = DAMAGED.test(messageOf(cause)) ? 'is damaged' : 'cannot be read';
    return new HalcyonError('store_unreadable', `the SQLite database ${this.path} ${what}`, { cause });
  }
}

/** A name in the engine's SQL. */
export function identifier(name: string): string {
  return `\`${name.replace(/[\\`]/g, '\\$&')}\``;
}

function literal(text: string): string {
  return `'${text.replace(/[\\']/g, '\\$&')}'`;
}
