import type { DuckDBConnection } from '@duckdb/node-api';
import { checkTree, type TreeNode } from './check-tree.ts';
import { refused } from './refused.ts';

/** Longest statement, with the paths of its files in it [characters]. */
export const LONGEST_STATEMENT = 1_000_000;
/** Largest tree that is looked at [characters of JSON]: some 200,000 values. */
const LARGEST_TREE = 48_000_000;

/**
 * Refuses every statement that is not one SELECT over the given files. The engine's own parser says what it is, without
 * binding it: nothing is opened or looked up before everything in it has been seen.
 *
 * @param files paths of the given files as they stand in the statement
 * @throws HalcyonError `query_failed` that says what is refused and what would be right; the engine's error where it
 * cannot be parsed
 */
export async function checkStatement(
  connection: DuckDBConnection,
  statement: string,
  files: ReadonlySet<string>,
): Promise<void> {
  if (statement.length > LONGEST_STATEMENT) throw tooLong();
  // The engine reads up to the first NUL: what stands behind it would pass unseen.
  if (statement.includes('\0')) throw refused('The statement holds a NUL character: leave it out.');
  const result = await connection.runAndReadAll('SELECT json_serialize_sql($1::VARCHAR)', [statement]);
  const json = String(result.getRows()[0][0]);
  if (json.length > LARGEST_TREE) throw tooLong();
  const parsed = parsedTree(json);
  if (parsed.error) {
    // Asked again for its message: with the line, and where in it.
    if (parsed.error_type === 'parser') await connection.extractStatements(statement);
    throw refused(
      'Only a SELECT can be run: one statement that begins with SELECT, WITH, FROM, VALUES, DESCRIBE or SUMMARIZE. (A PIVOT needs its columns by name: ON column IN (...).)',
    );
  }
  const statements = parsed.statements ?? [];
  if (statements.length !== 1) {
    throw refused(`The query holds ${statements.length} statements: it should be one SELECT.`);
  }
  checkTree(statements[0], files);
}

function parsedTree(json: string): { error: boolean; error_type?: string; statements?: TreeNode[] } {
  try {
    return JSON.parse(json);
  } catch {
    // The engine writes Infinity for a number that no DOUBLE can hold, which is no JSON.
    throw refused('The statement holds a number that is too large: at most 1.79e308.');
  }
}

/** Why a statement is not even looked at. */
export function tooLong(): Error {
  return refused('The statement is too long: at most a million characters, less where it lists many values.');
}
