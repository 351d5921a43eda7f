import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { QueryRunner } from '../../../../services/datasets/queries/query-runner.ts';
import { smallDisk } from '../../../small-disk.ts';

const LIMITS = { timeMs: 60_000, memory: 256 * 2 ** 20, rows: 10_000_000, output: 2 ** 30, atOnce: 1 };

describe('a query whose disk is full', () => {
  const folder = mkdtempSync(join(tmpdir(), 'halcyon-full-'));
  const disk = smallDisk(join(folder, 'small'));
  const runner = new QueryRunner(LIMITS);
  after(async () => {
    await runner.close();
    if (disk !== null) execFileSync('umount', ['--lazy', disk]);
    rmSync(folder, { recursive: true, force: true });
  });

  // It said query_failed with words of the engine, as if the statement were wrong.
  it('says that there is no room, not that the statement failed, and leaves nothing', async function () {
    if (disk === null) return this.skip();
    const own = join(disk, 'run');
    mkdirSync(own);
    const { signal } = new AbortController();
    const asked = { files: new Map(), folder: own, caller: '', signal };
    await assert.rejects(runner.run({ ...asked, statement: 'SELECT * FROM range(3000000)' }), {
      code: 'insufficient_storage',
      message: 'the disk that queries work on is full: nothing was stored; make room, then ask again',
    });
    assert.deepEqual(readdirSync(own), []);
    // What a statement says itself is no word of the disk.
    const said = runner.run({ ...asked, statement: "SELECT error('IO Error: No space left on device')" });
    await assert.rejects(said, { code: 'query_failed' });
  });
});
