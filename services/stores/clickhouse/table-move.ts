import { setTimeout as sleep } from 'node:timers/promises';
import { HalcyonError } from '../../../schemas/errors.ts';
import { literal } from './conditions.ts';
import type { MigrationTurn } from './migration-turn.ts';
import { MoveProgress } from './move-progress.ts';
import { capital, type StoreClient } from './store-client.ts';
import { insertedAfter, positionOf } from './stored-parts.ts';

/** Ends the name of a table that takes another one's place; after that it is the name of the old one. */
export const MOVED = '_moved';
/** Ends the name of the view by which what is stored meanwhile comes into both. */
const VIEW = '_moving';
/** Rows that are copied by one statement at most, within the time that a statement may take. */
const PIECE_ROWS = 20_000_000;
/** A copy is read and written by one thread and in small blocks: it has to leave room for those who work meanwhile. */
const GENTLE = 'SETTINGS max_threads = 1, max_insert_threads = 1, min_insert_block_size_rows = 262144';
/** Room on the disk that has to be free, as a multiple of the table. */
const ROOM = 1.2;
/** Wait between two looks at the inserts that run [ms]. */
const LOOK_MS = 20;
/** Column that says when a row was stored, where a table has it: the row stored last counts. */
const STORED = 'stored';

/** What is moved, and by which step. */
export interface MoveOfTable {
  readonly step: number;
  readonly table: string;
  /** Make the new table, with a comment by which it is known. */
  readonly statements: readonly string[];
  /** Told in a line how far it has come. */
  readonly say: (line: string) => void;
}

/**
 * Has a table made anew take the place of its predecessor, with all that is stored there and while others read and write it:
 * a view brings into the new one what is stored from now on, month by month what was stored before is copied, and the two
 * are exchanged. Every step may be repeated: rows that come twice are replaced by each other as those of repeated inserts are.
 */
export class TableMove {
  readonly #client: StoreClient;
  readonly #turn: MigrationTurn;
  readonly #progress: MoveProgress;
  readonly #step: number;
  readonly #table: string;
  readonly #statements: readonly string[];
  readonly #say: (line: string) => void;

  constructor(client: StoreClient, turn: MigrationTurn, { step, table, statements, say }: MoveOfTable) {
    this.#client = client;
    this.#turn = turn;
    this.#progress = new MoveProgress(client, step, table);
    this.#step = step;
    this.#table = table;
    this.#statements = statements;
    this.#say = say;
  }

