import type { AppliedMigration } from '../numbered-migrations.ts';
import { appliedSteps } from './migrate.ts';
import { endRestoring } from './restoring.ts';
import type { StoreClient } from './store-client.ts';
import { TABLES } from './tables.ts';

/** A body of this size is one insert: all of it or nothing [bytes]. */
const INSERT_BYTES = 16 * 2 ** 20;

/** One table as a copy has it. */
export interface TableCopy {
  readonly table: (typeof TABLES)[number];
  readonly columns: readonly string[];
  /** Tab-separated text in pieces of whole lines. Read while more is stored it has all that was stored before. */
  readonly lines: AsyncIterable<string>;
}

/** The tables of the time series as text, out of the store and into it. */
export class TableCopies {
  readonly #client: StoreClient;

  constructor(client: StoreClient) {
    this.#client = client;
  }

  /** The steps that have made the tables. */
  steps(): Promise<AppliedMigration[]> {
    return appliedSteps(this.#client);
  }

  /** Every table, in the order in which they have to be read one after the other (`TABLES`). */
  async *read(): AsyncGenerator<TableCopy> {
    for (const table of TABLES) {
      const columns = await this.#columnsOf(table);
      yield { table, columns, lines: this.#linesOf(table, columns) };
    }
  }

  /**
   * Stores lines of a copy.
   *
   * @param pieces of text in UTF-8, cut anywhere
   * @returns how many rows
   */
  async write(table: TableCopy['table'], columns: readonly string[], pieces: AsyncIterable<Buffer>): Promise<number> {
    let waiting: Buffer[] = [];
    let size = 0;
    let rows = 0;
    const store = async (lines: Buffer): Promise<void> => {
      for (let at = lines.indexOf(10); at >= 0; at = lines.indexOf(10, at + 1)) rows += 1;
      if (lines.length > 0) await this.#client.insertLines(table, columns, lines);
    };
    for await (const piece of pieces) {
      waiting.push(piece);
      size += piece.length;
      if (size < INSERT_BYTES) continue;
      const all = Buffer.concat(waiting);
      const end = all.lastIndexOf(10) + 1;
      await store(all.subarray(0, end));
      waiting = [all.subarray(end)];
      size = all.length - end;
    }
    await store(Buffer.concat(waiting));
    return rows;
  }

  /** Takes the mark of the restore away. */
  async finish(): Promise<void> {
    await endRestoring(this.#client);
  }

  async #columnsOf(table: string): Promise<string[]> {
    const rows = await this.#client.rows<[string]>(
      'SELECT name FROM system.columns WHERE database = currentDatabase() AND table = {table:String} ORDER BY position',
      { table },
    );
    return rows.map(([name]) => name);
  }

  /**
   * By partition, so that rows that lie together are stored together. FINAL: of several versions of a record the one that
   * counts, as it cannot be told from the copy which of two was stored last.
   */
  async *#linesOf(table: string, columns: readonly string[]): AsyncGenerator<string> {
    const found = await this.#client.rows<[string]>(`SELECT DISTINCT _partition_id FROM ${table} ORDER BY 1`);
    for (const [partition] of found) {
      yield* this.#client.lines(
        `SELECT ${columns.join(', ')} FROM ${table} FINAL WHERE _partition_id = {partition:String}`,
        { partition },
      );
    }
  }
}
