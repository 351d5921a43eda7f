import { PassThrough, type Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { HalcyonError } from '../../../schemas/errors.ts';
import type { Catalogue, Statements } from '../catalogue.ts';
import { roomIn } from '../engine/room-in.ts';
import { type CatalogueLine, lineText } from './catalogue-lines.ts';
import { catalogueTables } from './catalogue-tables.ts';
import { catalogueSteps } from './migrate-catalogue.ts';

/** Rows that are fetched at once: one may have megabytes. */
const ROWS = 200;
/** How much may wait for its reader [bytes]. */
const AHEAD = 2 ** 20;
/** A reader that takes nothing for so long is given up: nobody else can use an embedded catalogue meanwhile [ms]. */
const STALLED_MS = 30_000;

/**
 * The whole catalogue as it is at one moment: a line a row (`lineOf`), tables in the order in which they can
 * be filled. An embedded catalogue serves nobody else until it is read.
 *
 * @throws HalcyonError on the stream, as every statement
 */
export function catalogueCopy(catalogue: Catalogue): Readable {
  const lines = new PassThrough({ highWaterMark: AHEAD });
  const write = async (line: CatalogueLine): Promise<void> => {
    if (lines.destroyed) throw new HalcyonError('interrupted', 'nobody reads the copy of the catalogue any more');
    if (!lines.write(lineText(line))) await taken(lines);
  };
  catalogue
    .transaction((statements) => copyTables(statements, write))
    .then(
      () => lines.end(),
      (error: unknown) => lines.destroy(error instanceof Error ? error : new Error(String(error))),
    );
  return lines;
}

async function taken(lines: PassThrough): Promise<void> {
  const waiting = new AbortController();
  const stalled = sleep(STALLED_MS, true, { signal: waiting.signal }).catch(() => false);
  const late = await Promise.race([stalled, roomIn(lines, lines).then(() => false)]);
  waiting.abort();
  if (late) throw new HalcyonError('request_timeout', 'the copy of the catalogue was not taken in time');
}

async function copyTables(statements: Statements, write: (line: CatalogueLine) => Promise<void>): Promise<void> {
  await statements.query('SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY');
  const steps = await catalogueSteps(statements);
  const tables = await catalogueTables(steps.at(-1)?.number);
  const rows: Record<string, number> = {};
  for (const table of tables) {
    rows[table] = 0;
    // Every type has a text in JSON that makes the same value again.
    await statements.query(`DECLARE copied NO SCROLL CURSOR FOR SELECT row_to_json(t)::text AS row FROM "${table}" t`);
    for (;;) {
      const found = await statements.query(`FETCH ${ROWS} FROM copied`);
      for (const { row } of found) await write({ table, row: String(row) });
      rows[table] += found.length;
      if (found.length < ROWS) break;
    }
    await statements.query('CLOSE copied');
  }
  const sequences: Record<string, number | null> = {};
  for (const { name, sequence } of await identityColumns(statements, tables)) {
    const [state] = await statements.query(`SELECT last_value, is_called FROM ${sequence}`);
    sequences[name] = state?.['is_called'] === true ? Number(state['last_value']) : null;
  }
  await write({ end: { steps, rows, sequences } });
}

/** Columns that are numbered by themselves, as `table.column`, and the sequence of each. */
export async function identityColumns(
  statements: Statements,
  tables: readonly string[],
): Promise<{ readonly name: string; readonly sequence: string }[]> {
  const rows = await statements.query(
    `SELECT table_name || '.' || column_name AS name, pg_get_serial_sequence(quote_ident(table_name), column_name) AS sequence
     FROM information_schema.columns
     WHERE table_schema = current_schema() AND is_identity = 'YES' AND table_name = ANY($1::text[]) ORDER BY 1`,
    [[...tables]],
  );
  return rows.map((row) => ({ name: String(row['name']), sequence: String(row['sequence']) }));
}
