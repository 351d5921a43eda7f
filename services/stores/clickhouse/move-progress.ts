import type { StorePosition } from '../time-series-store.ts';
import { literal } from './conditions.ts';
import type { StoreClient } from './store-client.ts';

/** How far the moves of tables have come; it is left behind, with little in it. */
const TABLE = 'moves';

/** How far the move of a table has come, for a process that goes on with it. */
export class MoveProgress {
  readonly #client: StoreClient;
  readonly #step: number;
  readonly #table: string;

  constructor(client: StoreClient, step: number, table: string) {
    this.#client = client;
    this.#step = step;
    this.#table = table;
  }

  /** Makes the place where it is noted. */
  async open(): Promise<void> {
    await this.#client.command(
      `CREATE TABLE IF NOT EXISTS ${TABLE}
       (step UInt32, source String, piece String, position String, at DateTime64(3, 'UTC') DEFAULT now64(3))
       ENGINE = MergeTree ORDER BY (step, source, piece)`,
    );
  }

  /** Names of the pieces that were copied. */
  async copied(): Promise<ReadonlySet<string>> {
    const rows = await this.#client.rows<[string]>(`SELECT piece FROM ${TABLE} WHERE ${this.#own} AND position = ''`);
    return new Set(rows.map(([piece]) => piece));
  }

  /** Notes that a piece was copied. */
  async note(piece: string): Promise<void> {
    await this.#insert(piece, '');
  }

  /** Notes how far the old table had come when all of it was copied. */
  async reached(position: StorePosition): Promise<void> {
    await this.#insert('', JSON.stringify(position));
  }

  /** That position, and when it was [as DateTime64]; null where the move has not come so far. */
  async position(): Promise<{ readonly position: StorePosition; readonly at: string } | null> {
    const rows = await this.#client.rows<[position: string, at: string]>(
      `SELECT position, toString(at) FROM ${TABLE} WHERE ${this.#own} AND position != '' ORDER BY at DESC LIMIT 1`,
    );
    const [row] = rows;
    return row === undefined ? null : { position: JSON.parse(row[0]) as StorePosition, at: row[1] };
  }

  /** Begins anew. */
  async forget(): Promise<void> {
    await this.#client.command(`DELETE FROM ${TABLE} WHERE ${this.#own}`);
  }

  async #insert(piece: string, position: string): Promise<void> {
    const row = [this.#step, this.#table, piece, position];
    await this.#client.insert(TABLE, ['step', 'source', 'piece', 'position'], [row]);
  }

  get #own(): string {
    return `step = ${this.#step} AND source = ${literal(this.#table)}`;
  }
}