  /**
   * Moves the table, or goes on where an earlier process was killed.
   *
   * @param isFirst whether this process has just made the old table, so that nobody knows of it
   */
  async run(isFirst: boolean): Promise<void> {
    if (isFirst && (await this.#isEmpty())) {
      for (const statement of this.#statements) await this.#client.command(statement);
      await this.#client.command(`EXCHANGE TABLES ${this.#table} AND ${this.#new}`);
      await this.#client.command(`DROP TABLE ${this.#new} SYNC`);
      return;
    }
    if (!(await this.#isNew(this.#table))) await this.#fill();
    await this.#finish();
  }

  async #isEmpty(): Promise<boolean> {
    const [[rows]] = await this.#client.rows<[number]>(`SELECT count() FROM ${this.#table}`);
    return rows === 0 && !(await this.#isThere(this.#new));
  }

  async #fill(): Promise<void> {
    await this.#progress.open();
    await this.#makeAnew();
    await this.#client.command(
      `CREATE MATERIALIZED VIEW IF NOT EXISTS ${this.#view} TO ${this.#new} AS SELECT * EXCEPT (${STORED}) FROM ${this.#table}`,
    );
    // Those that began before the view was there pass by it: what they store has to be there when it is copied.
    await this.#insertsEnd();
    await this.#copy();
    await this.#turn.assertHeld();
    await this.#progress.reached(await positionOf(this.#client, this.#table));
    await this.#client.command(`EXCHANGE TABLES ${this.#table} AND ${this.#new}`);
    if (await this.#isNew(this.#table)) return;
    throw new HalcyonError('store_unavailable', `Another process moves the tables of ${this.#client.title} too.`);
  }

  /** The new table has the columns of the old one, also of those that came while an earlier process was killed. */
  async #makeAnew(): Promise<void> {
    for (const statement of this.#statements) await this.#client.command(statement);
    const [old, made] = [await this.#columnsOf(this.#table), await this.#columnsOf(this.#new)];
    if (old === made) return;
    await this.#client.command(`DROP VIEW IF EXISTS ${this.#view} SYNC`);
    await this.#insertsEnd();
    await this.#drop();
    await this.#progress.forget();
    for (const statement of this.#statements) await this.#client.command(statement);
  }

  async #copy(): Promise<void> {
    const [[partitionKey, sortingKey]] = await this.#client.rows<[string, string]>(
      `SELECT partition_key, sorting_key FROM system.tables WHERE database = currentDatabase() AND name = {table:String}`,
      { table: this.#new },
    );
    const month = `toString(${partitionKey})`;
    const months = await this.#client.rows<[month: string, rows: number]>(
      `SELECT ${month} AS month, count() FROM ${this.#table} GROUP BY month ORDER BY month`,
    );
    if (months.length > 0) await this.#assertRoom();
    const done = await this.#progress.copied();
    // Of rows that nothing but their order tells apart those that count: it is lost in a copy.
    const old = (await this.#hasStored()) ? `${this.#table} FINAL` : this.#table;
    const station = `cityHash64(${sortingKey.split(', ').slice(0, 2).join(', ')})`;
    for (const [at, [name, rows]] of months.entries()) {
      const pieces = Math.ceil(rows / PIECE_ROWS);
      for (let piece = 0; piece < pieces; piece++) {
        const title = `${name} ${piece + 1}/${pieces}`;
        if (done.has(title)) continue;
        const where = `${month} = ${literal(name)}${pieces > 1 ? ` AND ${station} % ${pieces} = ${piece}` : ''}`;
        await this.#client.command(`INSERT INTO ${this.#new} SELECT * FROM ${old} WHERE ${where} ${GENTLE}`);
        await this.#progress.note(title);
      }
      if (rows >= PIECE_ROWS / 10) this.#say(`${this.#table}: ${at + 1} of ${months.length} months moved`);
    }
  }

  /** Brings over what was stored in the old table alone, and drops it. */
  async #finish(): Promise<void> {
    if (await this.#isThere(this.#new)) {
      // An insert that had found the old table before the exchange, and looked for the view's afterwards.
      await this.#insertsEnd();
      await this.#catchUp();
      await this.#client.command(`DROP VIEW IF EXISTS ${this.#view} SYNC`);
      await this.#insertsEnd();
      await this.#turn.assertHeld();
      await this.#drop();
    } else await this.#client.command(`DROP VIEW IF EXISTS ${this.#view} SYNC`);
  }

  async #catchUp(): Promise<void> {
    const reached = await this.#progress.position();
    if (reached === null) return;
    const { sql, parameters } = insertedAfter(reached.position);
    if (!(await this.#hasStored())) {
      const select = `SELECT * FROM ${this.#new} WHERE ${sql}`;
      await this.#client.command(`INSERT INTO ${this.#table} ${select} ${GENTLE}`, parameters);
      return;
    }
    // What counts of each key that was stored late, before what has been stored since.
    const [[sortingKey]] = await this.#client.rows<[string]>(
      `SELECT sorting_key FROM system.tables WHERE database = currentDatabase() AND name = {table:String}`,
      { table: this.#new },
    );
    await this.#client.command(
      `INSERT INTO ${this.#table}
       SELECT * REPLACE ({at:DateTime64(3, 'UTC')} AS ${STORED}) FROM ${this.#new} FINAL
       WHERE (${sortingKey}) IN (SELECT ${sortingKey} FROM ${this.#new} WHERE ${sql}) ${GENTLE}`,
      { ...parameters, at: reached.at },
    );
  }

  /** Resolves when the inserts that run now have ended. */
  async #insertsEnd(): Promise<void> {
    const running = `SELECT query_id FROM system.processes WHERE query_kind = 'Insert'`;
    const before = new Set((await this.#client.rows<[string]>(running)).map(([id]) => id));
    while (before.size > 0) {
      await sleep(LOOK_MS);
      const still = new Set((await this.#client.rows<[string]>(running)).map(([id]) => id));
      for (const id of before) if (!still.has(id)) before.delete(id);
    }
  }

  /** @throws HalcyonError `cannot_write` where the disk has no room for the table a second time */
  async #assertRoom(): Promise<void> {
    const [[bytes, free]] = await this.#client.rows<[number, number]>(
      `SELECT toFloat64(sum(bytes_on_disk)), (SELECT toFloat64(min(free_space)) FROM system.disks)
       FROM system.parts WHERE database = currentDatabase() AND active AND table = {table:String}`,
      { table: this.#table },
    );
    const needed = bytes * ROOM;
    if (free >= needed) return;
    const inMegabytes = (amount: number) => `${Math.ceil(amount / 2 ** 20).toLocaleString('en')} MiB`;
    throw new HalcyonError(
      'cannot_write',
      `${capital(this.#client.title)} has ${inMegabytes(free)} free: its table ${this.#table} is stored anew for this version, and needs ${inMegabytes(needed)} until that is done.`,
    );
  }

  async #drop(): Promise<void> {
    if (await this.#isNew(this.#new)) {
      // Nothing of it is in use where the old table is in its place.
      if (await this.#isNew(this.#table))
        throw new HalcyonError('store_unreadable', `There are two new ${this.#table}.`);
    }
    await this.#client.command(`DROP TABLE IF EXISTS ${this.#new} SYNC SETTINGS max_table_size_to_drop = 0`);
  }

  async #isNew(table: string): Promise<boolean> {
    const rows = await this.#client.rows<[string]>(
      'SELECT comment FROM system.tables WHERE database = currentDatabase() AND name = {table:String}',
      { table },
    );
    return rows[0]?.[0] === `step ${this.#step}`;
  }

  async #hasStored(): Promise<boolean> {
    return (await this.#columnsOf(this.#table)).split(' ').includes(STORED);
  }

  async #isThere(table: string): Promise<boolean> {
    return (await this.#columnsOf(table)) !== '';
  }

  async #columnsOf(table: string): Promise<string> {
    const rows = await this.#client.rows<[string]>(
      'SELECT name FROM system.columns WHERE database = currentDatabase() AND table = {table:String} ORDER BY position',
      { table },
    );
    return rows.map(([name]) => name).join(' ');
  }

  get #new(): string {
    return `${this.#table}${MOVED}`;
  }

  get #view(): string {
    return `${this.#table}${VIEW}`;
  }
}
