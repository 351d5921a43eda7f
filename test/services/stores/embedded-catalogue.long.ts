import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setImmediate as turn } from 'node:timers/promises';
import { packageFile } from '../../../schemas/package-root.ts';
import type { Catalogue } from '../../../services/stores/catalogue.ts';
import { openCatalogue } from '../../../services/stores/opening/open-catalogue.ts';
import { lockFolder } from '../../../services/stores/postgres/folder-lock.ts';
import { SmallDisk } from '../../resilience/scenarios/small-disk.ts';
import { says } from '../../says.ts';
import { until } from '../../until.ts';
import { folderWithCatalogue } from './made-folders.ts';

/** A process that opens the catalogue of a folder and inserts 1, 2, 3, ..., printing each that was acknowledged. */
function otherProcess(folder: string) {
  const script = packageFile('test', 'services', 'stores', 'catalogue-writer.ts');
  const child = spawn(process.execPath, ['--import', 'tsx', script, folder], { stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = once(child, 'exit');
  const acknowledged: number[] = [];
  createInterface({ input: child.stdout }).on('line', (line) => acknowledged.push(Number(line)));
  return {
    pid: child.pid ?? 0,
    acknowledged,
    hasWritten: async (count: number) => {
      await until('the other process writes or ends', () => acknowledged.length >= count || child.exitCode !== null);
      assert.ok(acknowledged.length >= count, 'the other process writes');
    },
    kill: async () => {
      child.kill('SIGKILL');
      await ended;
    },
  };
}

describe('embedded catalogue', () => {
  let folder = '';
  const opened: Catalogue[] = [];
  const open = async (waitMs = 0): Promise<Catalogue> => {
    const catalogue = await openCatalogue({ dataFolder: folder, waitMs });
    opened.push(catalogue);
    return catalogue;
  };
  const empty = () => mkdtempSync(join(tmpdir(), 'halcyon-catalogue-'));
  afterEach(async () => {
    for (const catalogue of opened.splice(0)) await catalogue.close();
    rmSync(folder, { recursive: true, force: true });
  });

  // It was said to be ready.
  it('says in its check that its disk is full', async function () {
    if (process.getuid?.() !== 0) this.skip();
    folder = empty();
    const disk = new SmallDisk(folder, 100);
    try {
      const catalogue = await openCatalogue({ dataFolder: disk.folder, waitMs: 0 });
      try {
        await catalogue.check();
        disk.fill();
        await assert.rejects(catalogue.check(), says('insufficient_storage', /^the disk of the catalogue is full/));
        await catalogue.query('SELECT 1');
        disk.clear();
        await catalogue.check();
      } finally {
        await catalogue.close();
      }
    } finally {
      disk.end();
    }
  });

  it('leaves its folder alone and no lock behind', async () => {
    folder = await folderWithCatalogue();
    const catalogue = await open();
    const [name, lock = '', ...others] = readdirSync(folder).sort();
    assert.deepEqual([name, others], ['catalogue', []]);
    assert.match(lock, new RegExp(`^catalogue\\.lock\\.${process.pid}\\.`));
    await catalogue.close();
    assert.deepEqual(readdirSync(folder), ['catalogue']);
  });

  it('is made again where its making was cut short', async () => {
    folder = await folderWithCatalogue();
    assert.deepEqual(readdirSync(folder), ['catalogue'], 'the rest of the first making is gone');
  });

  it('keeps a quarter of what its engine would keep in memory', async () => {
    folder = await folderWithCatalogue();
    const [row] = await (await open()).query('SHOW shared_buffers');
    assert.equal(row['shared_buffers'], '32MB');
  });

  it('does not hold this process while it is made for the first time', async () => {
    folder = mkdtempSync(join(tmpdir(), 'halcyon-catalogue-'));
    const began = performance.now();
    let last = began;
    let longest = 0;
    const ticks = setInterval(() => {
      longest = Math.max(longest, performance.now() - last);
      last = performance.now();
    }, 5);
    await open();
    clearInterval(ticks);
    // Opening what was made, which is done here, holds it for a short while.
    assert.ok(longest < (performance.now() - began) / 2, `${longest} of ${performance.now() - began} ms`);
  });

  describe('held by another process', () => {
    it('is refused with its id while it lives, and loses nothing when it is killed', async () => {
      folder = await folderWithCatalogue();
      const other = otherProcess(folder);
      await other.hasWritten(20);
      await assert.rejects(open(200), says('store_locked', new RegExp(`${folder} is held by .*pid ${other.pid}\\)`)));
      await other.hasWritten(300);
      await other.kill();
      const catalogue = await open();
      const rows = await catalogue.query('SELECT n, count(*) AS c FROM written GROUP BY n');
      const stored = new Map(rows.map((row) => [row['n'], row['c']]));
      assert.deepEqual(
        other.acknowledged.filter((n) => stored.get(n) !== 1),
        [],
      );
      // The one that was under way may be there too.
      assert.ok(stored.size <= other.acknowledged.length + 1);
    });

    it('is waited for', async () => {
      folder = await folderWithCatalogue();
      const first = await open();
      const second = open(10_000);
      await first.check();
      await first.close();
      assert.equal((await (await second).check()).product, 'PGlite');
    });
  });

  describe('its lock', () => {
    const lock = (waitMs = 0) => lockFolder(join(folder, 'some.lock'), 'The folder', waitMs);
    beforeEach(() => {
      folder = empty();
    });

    it('of a dead process, of a later one with its id, or of no process is taken over', async () => {
      const dead = spawn(process.execPath, ['-e', '0'], { stdio: 'ignore' });
      await once(dead, 'exit');
      const later = `some.lock.${process.pid}.1.x`;
      for (const file of [`some.lock.${dead.pid}.0.x`, later, 'some.lock.99999999999.5.x']) {
        writeFileSync(join(folder, file), '');
        await (await lock())();
        assert.deepEqual(readdirSync(folder), []);
      }
    });

    it('of a living process is not, whether or not the start of that is known', async () => {
      const held = says('store_locked', new RegExp(`pid ${process.pid}\\)`));
      const unlock = await lock();
      await assert.rejects(lock(), held);
      await unlock();
      writeFileSync(join(folder, `some.lock.${process.pid}.0.x`), '');
      await assert.rejects(lock(), held);
    });

    it('of a process that has ended and that nobody has waited for is taken over', async function () {
      if (!existsSync('/proc/self/stat')) return this.skip();
      // The shell starts a process that ends, and becomes a program that does not ask for its end.
      const parent = spawn('sh', ['-c', 'sleep 0 & echo $!; exec sleep 60'], { stdio: ['ignore', 'pipe', 'ignore'] });
      try {
        const [line] = (await once(parent.stdout, 'data')) as [Buffer];
        const pid = Number(String(line));
        await until('it has ended', () => /^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8')));
        writeFileSync(join(folder, `some.lock.${pid}.0.x`), '');
        await (await lock())();
      } finally {
        parent.kill('SIGKILL');
      }
    });

    it('is held by one of many that take a dead one over at once', async () => {
      for (let round = 0; round < 5; round += 1) {
        writeFileSync(join(folder, `some.lock.${process.pid}.1.x`), '');
        let inside = 0;
        await Promise.all(
          Array.from({ length: 8 }, async () => {
            const unlock = await lock(20_000);
            inside += 1;
            assert.equal(inside, 1);
            await turn();
            inside -= 1;
            await unlock();
          }),
        );
        assert.deepEqual(readdirSync(folder), []);
      }
    });

    it('is refused where it cannot be written', async () => {
      await assert.rejects(
        lockFolder(join(folder, 'none', 'x.lock'), 'The folder', 0),
        says('cannot_write', /x\.lock.* cannot be written/),
      );
    });
  });

  describe('that cannot be read', () => {
    it('is refused and left as it is where it is something else', async () => {
      folder = empty();
      mkdirSync(join(folder, 'catalogue'));
      writeFileSync(join(folder, 'catalogue', 'diary.txt'), 'mine');
      await assert.rejects(open(), says('store_unreadable', /is no catalogue of Halcyon: it holds diary\.txt/));
      assert.deepEqual(readdirSync(folder), ['catalogue']);
      rmSync(join(folder, 'catalogue'), { recursive: true });
      writeFileSync(join(folder, 'catalogue'), 'x');
      await assert.rejects(open(), says('store_unreadable', /catalogue should be a folder/));
    });

    for (const [what, harm] of [
      ['control file is gone', () => rmSync(join(folder, 'catalogue', 'global', 'pg_control'))],
      ['tables are gone', () => rmSync(join(folder, 'catalogue', 'base'), { recursive: true })],
      [
        'cluster is of another version of PostgreSQL',
        () => writeFileSync(join(folder, 'catalogue', 'PG_VERSION'), '9.6\n'),
      ],
    ] as const) {
      it(`is refused where its ${what}`, async () => {
        folder = await folderWithCatalogue();
        harm();
        await assert.rejects(open(), says('store_unreadable', /catalogue/));
        assert.deepEqual(readdirSync(folder), ['catalogue']);
      });
    }
  });
});
