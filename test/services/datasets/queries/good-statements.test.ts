import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { linkFiles } from '../../../../services/datasets/queries/linked-files.ts';
import type { QueryJob, QueryReport } from '../../../../services/datasets/queries/query-messages.ts';
import { type FileFormat, type QueryFile, QueryRunner } from '../../../../services/datasets/queries/query-runner.ts';
import { askedProcess } from './asked-process.ts';
import { RunFolders } from './run-folders.ts';

/** A file as good-statements.json gives it: with its text, or as a statement that makes it. */
interface GivenFile {
  readonly name: string;
  readonly format: FileFormat;
  readonly text?: string;
  readonly made?: string;
}

/** A statement with the result that it should have, or the message. */
interface GoodStatement {
  readonly title: string;
  readonly statement: string;
  readonly files?: Readonly<Record<string, GivenFile>>;
  readonly csv?: string;
  /** Names with types. */
  readonly columns?: readonly string[];
  readonly message?: string;
}

const STATEMENTS = JSON.parse(
  readFileSync(new URL('good-statements.json', import.meta.url), 'utf8'),
) as readonly GoodStatement[];
const LIMITS = { memory: 2 ** 28, rows: 100_000, output: 2 ** 24 };

describe('statements over given files', () => {
  let folders: RunFolders;
  const runs: string[] = [];
  let reports: QueryReport[];
  const runner = new QueryRunner({ ...LIMITS, timeMs: 60_000, atOnce: 2 });

  before(async () => {
    folders = await RunFolders.make();
    const jobs: (readonly [string, QueryJob])[] = [];
    for (const { statement, files = {} } of STATEMENTS) {
      const folder = await folders.next();
      runs.push(folder);
      const given = new Map<string, QueryFile>();
      for (const [argument, file] of Object.entries(files)) given.set(argument, await written(file));
      const limits = { ...LIMITS, resident: 2 ** 40, disk: 2 ** 30 };
      jobs.push([folder, { statement, files: [...(await linkFiles(folder, given))], limits, threads: 2 }]);
    }
    reports = (await askedProcess('./many-jobs-process', folders.root, jobs)) as QueryReport[];
  });

  after(async () => {
    await runner.close();
    await folders.remove();
  });

  async function written({ name, format, text, made }: GivenFile): Promise<QueryFile> {
    const file = await folders.file(name, format, text);
    if (made === undefined) return file;
    const connection = await (await DuckDBInstance.create(':memory:')).connect();
    await connection.run(`COPY (${made}) TO '${file.path}' (FORMAT parquet)`);
    connection.closeSync();
    return file;
  }

  for (const [at, { title, csv, columns, message = '' }] of STATEMENTS.entries()) {
    it(`${csv === undefined ? 'that fail tell why' : 'have their result'}: ${title}`, async () => {
      const report = reports[at];
      if (csv === undefined) {
        assert.deepEqual(report, { kind: 'failed', message });
        return;
      }
      assert.ok(report.kind === 'done', JSON.stringify(report));
      const text = await readFile(join(runs[at], 'output.csv'), 'utf8');
      assert.equal(text, csv);
      assert.equal(report.bytes, Buffer.byteLength(csv));
      const found = report.columns.map(({ name, type }) => `${name} ${type}`);
      if (columns !== undefined) assert.deepEqual(found, columns);
    });
  }

  /** Rows of a statement, run as it is in service. */
  async function lines(statement: string, files: ReadonlyMap<string, QueryFile> = new Map()): Promise<string[]> {
    const { signal } = new AbortController();
    const run = { statement, files, folder: await folders.next(), caller: 'somebody', signal };
    const { path, rows } = await runner.run(run);
    const [, ...found] = (await readFile(path, 'utf8')).trimEnd().split('\n');
    assert.equal(found.length, rows);
    return found;
  }

  it('join two files as a plain program does', async () => {
    const days = Array.from({ length: 400 }, (_, at) => new Date(Date.UTC(2024, 0, 1 + at)).toISOString().slice(0, 10));
    const kyonos = days
      .filter((_, at) => at % 3 !== 0)
      .map((date, at) => ({ date, energy: 40 + ((at * 7919) % 9973) }));
    const crete = days
      .filter((_, at) => at % 5 !== 0)
      .map((date, at) => ({ date, energy: 9_000 + ((at * 104_729) % 2_003) }))
      .reverse();
    const expected = days.flatMap((date) => {
      const [one, other] = [kyonos, crete].map((rows) => rows.find((row) => row.date === date));
      return one && other && other.energy > 10_000 ? [`${date},${other.energy},${one.energy}`] : [];
    });
    const text = (rows: typeof kyonos) =>
      `date,energy_mwh\n${rows.map(({ date, energy }) => `${date},${energy}\n`).join('')}`;
    const files = new Map([
      ['arg1', await folders.file('kyonos.csv', 'csv', text(kyonos))],
      ['arg2', await folders.file('crete.csv', 'csv', text(crete))],
    ]);
    assert.ok(expected.length > 50);
    assert.deepEqual(await lines(STATEMENTS[0].statement, files), expected);
  });

  it('keep their order, and every row, over more than the engine handles at once', async () => {
    const rows = await lines('SELECT range AS n FROM range(100000) ORDER BY n % 1000 DESC, n');
    const expected = Array.from({ length: 100_000 }, (_, n) => n).sort((a, b) => (b % 1000) - (a % 1000) || a - b);
    assert.deepEqual(rows.map(Number), expected);
  });
});
