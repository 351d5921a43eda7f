import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import type { HalcyonError } from '../../../../schemas/errors.ts';
import { checkStatement } from '../../../../services/datasets/queries/check-statement.ts';
import { linkFiles } from '../../../../services/datasets/queries/linked-files.ts';
import { withPaths } from '../../../../services/datasets/queries/placeholders.ts';
import type { QueryJob } from '../../../../services/datasets/queries/query-messages.ts';
import { type QueryFile, QueryRunner } from '../../../../services/datasets/queries/query-runner.ts';
import { AnswerProbe } from './answer-probe.ts';
import { askedProcess } from './asked-process.ts';
import { type HostileStatement, hostileStatements } from './hostile-statements.ts';
import { processesOfRuns } from './processes-of-runs.ts';
import { RunFolders } from './run-folders.ts';

const LIMITS = { timeMs: 2_000, memory: 256 * 2 ** 20, rows: 1_000_000, output: 16 * 2 ** 20 };
/** Time of statements that are to be refused: it only shows that they do not wait for anything [ms]. */
const PATIENCE_MS = 60_000;
const AT_ONCE = 2;
/** How much longer than its time a run may take, on a machine that has other things to do [ms]. */
const MARGIN_MS = 3_000;
const CANARY = 'canary-3f9d1c';

describe('hostile statements', function () {
  this.timeout(600_000);
  let folders: RunFolders;
  let files: Map<string, QueryFile>;
  /** What no message and no result may hold. */
  let secrets: string[];
  let statements: readonly HostileStatement[];
  const hasty = new QueryRunner({ ...LIMITS, atOnce: AT_ONCE });
  const patient = new QueryRunner({ ...LIMITS, timeMs: PATIENCE_MS, atOnce: AT_ONCE });

  before(async () => {
    folders = await RunFolders.make();
    const beside = join(folders.runs, 'canary.csv');
    await writeFile(beside, `name\n${CANARY}-file\n`);
    process.env['HALCYON_CANARY'] = `${CANARY}-environment`;
    const rows = Array.from({ length: 1_000 }, (_, at) => `${at},name ${at % 7}\n`);
    const data = await folders.file('data.csv', 'csv', `a,name\n${rows.join('')}`);
    const more = await folders.file('data.jsonl', 'jsonl', '{"a": 1, "b": [1, 2]}\n');
    files = new Map([
      ['arg1', data],
      ['arg2', more],
    ]);
    const [user] = (await readFile('/etc/passwd', 'utf8')).split('\n');
    secrets = [`${CANARY}-file`, `${CANARY}-environment`, user, data.path];
    statements = hostileStatements().map((one) => ({
      ...one,
      statement: one.statement.replaceAll('%outside%', beside).replaceAll('%data%', data.path),
    }));
  });

  after(async () => {
    await Promise.all([hasty.close(), patient.close()]);
    delete process.env['HALCYON_CANARY'];
    await folders.remove();
  });

  it('are refused before anything is opened, and told what would be right', async () => {
    const connection = await (await DuckDBInstance.create(':memory:')).connect();
    const paths = new Map([...files].map(([argument, { name }]) => [argument, `${argument}/${name}`]));
    for (const { title, statement, says = '' } of statements.filter(({ expect }) => expect === 'refused')) {
      const checked = async () => checkStatement(connection, withPaths(statement, paths), new Set(paths.values()));
      await assert.rejects(checked, (error: Error) => {
        assert.ok(error.message.includes(says), `${title}: ${error.message}`);
        return true;
      });
    }
    connection.closeSync();
  });

  it('reach nothing but what they are given where nobody looks at them first', async () => {
    const before = await outside(folders);
    const folder = await folders.next();
    const tried = statements.filter(({ expect, uncontained }) => expect === 'refused' && uncontained !== true);
    const linked = await linkFiles(folder, files);
    const job: QueryJob = {
      statement: JSON.stringify(tried.map(({ statement }) => withKnownPaths(statement, linked))),
      files: [...linked],
      limits: { ...LIMITS, resident: 0, disk: 2 ** 20 },
      threads: 1,
    };
    const answers = (await askedProcess('./unchecked-process', folder, job)) as string[];
    assert.equal(answers.length, tried.length);
    for (const [at, answer] of answers.entries()) {
      // Of the given file's own path the engine's settings tell.
      for (const secret of secrets.slice(0, 3)) {
        assert.ok(!answer.includes(secret), `${tried[at].title}: ${answer.slice(0, 500)}`);
      }
    }
    assert.ok(answers.filter((answer) => answer.includes('disabled by configuration')).length > 50);
    await rm(folder, { recursive: true });
    assert.deepEqual(await outside(folders), before);
  });

  it('leak nothing, change nothing, leave nothing behind, end in time, and hold up nobody', async () => {
    const before = await outside(folders);
    const probe = new AnswerProbe();
    await probe.start();
    const left = forTheRunner(statements);
    const count = left.length;
    await Promise.all(
      Array.from({ length: AT_ONCE }, async () => {
        for (let next = left.shift(); next !== undefined; next = left.shift()) await runOne(next);
      }),
    );
    const waits = await probe.stop();
    const within = (share: number) => Math.ceil(waits[Math.floor(share * (waits.length - 1))]);
    console.log(
      `      ${count} statements in processes; of ${waits.length} requests meanwhile half were answered within ${within(0.5)} ms, 99 of 100 within ${within(0.99)} ms, all within ${within(1)} ms`,
    );
    assert.deepEqual(await outside(folders), before);
    assert.deepEqual(await processesOfRuns(), []);
    assert.ok(within(0.99) < 100, `99 of 100 requests within ${within(0.99)} ms`);
  });

  /** Runs one statement, and looks at what it said, wrote and left. */
  async function runOne({ title, statement, expect, says = '' }: HostileStatement): Promise<void> {
    const folder = await folders.next();
    const { signal } = new AbortController();
    const began = performance.now();
    const run = (expect === 'refused' ? patient : hasty).run({ statement, files, folder, caller: 'somebody', signal });
    const [result, error] = await run.then(
      (made) => [made, null] as const,
      (failed: HalcyonError) => [null, failed] as const,
    );
    const ms = performance.now() - began;
    if (expect !== 'refused') assert.ok(ms < LIMITS.timeMs + MARGIN_MS, `${title} took ${Math.round(ms)} ms`);

    const written = result === null ? Buffer.alloc(0) : await readFile(result.path);
    for (const secret of [...secrets, folder, process.cwd()].filter((one) => !statement.includes(one))) {
      assert.ok(!written.includes(secret), `${title} writes ${secret}`);
      assert.ok(!(error?.message ?? '').includes(secret), `${title} says ${error?.message}`);
    }
    const kept = (await readdir(folder)).filter((name) => !files.has(name));
    assert.deepEqual(kept, result === null ? [] : ['output.csv'], title);
    await rm(folder, { recursive: true });

    if (result !== null) {
      assert.equal(expect, 'harmless', `${title} ran`);
      assert.ok(result.rows <= LIMITS.rows && written.length <= LIMITS.output, title);
      assert.equal(result.bytes, written.length, title);
      return;
    }
    const { code = '', message = '' } = error ?? {};
    assert.equal(code, 'query_failed', `${title}: ${message}`);
    assert.ok(message.includes(says) && message.length < 2_500, `${title}: ${message}`);
    const byLimit = /\(.*HALCYON_QUERY_[A-Z]+\)/.test(message);
    if (expect !== 'harmless') assert.equal(byLimit, expect === 'limit', `${title}: ${message}`);
  }
});

