import { basename } from 'node:path';
import { type ClockTime, readClockTime } from '../../../ingest/feeds/clock/clock-time.ts';
import type { SourceZone } from '../../../ingest/feeds/clock/source-zone.ts';
import { assertColumns, type CollectorTable } from '../../../ingest/feeds/collector/collector-columns.ts';
import type { CollectorTables, TableRow, TimedRow, Undated } from '../../../ingest/feeds/collector/collector-tables.ts';
import type { Extent } from '../../../ingest/observation-source.ts';
import { identifier, SqliteEngine, type SqliteRow } from './sqlite-engine.ts';
import { type Hour, type Piece, planPieces } from './time-pieces.ts';

/** What begins like a time; whether it is one is seen row by row. */
const FORM = '^[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])[ T]([01][0-9]|2[0-3]):[0-5][0-9]';
const DATED = `(time IS NOT NULL AND match(assumeNotNull(time), '${FORM}'))`;
/** Rows read at once; an hour of a large network has more. */
const PIECE = 20_000;
/** Hours by their text, and '' for rows that belong to none. */
const HOURS = `SELECT if(${DATED}, substring(assumeNotNull(time), 1, 13), '') AS hour, toString(count()), toString(max(length(time)))
  FROM default.observations GROUP BY hour ORDER BY hour`;

/** Which hours the observations are of, and how many are of none. */
interface Overview {
  readonly hours: readonly Hour[];
  readonly undated: number;
}

/** The tables of a collector in an SQLite file. */
export class SqliteTables implements CollectorTables {
  readonly title: string;
  readonly name: string;
  private readonly engine: SqliteEngine;
  private readonly zone: SourceZone;
  private readonly columns: Record<CollectorTable, readonly string[]> = { stations: [], observations: [] };
  private readonly piece: number;
  private looked: Promise<Overview> | null = null;

  private constructor(engine: SqliteEngine, path: string, zone: SourceZone, piece: number) {
    this.engine = engine;
    this.title = path;
    this.name = basename(path).replace(/\.(db3?|sqlite3?)$/i, '');
    this.zone = zone;
    this.piece = piece;
  }

  /**
   * @param zone of the clock that the collector noted
   * @param piece rows read at once
   * @throws HalcyonError `store_unreadable` where the file is damaged or has not these tables and columns, `store_locked`
   */
  static async open(path: string, zone: SourceZone, piece = PIECE): Promise<SqliteTables> {
    const engine = await SqliteEngine.open(path);
    try {
      const tables = new SqliteTables(engine, path, zone, piece);
      await tables.attach();
      return tables;
    } catch (error) {
      await engine.close();
      throw error;
    }
  }

  async stations(): Promise<TableRow[]> {
    const rows = await this.engine.query(`SELECT ${this.list('stations')} FROM default.stations`);
    return rows.map((row) => this.rowOf('stations', row));
  }

  async count(): Promise<number> {
    const { hours, undated } = await this.overview();
    return hours.reduce((sum, hour) => sum + hour.count, undated);
  }

  async extent(latest: number): Promise<Extent | null> {
    // The first and last rows may turn out to be none, so that whole pieces are looked at from both ends.
    const pieces = await this.pieces();
    const first = await this.firstTime(pieces, (times) => Math.min(...times), latest);
    if (first === null) return null;
    return { first, last: (await this.firstTime(pieces.reverse(), (times) => Math.max(...times), latest)) ?? first };
  }

  async undated(): Promise<Undated> {
    const { undated: count } = await this.overview();
    if (count === 0) return { count, first: null };
    for await (const [first] of this.undatedRows(1)) return { count, first };
    return { count: 0, first: null };
  }

  async *undatedRows(most = 5000): AsyncGenerator<TimedRow[]> {
    for (let offset = 0; ; offset += most) {
      const rows = await this.engine.query(
        `SELECT ${this.list('observations')} FROM default.observations WHERE NOT ${DATED} ORDER BY ${this.order()} LIMIT ${most} OFFSET ${offset}`,
      );
      if (rows.length > 0) yield rows.map((row) => this.timed(row));
      if (rows.length < most) return;
    }
  }

