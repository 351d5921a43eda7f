import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { HalcyonError } from '../../../../schemas/errors.ts';
import { type QueryFile, QueryRunner } from '../../../../services/datasets/queries/query-runner.ts';
import { AnswerProbe } from './answer-probe.ts';
import { type HostileStatement, hostileStatements } from './hostile-statements.ts';
import { RunFolders } from './run-folders.ts';

const LIMITS = { timeMs: 3_000, memory: 256 * 2 ** 20, rows: 1_000_000, output: 16 * 2 ** 20 };
const AT_ONCE = 2;
/** How much longer than its time a run may take: a process is killed and gone, on a machine with other things to do [ms]. */
const MARGIN_MS = 2_000;
const CANARY = 'canary-3f9d1c';

/** What became of a statement. */
interface Outcome {
  readonly hostile: HostileStatement;
  readonly error: HalcyonError | null;
  readonly ms: number;
}

describe('hostile statements', function () {
  this.timeout(600_000);
  let folders: RunFolders;
  let files: Map<string, QueryFile>;
  let secrets: string[];
  const runner = new QueryRunner({ ...LIMITS, atOnce: AT_ONCE });

  before(async () => {
    folders = await RunFolders.make();
    await writeFile(join(folders.runs, 'canary.csv'), `name\n${CANARY}-file\n`);
    process.env['HALCYON_CANARY'] = `${CANARY}-environment`;
    const rows = Array.from({ length: 1_000 }, (_, at) => `${at},name ${at % 7}\n`);
    files = new Map([
      ['arg1', await folders.file('data.csv', 'csv', `a,name\n${rows.join('')}`)],
      ['arg2', await folders.file('data.jsonl', 'jsonl', '{"a": 1, "b": [1, 2]}\n')],
    ]);
    const [user] = (await readFile('/etc/passwd', 'utf8')).split('\n');
    secrets = [`${CANARY}-file`, `${CANARY}-environment`, user, process.cwd()];
  });

  after(async () => {
    await runner.close();
    delete process.env['HALCYON_CANARY'];
    await folders.remove();
  });

  function withFiles(statement: string): string {
    return statement
      .replaceAll('%outside%', join(folders.runs, 'canary.csv'))
      .replaceAll('%data%', files.get('arg1')?.path ?? '');
  }

  /** Runs one statement and looks for what it should not have been able to say or do. */
  async function outcome(hostile: HostileStatement): Promise<Outcome> {
    const folder = await folders.next();
    const { signal } = new AbortController();
    const statement = withFiles(hostile.statement);
    const began = performance.now();
    const run = runner.run({ statement, files, folder, caller: 'somebody', signal });
    const [result, error] = await run.then(
      (made) => [made, null] as const,
      (failed: HalcyonError) => [null, failed] as const,
    );
    const ms = performance.now() - began;
    const said = [error?.message ?? '', JSON.stringify(result?.columns ?? [])].join('\n');
    const written = result === null ? Buffer.alloc(0) : await readFile(result.path);
    for (const secret of [...secrets, folder]) {
      assert.ok(!said.includes(secret), `${hostile.title} says ${secret}: ${said}`);
      assert.ok(!written.includes(secret), `${hostile.title} writes ${secret}`);
    }
    assert.ok(said.length < 50_000 || result !== null, `${hostile.title} has a message of ${said.length} characters`);
    const left = (await readdir(folder)).filter((name) => !/^arg\d$/.test(name));
    assert.deepEqual(left, result === null ? [] : ['output.csv'], hostile.title);
    if (result !== null) assert.ok(result.rows <= LIMITS.rows && written.length <= LIMITS.output, hostile.title);
    await rm(folder, { recursive: true });
    return { hostile, error, ms };
  }

  it('leak nothing, change nothing, leave nothing behind, and hold up nobody', async () => {
    const all = hostileStatements().filter(({ title }) => title.includes(process.env['ONLY'] ?? ''));
    const before = await outside(folders);
    const probe = new AnswerProbe();
    await probe.start();
    const outcomes: Outcome[] = [];
    const left = [...all];
    await Promise.all(
      Array.from({ length: AT_ONCE }, async () => {
        for (let next = left.shift(); next !== undefined; next = left.shift()) outcomes.push(await outcome(next));
      }),
    );
    const waits = await probe.stop();
    for (const { hostile, error, ms } of outcomes) {
      if (process.env['SHOW'])
        console.log(
          Math.round(ms),
          hostile.expect,
          hostile.title,
          '|',
          error?.message.slice(0, 150).replaceAll('\n', '\\n'),
        );
    }
    const at = (share: number) => Math.round(waits[Math.floor(share * (waits.length - 1))]);
    console.log(
      `      ${outcomes.length} statements; ${waits.length} answers meanwhile: half within ${at(0.5)} ms, 99 of 100 within ${at(0.99)} ms, the last within ${at(1)} ms`,
    );
    for (const one of outcomes) assertExpected(one);
    assert.deepEqual(await outside(folders), before);
    assert.deepEqual(await runningProcesses(), []);
    assert.ok(at(0.95) < 100);
  });
});

function assertExpected({ hostile: { title, expect, says = '' }, error, ms }: Outcome): void {
  assert.ok(ms < LIMITS.timeMs + MARGIN_MS, `${title} took ${Math.round(ms)} ms`);
  if (error === null) {
    assert.equal(expect, 'harmless', `${title} ran`);
    return;
  }
  assert.equal(error.code, 'query_failed', `${title}: ${error.message}`);
  assert.ok(error.message.includes(says), `${title}: ${error.message}`);
  const limit = /\(.*HALCYON_QUERY_[A-Z]+\)/.test(error.message);
  if (expect !== 'harmless') assert.equal(limit, expect === 'limit', `${title}: ${error.message}`);
}

/** Everything that a statement could have changed: the files beside the runs, and where the engine keeps its own. */
async function outside({ root }: RunFolders): Promise<string[]> {
  const found: string[] = [String(existsSync(join(homedir(), '.duckdb'))), String(existsSync('/tmp/evil'))];
  for (const entry of await readdir(root, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    if (!entry.isFile()) continue;
    const { mtimeMs } = await stat(path);
    found.push(
      `${path} ${mtimeMs} ${createHash('sha256')
        .update(await readFile(path))
        .digest('hex')}`,
    );
  }
  return found.sort();
}

/** Command lines of processes of runs that this process has started. */
async function runningProcesses(): Promise<string[]> {
  const { stdout } = await promisify(execFile)('ps', ['-A', '-o', 'ppid=,args=']);
  const lines = stdout.split('\n').map((line) => line.trim());
  return lines.filter((line) => line.startsWith(`${process.pid} `) && line.includes('query-process'));
}
