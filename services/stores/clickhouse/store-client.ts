import { Readable } from 'node:stream';
import { ClickHouseError } from '@clickhouse/client';
import { HalcyonError, messageOf } from '../../../schemas/errors.ts';
import { insertBodies } from './insert-bodies.ts';
import { MOST_PARTITIONS } from './insert-pieces.ts';
import { type NativeBlock, type NativeType, nativeBlocks } from './native-blocks.ts';
import type { StoreTransport } from './store-transport.ts';

/** How long a request is repeated while the store does not answer [ms]. */
const PATIENCE_MS = 30_000;

/** Values of `{name:Type}` in a statement. */
export type Parameters = Readonly<
  Record<string, string | number | boolean | null | readonly number[] | readonly string[]>
>;

/** Errors of a server that is there but not able at the moment; ClickHouse's names of them in the order given. */
const PASSING = new Set([
  '159', // TIMEOUT_EXCEEDED
  '202', // TOO_MANY_SIMULTANEOUS_QUERIES
  '209', // SOCKET_TIMEOUT
  '210', // NETWORK_ERROR
  '236', // ABORTED
  '241', // MEMORY_LIMIT_EXCEEDED
  '242', // TABLE_IS_READ_ONLY
  '252', // TOO_MANY_PARTS
  '279', // ALL_CONNECTION_TRIES_FAILED
  '999', // KEEPER_EXCEPTION
]);
const REFUSED = new Set(['192', '193', '194', '497', '516']);

/** Settings of every read: exact 64-bit numbers stay below 2^53 here and need no quotes. */
const READING = { output_format_json_quote_64bit_integers: 0, max_query_size: '16777216' } as const;
/** Setting of a read that may be given up: a server goes on with others though nobody hears the answer. */
const ENDING = { cancel_http_readonly_queries_on_client_close: 1 } as const;
/** Settings of every insert: numbers stay what they were, and no more parts are made at once than pieces are cut for. */
const WRITING = { precise_float_parsing: 1, max_partitions_per_insert_block: String(MOST_PARTITIONS) } as const;
/** The same of rows of a back-up, which go into tables as they were when it was made: up to step 15 by network too. */
const RESTORING = { ...WRITING, max_partitions_per_insert_block: '0' } as const;

/**
 * Statements on a ClickHouse, repeated while it does not answer. All that the store sends may be repeated: reads, inserts
 * of records with derived keys, deletions by network.
 *
 * @throws HalcyonError `store_unavailable` where nothing that was asked has been answered for 30 s, `store_unreadable` where it answers an error
 */
export class StoreClient {
  readonly #transport: StoreTransport;
  readonly #patienceMs: number;
  readonly #now: () => number;
  /** Until when a store that does not answer is waited for [ms since the epoch]; undefined while it answers. */
  #until: number | undefined;

  constructor(transport: StoreTransport, patienceMs = PATIENCE_MS, now: () => number = Date.now) {
    this.#transport = transport;
    this.#patienceMs = patienceMs;
    this.#now = now;
  }

  get title(): string {
    return this.#transport.title;
  }

  get database(): string {
    return this.#transport.database;
  }

  /** Rows of a SELECT, columns in the order of the statement. */
  async rows<T extends readonly unknown[]>(sql: string, parameters: Parameters = {}): Promise<T[]> {
    const text = await this.#repeated(async () => (await this.#asked(sql, parameters)).text());
    return this.#parsed<T>(text);
  }

  /**
   * Rows of a SELECT as ClickHouse's tab-separated text, each with its line break, in pieces as they come; what breaks off
   * in the middle is not repeated.
   *
   * @throws HalcyonError as every statement, `store_unavailable` also where the answer breaks off
   */
  async *lines(sql: string, parameters: Parameters = {}): AsyncGenerator<string> {
    const answer = await this.#repeated(() => this.#asked(sql, parameters, 'TabSeparated'));
    try {
      for await (const rows of answer.stream()) yield `${rows.map(({ text }) => text).join('\n')}\n`;
    } catch (error) {
      this.#assertPassing(error);
      throw this.#silent(error);
    }
  }