  async *rows(from: number, to: number): AsyncGenerator<TimedRow[]> {
    const pieces = (await this.pieces()).filter((piece) => piece.earliest <= to && piece.latest >= from);
    // Rows that a later piece may still precede.
    let held: { time: number; row: TimedRow }[] = [];
    for (const [index, piece] of pieces.entries()) {
      const ready: TimedRow[] = [];
      for (const row of await this.pieceOf(piece.first, piece.last)) {
        if (typeof row.time !== 'number') ready.push(row);
        else if (row.time >= from && row.time <= to) held.push({ time: row.time, row });
      }
      // Sorting is stable: rows of one time stay in the order they were stored.
      held.sort((a, b) => a.time - b.time);
      const before = pieces[index + 1]?.nothingBefore ?? Number.POSITIVE_INFINITY;
      const later = held.findIndex(({ time }) => time >= before);
      const done = later < 0 ? held : held.slice(0, later);
      held = later < 0 ? [] : held.slice(later);
      for (const { row } of done) ready.push(row);
      if (ready.length > 0) yield ready;
    }
  }

  close(): Promise<void> {
    return this.engine.close();
  }

  private async attach(): Promise<void> {
    await this.engine.attach('sqlite_master', 'sqlite_master', ['type', 'name']);
    const found = await this.engine.query(
      "SELECT name FROM default.sqlite_master WHERE type IN ('table', 'view') ORDER BY name",
    );
    const names = found.map(([name]) => String(name)).filter((name) => !name.startsWith('sqlite_'));
    for (const table of ['stations', 'observations'] as const) {
      const columns = names.includes(table) ? await this.columnsOf(table) : null;
      assertColumns(this.title, table, columns, names);
      this.columns[table] = columns;
      await this.engine.attach(table, table, columns);
    }
  }

  private async columnsOf(table: CollectorTable): Promise<string[]> {
    const rows = await this.engine.query('DESCRIBE sqlite({path: String}, {table: String})', {
      path: this.engine.path,
      table,
    });
    return rows.map(([name]) => String(name));
  }

  /** The whole table is looked at once; rows that come later are read where they belong to an hour that was there. */
  private overview(): Promise<Overview> {
    this.looked ??= this.look();
    return this.looked;
  }

  private async look(): Promise<Overview> {
    let undated = 0;
    const hours: Hour[] = [];
    for (const [text, count, longest] of await this.engine.query(HOURS)) {
      // Longer than YYYY-MM-DD HH:MM:SS: a zone may follow.
      if (text) hours.push({ text, count: Number(count), zoned: Number(longest) > 19 });
      else undated = Number(count);
    }
    return { hours, undated };
  }

  private async pieces(): Promise<Piece[]> {
    return planPieces((await this.overview()).hours, this.zone, this.piece);
  }

  private async pieceOf(first: string, last: string): Promise<TimedRow[]> {
    const rows = await this.engine.query(
      `SELECT ${this.list('observations')} FROM default.observations WHERE time >= {first: String} AND time < {end: String} AND ${DATED} ORDER BY ${this.order()}`,
      { first, end: `${last};` },
    );
    return rows.map((row) => this.timed(row));
  }

  private async firstTime(
    pieces: readonly { readonly first: string; readonly last: string }[],
    choose: (times: number[]) => number,
    latest: number,
  ): Promise<number | null> {
    for (const { first, last } of pieces) {
      const times: number[] = [];
      for (const { time } of await this.pieceOf(first, last)) {
        if (typeof time === 'number' && time <= latest) times.push(time);
      }
      if (times.length > 0) return choose(times);
    }
    return null;
  }

  private timed(values: SqliteRow): TimedRow {
    const row = this.rowOf('observations', values);
    const time: ClockTime = readClockTime(row['time'], this.zone);
    return { time, row };
  }

  private rowOf(table: CollectorTable, values: SqliteRow): TableRow {
    return Object.fromEntries(this.columns[table].map((column, index) => [column, values[index]]));
  }

  private list(table: CollectorTable): string {
    return this.columns[table].map(identifier).join(', ');
  }

  /** As the rows were stored, where they have numbers. */
  private order(): string {
    return this.columns.observations.includes('id') ? 'toInt64OrZero(id), time, station_id' : 'time, station_id';
  }
}
