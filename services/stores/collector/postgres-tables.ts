import { type ClockTime, readLocal } from '../../../ingest/feeds/clock/clock-time.ts';
import type { SourceZone } from '../../../ingest/feeds/clock/source-zone.ts';
import { assertColumns, type CollectorTable } from '../../../ingest/feeds/collector/collector-columns.ts';
import type { CollectorTables, TableRow, TimedRow, Undated } from '../../../ingest/feeds/collector/collector-tables.ts';
import type { Extent } from '../../../ingest/observation-source.ts';
import { HalcyonError } from '../../../schemas/errors.ts';
import type { PostgresConnection, PostgresPlace, PostgresRow } from './postgres-connection.ts';

/** Rows fetched at once. */
const FETCHED = 5000;
/** A clock on the wall is set by less than this [ms]. */
const SET_MS = 3 * 3_600_000;
/** Years 1 to 9999: what a row's time can be written with. */
const [FIRST, LAST] = ["'0001-01-02'", "'9999-12-30'"];
const UNDATED = `(time IS NULL OR time < ${FIRST} OR time > ${LAST})`;

const BEGIN = 'BEGIN TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY';
const SETTINGS = ["SET LOCAL TIME ZONE 'UTC'", "SET LOCAL datestyle TO 'ISO'", 'SET LOCAL extra_float_digits TO 1'];

const COLUMNS = `SELECT attname::text AS name, format_type(atttypid, NULL) AS type FROM pg_catalog.pg_attribute
  WHERE attrelid = to_regclass($1) AND attnum > 0 AND NOT attisdropped ORDER BY attnum`;
const TABLES = `SELECT c.relname::text AS name FROM pg_catalog.pg_class c
  WHERE c.relkind IN ('r', 'p', 'v', 'm', 'f') AND c.relnamespace = ANY (SELECT to_regnamespace(quote_ident(name))::oid
  FROM unnest(current_schemas(false)) AS name) ORDER BY 1`;

/** The tables of a collector in a PostgreSQL database, with TimescaleDB or without; only read, in read-only transactions. */
export class PostgresTables implements CollectorTables {
  readonly title: string;
  readonly name: string;
  private readonly place: PostgresPlace;
  private readonly zone: SourceZone;
  private readonly columns: Record<CollectorTable, readonly string[]> = { stations: [], observations: [] };
  /** False: times are of a clock in `zone`. */
  private absolute = true;

  private constructor(place: PostgresPlace, zone: SourceZone) {
    this.place = place;
    this.title = place.title;
    this.name = place.name;
    this.zone = zone;
  }

  /**
   * @param zone of times that have none
   * @throws HalcyonError `store_unavailable` where the server does not answer; `store_unreadable` where the database has
   *   not these tables and columns
   */
  static async open(place: PostgresPlace, zone: SourceZone): Promise<PostgresTables> {
    const tables = new PostgresTables(place, zone);
    await tables.reading((connection) => tables.look(connection));
    return tables;
  }

  async stations(): Promise<TableRow[]> {
    const rows = await this.ask(`SELECT ${this.list('stations')} FROM stations`);
    return rows.map((row) => this.rowOf('stations', row));
  }

  async count(): Promise<number> {
    const [row] = await this.ask('SELECT count(*)::text AS count FROM observations');
    return Number(row['count']);
  }

  async extent(latest: number): Promise<Extent | null> {
    const last = Number.isFinite(latest) ? this.bound(this.clockAt(latest)) : LAST;
    const some = `FROM observations WHERE time >= ${FIRST} AND time <= ${last}`;
    const [row] = await this.ask(
      `SELECT (SELECT ${epoch('min(time)')} ${some}) AS first, (SELECT ${epoch('max(time)')} ${some}) AS last`,
    );
    if (row['first'] === null) return null;
    return { first: this.momentOf(Number(row['first']), 0), last: this.momentOf(Number(row['last']), 1) };
  }

  async undated(): Promise<Undated> {
    const [row] = await this.ask(`SELECT count(*)::text AS count FROM observations WHERE ${UNDATED}`);
    for await (const [first] of this.undatedRows()) return { count: Number(row['count']), first };
    return { count: 0, first: null };
  }

  undatedRows(): AsyncGenerator<TimedRow[]> {
    return this.fetched(`WHERE ${UNDATED}`);
  }

