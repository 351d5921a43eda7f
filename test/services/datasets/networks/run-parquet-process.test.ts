import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runParquetProcess } from '../../../../services/datasets/networks/run-parquet-process.ts';
import { children, startedSince, untilItWorks } from '../working-process.ts';

/** Works for minutes. */
const LONG = 'SELECT count(*) FROM range(10000000) a, range(10000000) b WHERE hash(a.range, b.range) = 1';
const SETTINGS = { threads: '1', memory_limit: '64MB' };
const NEVER = new AbortController().signal;

describe('process that writes Parquet', function () {
  this.timeout(30_000);
  let folder = '';
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'halcyon-parquet-'));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  it('runs a statement and is gone', async () => {
    const path = join(folder, 'seven.csv');
    const statement = "COPY (SELECT 7 AS n) TO 'seven.csv'";
    const before = children();
    await runParquetProcess({ statement, settings: SETTINGS }, folder, NEVER);
    assert.equal(readFileSync(path, 'utf8'), 'n\n7\n');
    assert.deepEqual(children(), before);
  });

  it('tells what the engine says', async () => {
    await assert.rejects(
      runParquetProcess({ statement: 'SELECT nonsense', settings: SETTINGS }, folder, NEVER),
      /nonsense/,
    );
  });

  it('is told of a setting that the engine does not know', async () => {
    await assert.rejects(
      runParquetProcess({ statement: 'SELECT 1', settings: { nonsense: '1' } }, folder, NEVER),
      /nonsense/,
    );
  });

  it('does not take more memory than it may', async () => {
    const statement = 'SELECT list(md5(range::VARCHAR)) FROM range(10000000)';
    const settings = { ...SETTINGS, temp_directory: '' };
    await assert.rejects(runParquetProcess({ statement, settings }, folder, NEVER), /memory/i);
  });

  it('is killed in the middle of a statement', async () => {
    const before = children();
    const abort = new AbortController();
    const running = runParquetProcess({ statement: LONG, settings: SETTINGS }, folder, abort.signal);
    const refused = assert.rejects(running, /no longer/);
    await untilItWorks(await startedSince(before));
    abort.abort(new Error('no longer'));
    await refused;
    assert.deepEqual(children(), before);
  });

  it('fails where it is killed by somebody else', async () => {
    const before = children();
    const running = runParquetProcess({ statement: LONG, settings: SETTINGS }, folder, NEVER);
    const failing = assert.rejects(running, /it ended \(SIGKILL\)/);
    process.kill(await startedSince(before), 'SIGKILL');
    await failing;
  });

  it('is not started for what was aborted before', async () => {
    const path = join(folder, 'none.csv');
    const aborted = AbortSignal.abort(new Error('too late'));
    await assert.rejects(
      runParquetProcess({ statement: "COPY (SELECT 7) TO 'none.csv'", settings: SETTINGS }, folder, aborted),
      /too late/,
    );
    assert.equal(existsSync(path), false);
  });
});
