import { HalcyonError } from '../../../schemas/errors.ts';
import type { Catalogue, Row, Statements } from '../catalogue.ts';
import { identityColumns } from './catalogue-copy.ts';
import { lineOf, notWhole } from './catalogue-lines.ts';
import { catalogueTables } from './catalogue-tables.ts';
import { catalogueSteps } from './migrate-catalogue.ts';

/** What one statement stores at most: rows, and their text [characters]. */
const ROWS = 500;
const CHARACTERS = 4 * 2 ** 20;

/**
 * Fills an empty catalogue from a copy of one (`catalogueCopy`), all of it or nothing.
 *
 * @param lines of the copy
 * @param emptied true: what is there is of a restore that was not finished, and goes
 * @returns number of rows by table
 * @throws HalcyonError `conflict` where it is not empty, `store_unreadable` where the copy is not whole
 */
export async function fillCatalogue(
  catalogue: Catalogue,
  lines: AsyncIterable<string>,
  emptied: boolean,
): Promise<Readonly<Record<string, number>>> {
  return catalogue.transaction(async (statements) => {
    const tables = await catalogueTables((await catalogueSteps(statements)).at(-1)?.number);
    const names = tables.map((table) => `"${table}"`).join(', ');
    // Nobody else may write until all is there.
    await statements.query(`LOCK TABLE ${names} IN EXCLUSIVE MODE`);
    if (emptied) await statements.query(`TRUNCATE ${names}`);
    else await assertEmptyCatalogue(statements);
    return fill(statements, tables, lines);
  });
}

/** @throws HalcyonError `conflict` where a table of the catalogue has a row */
export async function assertEmptyCatalogue(statements: Statements): Promise<void> {
  for (const table of await catalogueTables((await catalogueSteps(statements)).at(-1)?.number)) {
    const [first] = await statements.query(`SELECT EXISTS (SELECT FROM "${table}") AS filled`);
    if (first?.['filled'] !== true) continue;
    throw new HalcyonError(
      'conflict',
      `The catalogue is not empty: its table ${table} has rows; restore into an empty data folder and empty databases.`,
    );
  }
}

async function fill(
  statements: Statements,
  tables: readonly string[],
  lines: AsyncIterable<string>,
): Promise<Readonly<Record<string, number>>> {
  const counts: Record<string, number> = {};
  let table = '';
  let rows: string[] = [];
  let characters = 0;
  const store = async (): Promise<void> => {
    if (rows.length === 0) return;
    await insert(statements, table, rows);
    counts[table] = (counts[table] ?? 0) + rows.length;
    rows = [];
    characters = 0;
  };
  for await (const text of lines) {
    const line = lineOf(text);
    if (line.end !== undefined) {
      await store();
      assertWhole(line.end.rows, counts);
      await setSequences(statements, tables, line.end.sequences);
      return counts;
    }
    if (!tables.includes(line.table)) throw notWhole(`it names a table ${line.table}`);
    if (line.table !== table || rows.length === ROWS || characters > CHARACTERS) await store();
    table = line.table;
    rows.push(line.row);
    characters += text.length;
  }
  throw notWhole('its end is missing');
}

/** A column that the copy does not have gets its default. */
async function insert(statements: Statements, table: string, rows: readonly string[]): Promise<void> {
  const columns = Object.keys(JSON.parse(rows[0] ?? '{}') as Row)
    .map((name) => `"${name.replaceAll('"', '""')}"`)
    .join(', ');
  await statements.query(
    `INSERT INTO "${table}" (${columns}) OVERRIDING SYSTEM VALUE
     SELECT ${columns} FROM json_populate_recordset(NULL::"${table}", $1::json)`,
    [`[${rows.join(',')}]`],
  );
}

function assertWhole(told: Readonly<Record<string, number>>, counts: Readonly<Record<string, number>>): void {
  for (const [table, rows] of Object.entries(told)) {
    const found = counts[table] ?? 0;
    if (found !== rows) throw notWhole(`it has ${found} rows of ${table}, should have ${rows}`);
  }
}

/** What is numbered goes on behind the last number that was given, also where its row is gone. */
async function setSequences(
  statements: Statements,
  tables: readonly string[],
  sequences: Readonly<Record<string, number | null>>,
): Promise<void> {
  for (const { name, sequence } of await identityColumns(statements, tables)) {
    const last = sequences[name] ?? null;
    if (last !== null) await statements.query('SELECT setval($1::regclass, $2)', [sequence, last]);
  }
}