  async *rows(from: number, to: number): AsyncGenerator<TimedRow[]> {
    const since = Number.isFinite(from) ? this.bound(this.clockAt(from) - this.slack) : FIRST;
    const until = Number.isFinite(to) ? this.bound(this.clockAt(to) + this.slack) : LAST;
    for await (const rows of this.fetched(`WHERE time >= ${since} AND time <= ${until}`)) {
      const inside = rows.filter(({ time }) => typeof time !== 'number' || (time >= from && time <= to));
      if (inside.length > 0) yield inside;
    }
  }

  async close(): Promise<void> {}

  private get slack(): number {
    return this.absolute ? 0 : SET_MS;
  }

  private async look(connection: PostgresConnection): Promise<void> {
    const names = (await connection.query(TABLES)).map((row) => String(row['name']));
    for (const table of ['stations', 'observations'] as const) {
      const found = await connection.query(COLUMNS, [table]);
      const columns = found.length === 0 ? null : found.map((row) => String(row['name']));
      assertColumns(this.title, table, columns, names);
      this.columns[table] = columns;
      if (table === 'observations') this.absolute = this.isAbsolute(found);
    }
  }

  private isAbsolute(columns: readonly PostgresRow[]): boolean {
    const type = columns.find((column) => column['name'] === 'time')?.['type'];
    if (type === 'timestamp with time zone') return true;
    if (type === 'timestamp without time zone') return false;
    const msg = `the column time of the table observations of ${this.title} is ${String(type)}, should be timestamp with or without time zone`;
    throw new HalcyonError('store_unreadable', msg);
  }

  /** The rows of a part of the observations, by a cursor, in order of time. */
  private async *fetched(where: string): AsyncGenerator<TimedRow[]> {
    const order = this.columns.observations.includes('id') ? 'time, id' : 'time';
    const connection = await this.place.connect();
    try {
      await begin(connection);
      await connection.query(
        `DECLARE halcyon NO SCROLL CURSOR FOR SELECT ${epoch('time')} AS halcyon_epoch, ${this.list('observations')} FROM observations ${where} ORDER BY ${order}`,
      );
      for (;;) {
        const rows = await connection.query(`FETCH FORWARD ${FETCHED} FROM halcyon`);
        if (rows.length > 0) yield rows.map((row) => this.timed(row));
        if (rows.length < FETCHED) return;
      }
    } finally {
      await connection.end();
    }
  }

  private timed(values: PostgresRow): TimedRow {
    const row = this.rowOf('observations', values);
    return { time: this.timeOf(values['halcyon_epoch'], row), row };
  }

  private timeOf(milliseconds: unknown, row: TableRow): ClockTime {
    const time = milliseconds === null ? Number.NaN : Number(milliseconds);
    if (!Number.isFinite(time) || row['time'] === null || Math.abs(time) > 8e15) {
      return { wrong: `time is ${row['time'] ?? 'missing'}, should be a moment` };
    }
    return this.absolute ? time : readLocal(time, this.zone);
  }

  /** The moment of a time as the database has it; of one that the clock skipped the bound before or after it. */
  private momentOf(time: number, end: 0 | 1): number {
    return this.absolute ? time : (this.zone.toUtc(time) ?? this.zone.around(time)[end]);
  }

  private clockAt(time: number): number {
    return this.absolute ? time : this.zone.toLocal(time);
  }

  /** A time in SQL, kept inside what the database's type can hold. */
  private bound(time: number): string {
    const text = new Date(Math.min(Math.max(time, -6e13), 2.5e14)).toISOString().slice(0, -1);
    return this.absolute ? `'${text}Z'::timestamptz` : `'${text}'::timestamp`;
  }

  private rowOf(table: CollectorTable, values: PostgresRow): TableRow {
    return Object.fromEntries(this.columns[table].map((column) => [column, values[column] as string | null]));
  }

  /** Every column as text: what the database can hold and the driver would change stays as it is. */
  private list(table: CollectorTable): string {
    return this.columns[table]
      .map((column) => `"${column.replaceAll('"', '""')}"`)
      .map((name) => `${name}::text AS ${name}`)
      .join(', ');
  }

  private ask(sql: string): Promise<readonly PostgresRow[]> {
    return this.reading((connection) => connection.query(sql));
  }

  private async reading<T>(work: (connection: PostgresConnection) => Promise<T>): Promise<T> {
    const connection = await this.place.connect();
    try {
      await begin(connection);
      return await work(connection);
    } finally {
      await connection.end();
    }
  }
}

async function begin(connection: PostgresConnection): Promise<void> {
  await connection.query(BEGIN);
  for (const setting of SETTINGS) await connection.query(setting);
}

/** ms since the epoch as a number; of a time without zone as if its clock were on UTC. */
function epoch(column: string): string {
  return `round(extract(epoch FROM ${column}) * 1000)::float8`;
}
