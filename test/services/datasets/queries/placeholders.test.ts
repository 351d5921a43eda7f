import assert from 'node:assert/strict';
import { mkdtemp, readlink, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { HalcyonError } from '../../../../schemas/errors.ts';
import { linkFiles } from '../../../../services/datasets/queries/linked-files.ts';
import { withPaths } from '../../../../services/datasets/queries/placeholders.ts';
import type { FileFormat } from '../../../../services/datasets/queries/query-runner.ts';

const PATHS = new Map([
  ['arg1', 'arg1/a.csv'],
  ['arg12', 'arg12/b c.csv'],
]);

/** Statements, and what they become. */
const STATEMENTS: readonly (readonly [written: string, run: string])[] = [
  ['FROM {{arg1}} JOIN {arg12}', "FROM 'arg1/a.csv' JOIN 'arg12/b c.csv'"],
  ['FROM {{ arg1 }}, { arg1 }', "FROM 'arg1/a.csv', 'arg1/a.csv'"],
  ["FROM '{{arg1}}', '{arg1}'", "FROM 'arg1/a.csv', 'arg1/a.csv'"],
  ['FROM "{{arg1}}", "{arg1}"', 'FROM "arg1/a.csv", "arg1/a.csv"'],
  ["FROM read_csv({{arg1}}, sep=';')", "FROM read_csv('arg1/a.csv', sep=';')"],
  ["FROM read_csv(['{arg1}', {{arg12}}])", "FROM read_csv(['arg1/a.csv', 'arg12/b c.csv'])"],
  ["SELECT 'it''s {{arg1}}', {{arg1}}", "SELECT 'it''s arg1/a.csv', 'arg1/a.csv'"],
  ["SELECT E'it\\'s {{arg1}}', {{arg1}}", "SELECT E'it\\'s arg1/a.csv', 'arg1/a.csv'"],
  ["SELECT $$it's {{arg1}}$$, {{arg1}}", "SELECT $$it's arg1/a.csv$$, 'arg1/a.csv'"],
  ['SELECT $a$ $$ {{arg1}} $a$, {{arg1}}', "SELECT $a$ $$ arg1/a.csv $a$, 'arg1/a.csv'"],
  ["-- it's {{arg1}} {{arg9}}\nFROM {{arg1}}", "-- it's {{arg1}} {{arg9}}\nFROM 'arg1/a.csv'"],
  ["/* it's\n{arg9} */ FROM {{arg1}}", "/* it's\n{arg9} */ FROM 'arg1/a.csv'"],
  ["SELECT '-- {{arg1}}' FROM {{arg1}}", "SELECT '-- arg1/a.csv' FROM 'arg1/a.csv'"],
  ["SELECT {'arg1': 1}, {arg1: 1}, {{arg}}, {{x}}", "SELECT {'arg1': 1}, {arg1: 1}, {{arg}}, {{x}}"],
  ['-- {arg9}\r\nFROM {{arg1}} -- {arg9}\rJOIN {arg1}', "-- {arg9}\r\nFROM 'arg1/a.csv' -- {arg9}\rJOIN 'arg1/a.csv'"],
  ["SELECT 'never closed {{arg1}}", "SELECT 'never closed arg1/a.csv"],
  ['SELECT 1 /* never closed {{arg1}}', 'SELECT 1 /* never closed {{arg1}}'],
  ["SELECT x LIKE'{{arg1}}\\', {{arg1}}", "SELECT x LIKE'arg1/a.csv\\', 'arg1/a.csv'"],
];

/** Names of files as users give them, and the path of each. */
const NAMES: readonly (readonly [name: string, format: FileFormat, path: string])[] = [
  ['kyonos_electricity.csv', 'csv', 'arg1/kyonos_electricity.csv'],
  ['Θερμοκρασία 2025.CSV', 'csv', 'arg1/Θερμοκρασία 2025.csv'],
  ['data.txt', 'csv', 'arg1/data.txt.csv'],
  ['data.csv', 'tsv', 'arg1/data.csv.tsv'],
  ['lines.ndjson', 'jsonl', 'arg1/lines.jsonl'],
  ['table.parquet', 'parquet', 'arg1/table.parquet'],
  [`it's "a" \`b\` {c} [d] *?.csv`, 'csv', 'arg1/it_s _a_ _b_ _c_ _d_ __.csv'],
  ['../../etc/passwd', 'csv', 'arg1/_._.._etc_passwd.csv'],
  ['..\\..\\x.csv', 'csv', 'arg1/_._.._x.csv'],
  ['a\u0000b\n\u202ec\u2028d.csv', 'csv', 'arg1/a_b__c_d.csv'],
  ['\ud800.csv', 'csv', 'arg1/\ufffd.csv'],
  ['', 'csv', 'arg1/file.csv'],
  ['.csv', 'csv', 'arg1/_csv.csv'],
  ['..', 'csv', 'arg1/_..csv'],
  ['{{arg2}}.csv', 'csv', 'arg1/__arg2__.csv'],
  [`${'𝄞'.repeat(300)}.csv`, 'csv', `arg1/${'𝄞'.repeat(48)}.csv`],
];

describe('placeholders', () => {
  it('become the paths of their files: quoted where they stand free, bare in quotes, left alone in comments', () => {
    for (const [written, run] of STATEMENTS) assert.equal(withPaths(written, PATHS), run);
  });

  it('without a file are refused by name, with those that there are', () => {
    const refused = (statement: string, paths: ReadonlyMap<string, string>, message: RegExp) =>
      assert.throws(
        () => withPaths(statement, paths),
        (error) => error instanceof HalcyonError && error.code === 'query_failed' && message.test(error.message),
      );
    refused('FROM {{arg2}}', PATHS, /names \{\{arg2\}\}, .*: its files are arg1, arg12\./);
    refused("FROM '{arg2}'", PATHS, /names \{\{arg2\}\}/);
    refused('FROM {{arg1}}', new Map(), /names \{\{arg1\}\}, .*: the query has no files\./);
  });

  it('take a time that grows with the statement alone, whatever is never closed', () => {
    for (const text of ['/*', "'", '"', '$a$ $b$ ', '{{', '--', "E'\\", '$$', '{{  ']) {
      const began = performance.now();
      withPaths(text.repeat(1_000_000 / text.length), PATHS);
      const ms = performance.now() - began;
      assert.ok(ms < 5_000, `${text} took ${Math.round(ms)} ms`);
    }
  });
});

describe('files of a query', () => {
  let folder: string;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'halcyon-links-'));
  });

  afterEach(() => rm(folder, { recursive: true }));

  for (const [name, format, path] of NAMES) {
    it(`are linked by a name that is safe in quotes: ${JSON.stringify(name).slice(0, 60)}`, async () => {
      const given = new URL(import.meta.url).pathname;
      const paths = await linkFiles(folder, new Map([['arg1', { path: given, name, format }]]));
      assert.deepEqual([...paths], [['arg1', path]]);
      assert.equal(await readlink(join(folder, path)), given);
    });
  }

  it('are refused where their argument cannot be named in a statement', async () => {
    for (const argument of ['../x', 'file', 'arg', 'arg1x', 'ARG1', 'arg1234567890', '']) {
      const files = new Map([[argument, { path: '/etc/hostname', name: 'a.csv', format: 'csv' as const }]]);
      await assert.rejects(linkFiles(folder, files), { code: 'query_failed' });
    }
  });

  it('that cannot be read are a fault of the storage, told without its path', async () => {
    const files = new Map([['arg1', { path: join(folder, 'gone.csv'), name: 'sent.csv', format: 'csv' as const }]]);
    await assert.rejects(linkFiles(folder, files), (error: HalcyonError) => {
      assert.equal(error.code, 'storage_unavailable');
      assert.equal(error.message, "The file of arg1, 'sent.csv', cannot be read from the storage.");
      return true;
    });
  });
});
