import assert from 'node:assert/strict';
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { closeToOthers, markMade, prepareDataFolder } from '../../../services/stores/data-folder.ts';
import { openTimeSeries } from '../../../services/stores/opening/open-time-series.ts';

describe('data folder', () => {
  let folder = '';
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'halcyon-data-'));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  it('is prepared by many at once, and keeps the mark that its tables were made', async () => {
    for (let round = 0; round < 30; round += 1) {
      const root = join(folder, String(round));
      const made = Promise.all(
        Array.from({ length: 6 }, async () => {
          const prepared = await prepareDataFolder(root, true);
          await markMade(prepared);
        }),
      );
      await made;
      assert.equal((await prepareDataFolder(root, false)).madeBefore, true);
      assert.deepEqual(readdirSync(join(root, 'time-series')), ['halcyon.json']);
    }
  });

  it('is closed to others where it is there and open to them, and says so', async () => {
    assert.equal(await closeToOthers(folder), null);
    assert.equal(await closeToOthers(join(folder, 'missing')), null);
    chmodSync(folder, 0o755);
    assert.match((await closeToOthers(folder)) ?? '', /had mode 0755, which let others in; it has 0700 now$/);
    assert.equal(statSync(folder).mode & 0o777, 0o700);
    assert.equal(await closeToOthers(folder), null);
  });

  // Whatever HALCYON_DATA named was closed, /etc/passwd too.
  it('is left open where it is none, or holds what is not of Halcyon', async () => {
    const file = join(folder, 'hosts');
    writeFileSync(file, 'here');
    chmodSync(file, 0o644);
    assert.equal(await closeToOthers(file), null);
    assert.equal(statSync(file).mode & 0o777, 0o644);
    chmodSync(folder, 0o755);
    assert.match((await closeToOthers(folder)) ?? '', /has mode 0755, .* it holds hosts/);
    assert.equal(statSync(folder).mode & 0o777, 0o755);
    await prepareDataFolder(folder, true);
    assert.match((await closeToOthers(folder)) ?? '', /had mode 0755, which let others in; it has 0700 now$/);
  });

  it('is closed where it is an empty disk, or has what any part of Halcyon makes', async () => {
    for (const [name, inside] of [
      ['disk', 'lost+found'],
      ['identity', 'identity.key'],
      ['part', 'audit'],
    ]) {
      const path = join(folder, name);
      mkdirSync(join(path, inside), { recursive: true });
      chmodSync(path, 0o755);
      assert.match((await closeToOthers(path)) ?? '', /it has 0700 now$/);
    }
  });

  it('is prepared again where its preparation was cut short', async () => {
    mkdirSync(join(folder, 'time-series'));
    writeFileSync(join(folder, 'time-series', 'halcyon.json.123.new'), '{"for');
    assert.equal((await prepareDataFolder(folder, true)).madeBefore, false);
  });

  it('is let go by an opening that failed after the engine had started', async () => {
    mkdirSync(join(folder, 'owner.json'));
    await assert.rejects(openTimeSeries({ dataFolder: folder }), {
      name: 'HalcyonError',
      code: 'cannot_write',
      message: /owner\.json cannot be written \(EISDIR\)/,
    });
    rmSync(join(folder, 'owner.json'), { recursive: true });
    const store = await openTimeSeries({ dataFolder: folder, role: 'system', waitMs: 500 });
    assert.ok(store.ownsEngine);
    await store.close();
  });
});
