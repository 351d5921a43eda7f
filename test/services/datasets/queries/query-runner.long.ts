import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { lstat, readdir, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { version } from '@duckdb/node-api';
import type { HalcyonError } from '../../../../schemas/errors.ts';
import { packageFile } from '../../../../schemas/package-root.ts';
import { type QueryFile, type QueryResult, QueryRunner } from '../../../../services/datasets/queries/query-runner.ts';
import { runInProcess } from '../../../../services/datasets/queries/run-in-process.ts';
import { until } from '../../../until.ts';
import { untilItWorks } from '../working-process.ts';
import { processesOfRuns, processOfRun } from './processes-of-runs.ts';
import { RunFolders } from './run-folders.ts';

const LIMITS = { timeMs: 60_000, memory: 256 * 2 ** 20, rows: 1_000, output: 2 ** 20 };
const ENDLESS = 'SELECT count(*) FROM range(100000000000) WHERE hash(range) = 1';

describe('the runner of queries', () => {
  let folders: RunFolders;
  let folder: string;
  let runner: QueryRunner;

  before(async () => {
    folders = await RunFolders.make();
  });

  beforeEach(async () => {
    folder = await folders.next();
    runner = new QueryRunner({ ...LIMITS, atOnce: 1 });
  });

  afterEach(async () => {
    await runner.close();
    assert.deepEqual(await processesOfRuns(), []);
  });

  after(() => folders.remove());

  interface Asked {
    readonly by?: QueryRunner;
    readonly files?: ReadonlyMap<string, QueryFile>;
    readonly caller?: string;
    readonly signal?: AbortSignal;
    readonly folder?: string;
  }

  function run(statement: string, asked: Asked = {}): Promise<QueryResult> {
    const { by = runner, files = new Map(), caller = 'somebody', signal = new AbortController().signal } = asked;
    return by.run({ statement, files, folder: asked.folder ?? folder, caller, signal });
  }

  async function failsWith(run: Promise<unknown>, code: string, message: string): Promise<void> {
    await assert.rejects(run, (error: HalcyonError) => {
      assert.equal(error.message, message);
      assert.equal(error.code, code);
      return true;
    });
    assert.deepEqual(
      (await readdir(folder)).filter((name) => !name.startsWith('arg')),
      [],
    );
  }

  it('leaves the result in the folder, and tells its rows, size, columns and engine', async () => {
    const files = new Map([['arg1', await folders.file('a.csv', 'csv', 'a,b\n1,x\n2,y\n')]]);
    const result = await run('SELECT b, a FROM {{arg1}} ORDER BY a DESC', { files });
    assert.deepEqual(result, {
      path: join(folder, 'output.csv'),
      rows: 2,
      bytes: 12,
      columns: [
        { name: 'b', type: 'VARCHAR' },
        { name: 'a', type: 'BIGINT' },
      ],
      engine: version(),
    });
    assert.equal(await readFile(result.path, 'utf8'), 'b,a\ny,2\nx,1\n');
    assert.ok((await lstat(join(folder, 'arg1', 'a.csv'))).isSymbolicLink());
  });

  it('ends a run that takes longer than it may', async () => {
    const hasty = new QueryRunner({ ...LIMITS, timeMs: 1_500, atOnce: 1 });
    const message = 'The statement ran longer than a query may, 1.5 s (HALCYON_QUERY_TIME).';
    await failsWith(run(ENDLESS, { by: hasty }), 'query_failed', message);
    await hasty.close();
  });

  it('ends a run that takes more memory than it may', async () => {
    const message = 'The statement needs more memory than a query may take, 256 MiB (HALCYON_QUERY_MEMORY).';
    await failsWith(run('SELECT length(range(1000000000))'), 'query_failed', message);
    await failsWith(run('SELECT length(list(range)) FROM range(10000000000)'), 'query_failed', message);
  });

  it('has no result of more rows than it may have, not one row of it', async () => {
    const message = 'The result has more rows than that of a query may, 1000 (HALCYON_QUERY_ROWS).';
    await failsWith(run('FROM range(1001)'), 'query_failed', message);
    assert.equal((await run('FROM range(1000)')).rows, 1_000);
  });

  it('has no larger result than it may have, and ends a run that writes more', async () => {
    const message = 'The result is larger than that of a query may be, 1 MiB (HALCYON_QUERY_OUTPUT).';
    await failsWith(run(`SELECT repeat('x', ${2 ** 20})`), 'query_failed', message);
    await failsWith(run('FROM range(1000000000000)'), 'query_failed', message);
  });

  it('ends a run that puts aside more on disk than it may, and one whose process grows beyond all that', async () => {
    const limits = { memory: 2 ** 27, resident: 2 ** 30, disk: 2 ** 24, rows: 1_000, output: 2 ** 20 };
    const job = {
      statement: 'SELECT count(DISTINCT hash(range)) FROM range(100000000)',
      files: [],
      limits,
      threads: 1,
    };
    const { signal } = new AbortController();
    assert.deepEqual(await runInProcess(job, folder, 60_000, signal), { kind: 'limit', limit: 'disk' });
    const small = { ...job, limits: { ...limits, resident: 2 ** 24 } };
    assert.deepEqual(await runInProcess(small, folder, 60_000, signal), { kind: 'limit', limit: 'memory' });
  });

  it('ends a run whose client has gone, and the waiting of another', async () => {
    const gone = [new AbortController(), new AbortController()];
    const reason = new Error('the client has gone');
    const running = assert.rejects(run(ENDLESS, { signal: gone[0].signal }), reason);
    const waiting = assert.rejects(run(ENDLESS, { signal: gone[1].signal, folder: await folders.next() }), reason);
    await processOfRun();
    gone[1].abort(reason);
    await waiting;
    gone[0].abort(reason);
    await running;
    assert.deepEqual(await readdir(folder), []);
    await assert.rejects(run(ENDLESS, { signal: gone[0].signal }), reason);
    assert.equal((await run('SELECT 1')).rows, 1);
  });

  it('tells that the process of a run has ended, however it did', async () => {
    const message =
      'The statement ended its process: the engine could not cope with it, or this machine is short of memory. Try a simpler one, or fewer rows at a time.';
    const failed = failsWith(run(ENDLESS), 'query_failed', message);
    process.kill(await processOfRun(), 'SIGSEGV');
    await failed;
    assert.equal((await run('SELECT 1')).rows, 1);
  });

  it('gives the process of a run neither the environment nor a word of it', async function () {
    if (!existsSync('/proc/self/environ')) this.skip();
    const gone = new AbortController();
    const running = assert.rejects(run(ENDLESS, { signal: gone.signal }));
    const environment = await readFile(`/proc/${await processOfRun()}/environ`, 'utf8');
    gone.abort();
    await running;
    const names = environment.split('\0').map((line) => line.split('=')[0]);
    assert.deepEqual(
      names.filter((name) => !name.startsWith('NODE_CHANNEL') && name !== ''),
      [],
    );
  });

  it('leaves no process behind where its own is killed', async () => {
    const script = packageFile('test', 'services', 'datasets', 'queries', 'runner-owner.ts');
    const owner = spawn(process.execPath, ['--import', 'tsx', script, folder], { stdio: 'ignore' });
    const ended = once(owner, 'exit');
    const pid = await processOfRun(owner.pid);
    // Given its job, so that it works when its parent goes.
    await untilItWorks(pid);
    owner.kill('SIGKILL');
    await ended;
    const alive = (): boolean => {
      try {
        return process.kill(pid, 0);
      } catch {
        return false;
      }
    };
    await until('it is gone', () => !alive(), 10_000);
  });

  it('takes callers in turn', async () => {
    const order: string[] = [];
    const names = ['a1', 'a2', 'a3', 'b1'];
    const places = await Promise.all(names.map(() => folders.next()));
    const asked = names.map(async (name, at) => {
      await run('SELECT 1', { caller: name[0], folder: places[at] });
      order.push(name);
    });
    await Promise.all(asked);
    assert.deepEqual(order, ['a1', 'a2', 'b1', 'a3']);
  });

  it('answers whether the engine is there beside runs that wait, and leaves nothing of it', async () => {
    const own = async () => (await readdir(tmpdir())).filter((name) => name.startsWith('halcyon-query-'));
    const before = await own();
    const gone = new AbortController();
    const running = assert.rejects(run(ENDLESS, { signal: gone.signal }));
    assert.deepEqual(await Promise.all([runner.check(), runner.check()]), [version(), version()]);
    assert.equal(await runner.check(), version());
    gone.abort();
    await running;
    assert.deepEqual(await own(), before);
  });

  it('ends what runs and what waits when it is closed, and takes nothing more', async () => {
    const message = 'the services are stopping; ask again later';
    const other = await folders.next();
    const runs = [run(ENDLESS), run(ENDLESS, { folder: other })].map((one) => failsWith(one, 'interrupted', message));
    await processOfRun();
    await runner.close();
    assert.deepEqual(await processesOfRuns(), []);
    await Promise.all(runs);
    await failsWith(run('SELECT 1'), 'interrupted', message);
    await failsWith(runner.check(), 'interrupted', message);
  });

  it('does not even start a process for a statement that is too long', async () => {
    const message = 'The statement is too long: at most a million characters, less where it lists many values.';
    await failsWith(run(`SELECT 1 -- ${'x'.repeat(1_000_000)}`), 'query_failed', message);
  });
});
