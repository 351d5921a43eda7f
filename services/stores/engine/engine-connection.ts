import { mkdirSync, rmSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Session } from 'chdb';

/** What a statement needs of its connection: its database, its settings and its parameters, all as text. */
export interface StatementContext {
  readonly database: string;
  readonly settings: ReadonlyMap<string, string>;
  readonly parameters: ReadonlyMap<string, string>;
}

const NAME = /^[A-Za-z_][A-Za-z0-9_.]*$/;

/** A text as a string literal of ClickHouse's SQL. */
function quoted(text: string): string {
  return `'${text.replace(/[\\']/g, '\\$&')}'`;
}

/** Where blocks wait for the engine to read them, in its folder. */
const BLOCKS = ['tmp', 'halcyon-blocks'];

/** Makes the place for blocks, without what a killed engine has left there. */
export function prepareBlocks(folder: string): void {
  rmSync(join(folder, ...BLOCKS), { recursive: true, force: true });
  mkdirSync(join(folder, ...BLOCKS), { recursive: true });
}

/**
 * One connection to the engine's folder; it runs one statement at a time.
 *
 * Settings stay on a connection, so `prepare` brings them to exactly what the next statement asks for. Parameters go by
 * `SET param_x`, which is kept by connection: the engine's own parameter call is not safe between connections.
 */
export class EngineConnection {
  /** Connections that this process has made. */
  static #made = 0;
  #session: Session;
  readonly #folder: string;
  readonly #settings = new Map<string, string>();
  readonly #number = EngineConnection.#made++;
  #database = 'default';
  #doubtful = false;

  constructor(folder: string) {
    this.#folder = folder;
    this.#session = new Session(folder);
  }

  /** Makes the connection what `context` says. Rejects with the engine's error where a setting or database is unknown. */
  async prepare(context: StatementContext): Promise<void> {
    if (this.#doubtful) this.#reopen();
    const changes: string[] = [];
    for (const name of this.#settings.keys()) if (!context.settings.has(name)) changes.push(`${name} = DEFAULT`);
    for (const [name, value] of context.settings) {
      if (!NAME.test(name)) throw new Error(`Code: 36. DB::Exception: ${name} is no setting. (BAD_ARGUMENTS)`);
      if (this.#settings.get(name) !== value) changes.push(`${name} = ${quoted(value)}`);
    }
    for (const [name, value] of context.parameters) {
      if (!NAME.test(name)) throw new Error(`Code: 36. DB::Exception: ${name} is no parameter. (BAD_ARGUMENTS)`);
      changes.push(`param_${name} = ${quoted(value)}`);
    }
    this.#doubtful = true;
    if (context.database !== this.#database) {
      await this.#session.queryAsync(`USE \`${context.database.replace(/[\\`]/g, '\\$&')}\``);
      this.#database = context.database;
    }
    if (changes.length > 0) await this.#session.queryAsync(`SET ${changes.join(', ')}`);
    this.#settings.clear();
    for (const [name, value] of context.settings) this.#settings.set(name, value);
    this.#doubtful = false;
  }

  /**
   * Inserts a block of the format Native, after `prepare`: the engine takes one from a file alone. The file is written again
   * by the next block for the table: ext4 passes over each inode that was given up a minute ago or less when it makes a file,
   * and a part has a dozen.
   */
  async insertBlock(table: string, columns: readonly string[], block: Buffer): Promise<void> {
    const file = join(this.#folder, ...BLOCKS, `${this.#number}-${encodeURIComponent(table)}`);
    const names = columns.map((name) => `\`${name}\``).join(', ');
    await writeFile(file, block);
    await this.#session.queryAsync(
      `INSERT INTO ${table} (${names}) SELECT ${names} FROM file(${quoted(file)}, 'Native') SETTINGS schema_inference_use_cache_for_file = 0`,
    );
  }

  /** The session, after `prepare`. */
  get session(): Session {
    return this.#session;
  }

  /** Releases the connection. */
  close(): void {
    this.#session.close();
  }

  /** A connection whose settings are not known for certain is replaced. */
  #reopen(): void {
    this.#session.close();
    this.#session = new Session(this.#folder);
    this.#settings.clear();
    this.#database = 'default';
    this.#doubtful = false;
  }
}

/** Connections that are lent one statement at a time, in the order of asking. */
export class ConnectionPool {
  readonly #idle: EngineConnection[] = [];
  readonly #waiting: ((connection: EngineConnection) => void)[] = [];

  constructor(folder: string, size: number) {
    for (let i = 0; i < size; i += 1) this.#idle.push(new EngineConnection(folder));
  }

  /** Runs `work` with a connection of its own. */
  async lend<T>(work: (connection: EngineConnection) => Promise<T>): Promise<T> {
    const connection =
      this.#idle.pop() ?? (await new Promise<EngineConnection>((resolve) => this.#waiting.push(resolve)));
    try {
      return await work(connection);
    } finally {
      const next = this.#waiting.shift();
      if (next === undefined) this.#idle.push(connection);
      else next(connection);
    }
  }

  /** Closes the connections that are not lent. */
  close(): void {
    for (const connection of this.#idle) connection.close();
    this.#idle.length = 0;
  }
}
