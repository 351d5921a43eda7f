import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { removeWithMounts } from './folder-for-tests.ts';

describe('the folder that a test run left', () => {
  it('goes although the run was ended with a small disk mounted in it', function () {
    const folder = mkdtempSync(join(tmpdir(), 'halcyon-left-'));
    const disk = join(folder, 'a test', 'small');
    mkdirSync(disk, { recursive: true });
    try {
      execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', disk], { stdio: 'ignore' });
    } catch {
      removeWithMounts(folder);
      return this.skip(); // Only root mounts.
    }
    writeFileSync(join(disk, 'file'), 'text');
    removeWithMounts(folder);
    assert.ok(!existsSync(folder));
  });
});
