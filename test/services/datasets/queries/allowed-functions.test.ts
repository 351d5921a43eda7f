import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { type DuckDBConnection, DuckDBInstance } from '@duckdb/node-api';
import {
  EXPRESSION_FUNCTIONS,
  FILE_READERS,
  ROW_FUNCTIONS,
} from '../../../../services/datasets/queries/allowed-functions.ts';
import { checkStatement } from '../../../../services/datasets/queries/check-statement.ts';

/** Functions that were looked at and left out: where they stand, and their names. */
const REFUSED = JSON.parse(readFileSync(new URL('refused-functions.json', import.meta.url), 'utf8')) as {
  readonly expressions: readonly string[];
  readonly rows: readonly string[];
};
/** Spread over a statement by the parser, so that the engine does not list it. */
const OF_THE_PARSER = 'unnest';

describe('functions of the engine', () => {
  let connection: DuckDBConnection;

  before(async () => {
    connection = await (await DuckDBInstance.create(':memory:')).connect();
  });

  after(() => connection.closeSync());

  async function names(statement: string): Promise<string[]> {
    const result = await connection.runAndReadAll(statement);
    return result.getRows().map(([name]) => String(name));
  }

  async function listed(types: string): Promise<string[]> {
    return names(
      `SELECT DISTINCT lower(function_name) FROM duckdb_functions() WHERE function_type IN (${types}) ORDER BY 1`,
    );
  }

  it('in expressions were each looked at: allowed or left out', async () => {
    const allowed = [...EXPRESSION_FUNCTIONS].filter((name) => name !== OF_THE_PARSER);
    const known = await listed("'scalar', 'aggregate', 'macro'");
    assert.deepEqual([...allowed, ...REFUSED.expressions].sort(), known.sort());
  });

  it('in FROM were each looked at: allowed or left out', async () => {
    const allowed = [...ROW_FUNCTIONS, ...FILE_READERS.keys()];
    assert.deepEqual([...allowed, ...REFUSED.rows].sort(), (await listed("'table', 'table_macro'")).sort());
  });

  it('that are left out are refused, wherever they stand', async () => {
    for (const name of REFUSED.expressions) {
      await assert.rejects(checkStatement(connection, `SELECT "${name}"(1)`, new Set()), /cannot be used in a query/);
    }
    for (const name of REFUSED.rows) {
      await assert.rejects(checkStatement(connection, `FROM "${name}"()`, new Set()), /cannot be used in FROM/);
    }
  });

  it('that read files take no option that the engine has not', async () => {
    for (const [name, options] of FILE_READERS) {
      const known = await names(
        `SELECT DISTINCT unnest(parameters) FROM duckdb_functions() WHERE function_name = '${name}'`,
      );
      // Those that read JSON without its values share the list of those that read it with them.
      const others = [...options].filter((option) => !known.includes(option) && !name.includes('objects'));
      assert.deepEqual(others, [], name);
    }
  });
});

describe('tables of the engine', () => {
  it('are refused by their names alone, also as names of a WITH', async () => {
    const connection = await (await DuckDBInstance.create(':memory:')).connect();
    const result = await connection.runAndReadAll(
      'SELECT schema_name, view_name FROM duckdb_views() UNION ALL SELECT schema_name, table_name FROM duckdb_tables()',
    );
    const tables = result.getRows().map((row) => row.map(String));
    assert.ok(tables.length > 40);
    for (const [schema, name] of tables) {
      const whole = `FROM "${schema}"."${name}"`;
      await assert.rejects(checkStatement(connection, whole, new Set()), /cannot be read/);
      // Found without their schema too, all but those of the SQL standard.
      if (schema === 'information_schema') continue;
      const hidden = `WITH "${name}" AS (SELECT 1) FROM "${name}"`;
      await assert.rejects(checkStatement(connection, hidden, new Set()), /cannot be read/, name);
    }
    connection.closeSync();
  });
});