/** The statement with paths, or as it stands where it names files that there are not. */
function withKnownPaths(statement: string, paths: ReadonlyMap<string, string>): string {
  try {
    return withPaths(statement, paths);
  } catch {
    return statement;
  }
}

/** Of the reasons for which statements are refused, and of the statements that are let run, each so many-th is run here. */
const EACH = { reason: 3, other: 9 } as const;

/**
 * All where HOSTILE is `all` (`npm run test:datasets -- --only hostile`). Else some of each kind, as each takes a process:
 * of those that are refused for some reasons the first, and of the others, which run, fail or come to a limit.
 */
function forTheRunner(statements: readonly HostileStatement[]): HostileStatement[] {
  if (process.env['HOSTILE'] === 'all') return [...statements];
  const seen = new Set<string | undefined>();
  const refused = statements.filter(({ expect, says }) => expect === 'refused' && !seen.has(says) && seen.add(says));
  const others = statements.filter(({ expect }) => expect !== 'refused');
  return [
    ...refused.filter((_one, at) => at % EACH.reason === 0),
    ...others.filter((_one, at) => at % EACH.other === 0),
  ];
}

/** Everything that a statement could have changed: the files beside the runs, and where the engine keeps its own. */
async function outside({ root }: RunFolders): Promise<string[]> {
  const found = [join(homedir(), '.duckdb'), '/tmp/evil'].map((path) => `${path} ${existsSync(path)}`);
  for (const entry of await readdir(root, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    const content = createHash('sha256').update(await readFile(path));
    found.push(`${path} ${(await stat(path)).mtimeMs} ${content.digest('hex')}`);
  }
  return found.sort();
}
