import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import { type OpenedTimeSeries, openTimeSeries } from '../../../services/stores/opening/open-time-series.ts';
import { livingOwner, recordedOwner, writeOwner } from '../../../services/stores/owner-file.ts';
import { says } from '../../says.ts';
import { until } from '../../until.ts';
import { otherOwner } from './other-process.ts';
import { DAY, deadLetter, gathered, judgement, observation, START } from './records.ts';

/** A time after all that is stored. */
const MANY = START + 365 * DAY;

function lives(pid: number): boolean {
  try {
    process.kill(pid, 0);
    // A process that has ended and was not waited for yet still has its id.
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch {
    return false;
  }
}

describe('embedded time series', () => {
  let folder = '';
  let opened: OpenedTimeSeries[] = [];
  const open = async (options: Partial<Parameters<typeof openTimeSeries>[0]> = {}): Promise<OpenedTimeSeries> => {
    const store = await openTimeSeries({ dataFolder: folder, ...options });
    opened.push(store);
    return store;
  };

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'halcyon-embedded-'));
  });
  afterEach(async () => {
    for (const store of opened.reverse()) await store.close();
    opened = [];
    rmSync(folder, { recursive: true, force: true });
  });

  describe('owner', () => {
    it('keeps what is stored, serves it to nobody else and leaves nothing of itself behind', async () => {
      const first = await open({ role: 'system' });
      await first.insertObservations([observation('n', 's', START)]);
      assert.equal(statSync(join(folder, 'engine.sock')).mode & 0o777, 0o600);
      assert.equal(statSync(join(folder, 'time-series')).mode & 0o777, 0o700);
      await first.close();
      assert.deepEqual(readdirSync(folder), ['time-series']);
      const second = await open({ create: false });
      assert.equal((await gathered(second.readObservations('n', 0, MANY))).length, 1);
    });

    it('takes more bytes in one call than the engine does, row by row as they were', async () => {
      const store = await open({ role: 'system' });
      const letters = Array.from({ length: 90 }, (_, k) =>
        deadLetter('n', String(k).padStart(32, '0'), START + k, { body: String(k % 10).repeat(1_000_000) }),
      );
      await store.insertDeadLetters(letters);
      const { items } = await store.deadLetters({ limit: 100 });
      assert.deepEqual(
        items.map(({ id, body }) => [id, body.length, body[0]]),
        letters.map(({ id, body }) => [id, body.length, body[0]]).reverse(),
      );
    });

    it('publishes where its system is reached, while it lives', async () => {
      const store = await open({ role: 'system' });
      await store.publish('http://127.0.0.1:8080');
      const owner = await livingOwner(folder);
      assert.deepEqual(owner, {
        pid: process.pid,
        socket: join(folder, 'engine.sock'),
        role: 'system',
        url: 'http://127.0.0.1:8080',
      });
      await store.close();
      assert.equal(await recordedOwner(folder), null);
    });

    it('is not believed where its socket does not answer', async () => {
      await writeOwner(folder, { pid: process.pid, socket: join(folder, 'engine.sock'), role: 'system' });
      assert.equal(await livingOwner(folder), null);
      const store = await open();
      assert.ok(store.ownsEngine);
    });

    it('is reached by another way where the folder has a long path', async () => {
      const long = join(folder, 'x'.repeat(120));
      const store = await open({ dataFolder: long });
      const owner = await livingOwner(long);
      assert.ok(owner !== null && Buffer.byteLength(owner.socket) < 107);
      const client = await open({ dataFolder: long });
      assert.ok(store.ownsEngine && !client.ownsEngine);
    });
  });

  describe('two processes', () => {
    it('share the folder: a command works through a running system', async () => {
      const owner = await otherOwner(folder, 'system');
      const store = await open();
      assert.equal(store.ownsEngine, false);
      await store.insertObservations([observation('n', 's', START)]);
      assert.deepEqual(await store.networks(), ['n']);
      await owner.close();
    });

    it('a command goes on as owner when the system it worked through is killed, and the engine ends with it', async () => {
      const owner = await otherOwner(folder, 'system');
      const store = await open();
      await store.insertObservations([observation('n', 's', START)]);
      await owner.kill();
      await until('the engine has ended with its owner', () => !lives(owner.enginePid), 5_000);
      await store.insertObservations([observation('n', 's', START + 1)]);
      assert.ok(store.ownsEngine);
      assert.equal((await gathered(store.readObservations('n', 0, MANY))).length, 2);
    });

    it('a system waits for a command to end and says so', async () => {
      const command = await otherOwner(folder, 'command');
      const said: string[] = [];
      const opening = open({ role: 'system', say: (line) => said.push(line) });
      await until('it says that it waits', () => said.length > 0);
      await command.close();
      const system = await opening;
      assert.ok(system.ownsEngine);
      const where = `a command), which holds the data folder ${folder}.`;
      assert.deepEqual(said, [`Waiting for another process (pid ${command.process.pid}, ${where}`]);
    });

    it('a second system is refused with the folder and the process that holds it', async () => {
      const first = await open({ role: 'system' });
      await assert.rejects(
        openTimeSeries({ dataFolder: folder, role: 'system', waitMs: 300 }),
        says('store_locked', new RegExp(`${folder} is held by another process \\(pid ${process.pid}, a system\\)`)),
      );
      assert.ok(first.ownsEngine);
    });

    it('a folder that is held by a process that does not answer is refused', async () => {
      const owner = await otherOwner(folder, 'command');
      process.kill(owner.enginePid, 'SIGSTOP');
      try {
        await assert.rejects(
          openTimeSeries({ dataFolder: folder, waitMs: 300 }),
          says('store_locked', new RegExp(`${folder} is held by .*pid ${owner.process.pid}.* and does not answer`)),
        );
      } finally {
        process.kill(owner.enginePid, 'SIGCONT');
        await owner.close();
      }
    });
  });

  it('loses and doubles nothing when its engine is killed during inserts, five times', async () => {
    const store = await open({ role: 'system' });
    const acknowledged: number[] = [];
    let writing = true;
    const writer = (async () => {
      for (let batch = 0; writing; batch += 1) {
        const times = Array.from({ length: 500 }, (_, i) => START + (batch * 500 + i) * 1_000);
        await store.insertObservations(times.map((time) => observation('n', 's', time)));
        acknowledged.push(...times);
      }
    })();
    for (let kill = 0; kill < 5; kill += 1) {
      const before = acknowledged.length;
      await until('more is stored', () => acknowledged.length >= before + 2_000);
      for (let turns = (kill * 37) % 50; turns > 0; turns--) await turn();
      if (store.enginePid !== null) process.kill(store.enginePid, 'SIGKILL');
    }
    const before = acknowledged.length;
    await until('more is stored', () => acknowledged.length >= before + 1_000);
    writing = false;
    await writer;
    const stored = (await gathered(store.readObservations('n', 0, MANY))).map((one) => one.time);
    assert.deepEqual(stored, acknowledged);
    const listed = await store.observations({ network: 'n', limit: acknowledged.length + 10 });
    assert.equal(listed.items.length, acknowledged.length);
  });

  it('has blocks of all tables wait in a few files that are written again', async () => {
    const store = await open({ role: 'system' });
    const times = Array.from({ length: 20 }, (_, i) => START + i * 600_000);
    for (const time of times) {
      await Promise.all([
        store.insertObservations([observation('n', 's', time)]),
        store.insertJudgements([judgement('n', 's', time, time)]),
      ]);
    }
    const files = readdirSync(join(folder, 'time-series', 'tmp', 'halcyon-blocks'));
    assert.ok(files.length > 0 && files.length <= 4, files.join());
    const { items } = await store.observations({ network: 'n', limit: 100 });
    assert.deepEqual(items.map(({ observation: { time } }) => time).sort(), times);
    assert.ok(items.every(({ assessment }) => assessment !== null));
  });

  describe('a folder that is no store', () => {
    it('is not made where nothing may be made', async () => {
      const missing = join(folder, 'none');
      await assert.rejects(
        open({ dataFolder: missing, create: false }),
        says('store_unreadable', /There is no folder/),
      );
      await assert.rejects(open({ create: false }), says('store_unreadable', /holds no store of Halcyon/));
      assert.deepEqual(readdirSync(folder), []);
    });

    it('is refused and left as it is where it holds something else', async () => {
      mkdirSync(join(folder, 'time-series'));
      writeFileSync(join(folder, 'time-series', 'diary.txt'), 'mine');
      await assert.rejects(open(), says('store_unreadable', /is no store of Halcyon: it holds diary\.txt/));
      assert.deepEqual(readdirSync(join(folder, 'time-series')), ['diary.txt']);
    });

    it('is refused where a file is in its place', async () => {
      writeFileSync(join(folder, 'time-series'), 'x');
      await assert.rejects(open(), says('store_unreadable', /is not a folder/));
      await assert.rejects(open({ dataFolder: join(folder, 'time-series') }), says('cannot_write', /cannot be made/));
      await assert.rejects(
        open({ dataFolder: '/proc/halcyon' }),
        says('cannot_write', /\/proc\/halcyon cannot be made/),
      );
    });

    it('is refused where its mark is of another format or cannot be read', async () => {
      mkdirSync(join(folder, 'time-series'));
      const mark = join(folder, 'time-series', 'halcyon.json');
      writeFileSync(mark, '{"format": 7, "made": true}');
      await assert.rejects(open(), says('store_unreadable', /has format 7; .* reads format 1/));
      writeFileSync(mark, '{"for');
      await assert.rejects(open(), says('store_unreadable', /halcyon\.json cannot be read/));
    });
  });

  describe('a store that was harmed', () => {
    it('is refused where its tables are gone', async () => {
      const store = await open();
      await store.close();
      const kept = readFileSync(join(folder, 'time-series', 'halcyon.json'));
      rmSync(join(folder, 'time-series'), { recursive: true });
      mkdirSync(join(folder, 'time-series'));
      writeFileSync(join(folder, 'time-series', 'halcyon.json'), kept);
      await assert.rejects(open(), says('store_unreadable', /tables of .* are gone/));
    });

    it('is refused where the engine cannot read its tables', async () => {
      const store = await open();
      await store.insertObservations([observation('n', 's', START)]);
      await store.close();
      const series = join(folder, 'time-series');
      const descriptions = readdirSync(series, { recursive: true, encoding: 'utf8' }).filter((name) =>
        name.endsWith('.sql'),
      );
      assert.ok(descriptions.length > 5);
      for (const name of descriptions) writeFileSync(join(series, name), Buffer.alloc(64, 0xff));
      await assert.rejects(open(), says('store_unreadable', new RegExp(folder)));
    });
  });

  describe('a wrong server', () => {
    it('is told where its URL is none or nobody answers there', async () => {
      const url = 'http://127.0.0.1:9';
      await assert.rejects(open({ clickhouseUrl: 'nonsense' }), says('invalid_configuration', /CLICKHOUSE_URL/));
      await assert.rejects(
        open({ clickhouseUrl: `${url}/x`, patienceMs: 300 }),
        says('store_unavailable', /The ClickHouse server at 127\.0\.0\.1:9 does not answer/),
      );
    });
  });
});
