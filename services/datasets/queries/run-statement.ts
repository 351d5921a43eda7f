import { statSync } from 'node:fs';
import { type DuckDBConnection, type DuckDBPreparedStatement, version } from '@duckdb/node-api';
import { messageOf } from '../../../schemas/errors.ts';
import { OUTPUT, type ProcessLimits, type QueryReport } from './query-messages.ts';
import type { ResultColumn } from './query-request.ts';
import { oneLineUp } from './readable-message.ts';
import { refused } from './refused.ts';

/** Names and types of a result's columns together [characters of JSON]: the parent reads them between other requests. */
const LARGEST_HEADER = 1_000_000;

/**
 * Runs a statement that was checked; the engine writes its rows, in their order, to the result.
 *
 * @throws the engine's error, with the lines of the statement; HalcyonError `query_failed` for too many columns
 */
export async function runStatement(
  connection: DuckDBConnection,
  statement: string,
  limits: ProcessLimits,
): Promise<QueryReport> {
  // Prepared by itself first: what is wrong with it is told in its own lines, and its columns are known.
  const columns = await columnsOf(connection, statement);
  if (JSON.stringify(columns).length > LARGEST_HEADER) {
    throw refused('The result has too many columns, or columns of types that are too large: name fewer.');
  }
  const rows = await copied(connection, statement);
  const bytes = statSync(OUTPUT).size;
  if (rows > limits.rows) return { kind: 'limit', limit: 'rows' };
  if (bytes > limits.output) return { kind: 'limit', limit: 'output' };
  return { kind: 'done', rows, bytes, columns, engine: version() };
}

/** Columns as the result's header names them. */
async function columnsOf(connection: DuckDBConnection, statement: string): Promise<ResultColumn[]> {
  const own = await preparedColumns(connection, statement);
  const names = new Set(own.map(({ name }) => name.toLowerCase()));
  // Of columns of the same name the engine renames all but the first as soon as they are those of a table.
  return names.size === own.length ? own : preparedColumns(connection, `FROM (\n${statement}\n)`);
}

async function preparedColumns(connection: DuckDBConnection, statement: string): Promise<ResultColumn[]> {
  const prepared = await connection.prepare(statement);
  const columns = Array.from({ length: prepared.columnCount }, (_, at) => ({
    name: prepared.columnName(at),
    type: String(prepared.columnType(at)),
  }));
  prepared.destroySync();
  return columns;
}

/** Writes the rows; returns how many. */
async function copied(connection: DuckDBConnection, statement: string): Promise<number> {
  try {
    return (await (await preparedCopy(connection, statement)).run()).rowsChanged;
  } catch (error) {
    throw new Error(oneLineUp(messageOf(error)), { cause: error });
  }
}

/*
 * The statement was parsed by itself, so it closes what it opens: it cannot end the parenthesis that it is put in. DESCRIBE
 * and SUMMARIZE stand in a parenthesis only behind FROM.
 */
async function preparedCopy(connection: DuckDBConnection, statement: string): Promise<DuckDBPreparedStatement> {
  const copy = (text: string) =>
    connection.prepare(`COPY (${text}) TO '${OUTPUT}' (FORMAT csv, HEADER, USE_TMP_FILE false)`);
  try {
    return await copy(`\n${statement}\n`);
  } catch {
    return copy(`FROM (\n${statement}\n)`);
  }
}
