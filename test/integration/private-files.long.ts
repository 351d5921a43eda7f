import assert from 'node:assert/strict';
import { chmodSync, lstatSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { HalcyonProcess } from '../resilience/halcyon-process.ts';

/**
 * Paths below a folder that others than their owner may read, write or enter. The engine of the catalogue gives its files a
 * mode that lets everybody write, whatever the umask: its folders keep them out.
 */
function openToOthers(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((path) => {
    const found = lstatSync(join(folder, path), { throwIfNoEntry: false });
    if (found === undefined || found.isSymbolicLink() || (found.mode & 0o077) === 0) return false;
    return found.isDirectory() || !path.startsWith('catalogue/');
  });
}

describe('what a system keeps', () => {
  // systemd makes the folder of a service with 0755; 968 files of the catalogue in it were writable for everyone.
  it('is its own alone, also in a folder that others made and where the umask lets them in', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'halcyon-private-'));
    chmodSync(folder, 0o755);
    const umask = process.umask(0);
    const system = await HalcyonProcess.on({ environment: { HALCYON_DATA: folder } });
    try {
      await system.start();
      assert.deepEqual(openToOthers(folder), []);
      assert.equal(lstatSync(folder).mode & 0o777, 0o700);
      assert.match(system.output.join(''), /had mode 0755, which let others in; it has 0700 now/);
    } finally {
      process.umask(umask);
      await system.stop();
      rmSync(folder, { recursive: true, force: true });
    }
  });
});