  /**
   * Rows of a SELECT column by column, for answers of millions of rows, otherwise as `lines`.
   *
   * @param types of the columns, as the statement selects them
   * @param signal aborted, it ends the statement where that runs
   * @throws the reason of the signal where it is aborted
   */
  async *blocks(
    sql: string,
    types: readonly NativeType[],
    parameters: Parameters = {},
    signal?: AbortSignal,
  ): AsyncGenerator<NativeBlock> {
    const { stream } = await this.#repeated(() => {
      signal?.throwIfAborted();
      return this.#transport.client.exec({
        query: `${sql} FORMAT Native`,
        query_params: parameters,
        clickhouse_settings: { ...READING, ...(signal === undefined ? {} : ENDING), ...this.#place },
        ...(signal === undefined ? {} : { abort_signal: signal }),
      });
    }, signal);
    try {
      yield* nativeBlocks(stream, types, this.#transport.title);
    } catch (error) {
      signal?.throwIfAborted();
      this.#assertPassing(error);
      throw this.#silent(error);
    }
  }

  /** Stores rows, each with its cells in the order of `columns`. A number that is not finite is stored as null. */
  async insert(table: string, columns: readonly string[], rows: readonly (readonly unknown[])[]): Promise<void> {
    for (const body of insertBodies(rows)) await this.#send(table, columns, 'JSONCompactEachRow', body);
  }

  /** Stores a block of the format Native. */
  insertBlock(table: string, columns: readonly string[], block: Buffer): Promise<void> {
    return this.#send(table, columns, 'Native', block);
  }

  /** Stores rows of tab-separated text as `lines` gives them, whole ones. */
  insertLines(table: string, columns: readonly string[], lines: Buffer): Promise<void> {
    return this.#send(table, columns, 'TabSeparated', lines, RESTORING);
  }

  async #send(
    table: string,
    columns: readonly string[],
    format: string,
    bytes: Buffer,
    settings: Readonly<Record<string, string | number>> = WRITING,
  ): Promise<void> {
    await this.#repeated(async () => {
      const answer = await this.#transport.client.exec({
        query: `INSERT INTO ${table} (${columns.join(', ')}) FORMAT ${format}`,
        values: Readable.from([bytes], { objectMode: false }),
        clickhouse_settings: { ...settings, ...this.#place },
      });
      for await (const rest of answer.stream) void rest;
    });
  }

  /** Runs a statement without an answer. */
  async command(sql: string, parameters: Parameters = {}): Promise<void> {
    await this.#repeated(async () => {
      await this.#transport.client.command({
        query: sql,
        query_params: parameters,
        clickhouse_settings: this.#place,
      });
    });
  }

  /** True where the database is there, which a statement in it takes for granted. */
  async hasDatabase(): Promise<boolean> {
    const { database } = this.#transport;
    return this.#repeated(async () => {
      const query = 'SELECT count() FROM system.databases WHERE name = {name:String}';
      const { client } = this.#transport;
      const answer = await client.query({ query, query_params: { name: database }, format: 'TabSeparated' });
      return (await answer.text()).trim() !== '0';
    });
  }

  /** Makes the database where it is missing. */
  async makeDatabase(): Promise<void> {
    // Asked first, since a user who may not make databases may still use one.
    if (await this.hasDatabase()) return;
    const name = this.#transport.database.replace(/[\\`]/g, '\\$&');
    await this.#repeated(async () => {
      await this.#transport.client.command({ query: `CREATE DATABASE IF NOT EXISTS \`${name}\`` });
    });
  }

  async close(): Promise<void> {
    await this.#transport.close();
  }

  /** The client writes its settings into the URL, where the database of a statement is named too. */
  get #place(): Record<string, string> {
    return { database: this.#transport.database };
  }

  /** Repeats what a store that is away did not answer, as long as it is waited for; once where that time is over. */
  async #repeated<T>(work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    for (let attempts = 1; ; attempts++) {
      try {
        const result = await work();
        this.#until = undefined;
        return result;
      } catch (error) {
        signal?.throwIfAborted();
        this.#assertPassing(error);
        this.#until ??= this.#now() + this.#patienceMs;
        if (attempts > 1 && this.#now() >= this.#until) throw this.#silent(error);
        await this.#transport.recover();
      }
    }
  }

  #asked(sql: string, parameters: Parameters, format: 'JSONCompactEachRow' | 'TabSeparated' = 'JSONCompactEachRow') {
    return this.#transport.client.query({
      query: sql,
      format,
      query_params: parameters,
      clickhouse_settings: { ...READING, ...this.#place },
    });
  }

  #parsed<T extends readonly unknown[]>(text: string): T[] {
    if (text === '') return [];
    try {
      // A line break inside a value is escaped, so that every raw one ends a row.
      return JSON.parse(`[${text.trimEnd().replaceAll('\n', ',')}]`) as T[];
    } catch (cause) {
      throw new HalcyonError('store_unreadable', `${this.#transport.title} answered rows that cannot be read.`, {
        cause: new Error(text.slice(-1_000), { cause }),
      });
    }
  }

  /** Throws what no waiting will mend. */
  #assertPassing(error: unknown): void {
    if (error instanceof HalcyonError) throw error;
    if (error instanceof ClickHouseError && !PASSING.has(error.code)) throw this.#refusal(error);
  }

  #silent(cause: unknown): HalcyonError {
    return new HalcyonError('store_unavailable', `${capital(this.#transport.title)} does not answer.`, { cause });
  }

  #refusal(error: ClickHouseError): HalcyonError {
    const title = this.#transport.title;
    if (REFUSED.has(error.code)) {
      return new HalcyonError('store_unavailable', `${capital(title)} refuses this user or password.`, {
        cause: error,
      });
    }
    return new HalcyonError('store_unreadable', `${capital(title)} cannot do what was asked (${error.type}).`, {
      cause: new Error(messageOf(error), { cause: error }),
    });
  }
}

/** A text with a capital, to begin a sentence. */
export function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
