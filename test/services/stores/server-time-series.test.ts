import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startTimeSeries, type TimeSeriesServer } from '../../../deploy/servers/time-series-server.ts';
import { type ErrorCode, HalcyonError } from '../../../schemas/errors.ts';
import { type OpenedTimeSeries, openTimeSeries } from '../../../services/stores/opening/open-time-series.ts';
import { gathered, observation, START } from './records.ts';

/*
 * Which server is taken for a store of Halcyon. A real ClickHouse server cannot be had everywhere: the embedded engine
 * behind its HTTP interface stands in for it.
 */
describe('time series on a server', () => {
  let folder = '';
  let server: TimeSeriesServer;
  let host = '';
  let count = 0;
  let database = '';
  const opened: OpenedTimeSeries[] = [];

  const open = async (create?: boolean): Promise<OpenedTimeSeries> => {
    const clickhouseUrl = server.url({ database });
    const more = create === undefined ? {} : { create };
    const store = await openTimeSeries({ clickhouseUrl, dataFolder: '/nowhere', patienceMs: 300, ...more });
    opened.push(store);
    return store;
  };
  const run = async (sql: string): Promise<string> => {
    const { username, password, origin } = new URL(server.url());
    const headers = { 'X-ClickHouse-User': username, 'X-ClickHouse-Key': password };
    const answer = await fetch(`${origin}/?default_format=TabSeparated`, { method: 'POST', body: sql, headers });
    const text = await answer.text();
    assert.equal(answer.status, 200, text);
    return text.trim();
  };
  const tables = async () =>
    (await run(`SELECT name FROM system.tables WHERE database = '${database}' ORDER BY name`)).split('\n').join(' ');
  const refused =
    (text: RegExp, code: ErrorCode = 'store_unreadable') =>
    (error: unknown) => {
      assert.ok(error instanceof HalcyonError, String(error));
      assert.equal(error.code, code, error.message);
      assert.match(error.message, text);
      return true;
    };

  before(async () => {
    folder = mkdtempSync(join(tmpdir(), 'halcyon-server-'));
    server = await startTimeSeries(folder, 'secret');
    host = server.address;
  });
  after(async () => {
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  });
  beforeEach(() => {
    count += 1;
    database = `server_${count}`;
  });
  afterEach(async () => {
    for (const store of opened.splice(0)) await store.close();
  });

  it('makes its database and tables, which are then read where nothing may be made', async () => {
    const writer = await open();
    await writer.insertObservations([observation('n', 's', START)]);
    const reader = await open(false);
    assert.equal((await gathered(reader.readObservations('n', START, START))).length, 1);
    assert.equal(reader.title, `the ClickHouse server at ${host}`);
  });

  describe('where nothing may be made', () => {
    it('is refused without the database, which is not made', async () => {
      await assert.rejects(
        open(false),
        refused(new RegExp(`^The ClickHouse server at ${host} has no database '${database}'; .*http://host:8123/`)),
      );
      assert.equal(await run(`SELECT count() FROM system.databases WHERE name = '${database}'`), '0');
    });

    it('is refused without tables, and none are made', async () => {
      await run(`CREATE DATABASE ${database}`);
      await assert.rejects(
        open(false),
        refused(
          new RegExp(
            `^the database '${database}' of the ClickHouse server at .* is no store of Halcyon: it is empty`,
            'i',
          ),
        ),
      );
      assert.equal(await tables(), '');
    });

    it("is refused with another program's tables, which are left as they are", async () => {
      await run(`CREATE DATABASE ${database}`);
      for (const name of ['a', 'b', 'c', 'd']) await run(`CREATE TABLE ${database}.${name} (x Int8) ENGINE = Memory`);
      await assert.rejects(open(false), refused(/is no store of Halcyon: it holds a, b, c and 1 more/));
      assert.equal(await tables(), 'a b c d');
    });

    it('is refused where an older version made the tables, and they are not brought up to date', async () => {
      await (await open()).close();
      await run(`ALTER TABLE ${database}.migrations DELETE WHERE number > 1 SETTINGS mutations_sync = 2`);
      await run(`DROP TABLE ${database}.dead_letters`);
      await assert.rejects(open(false), refused(/was made by an older version of Halcyon.*step 2/));
      assert.doesNotMatch(await tables(), /dead_letters/);
      await open();
      assert.match(await tables(), /dead_letters/);
    });

    it('is refused where a newer version made the tables', async () => {
      await (await open()).close();
      await run(`INSERT INTO ${database}.migrations (number, name, digest) VALUES (9999, 'x', 'y')`);
      await assert.rejects(open(false), refused(/was made by a newer version of Halcyon \(step 9999/));
      await assert.rejects(open(), refused(/was made by a newer version/));
    });
  });

  it('is refused where another program keeps its own migrations in a table of that name', async () => {
    await run(`CREATE DATABASE ${database}`);
    await run(`CREATE TABLE ${database}.migrations (id Int8) ENGINE = Memory`);
    for (const create of [true, false]) {
      await assert.rejects(open(create), refused(/is no store of Halcyon: its table migrations is another program's/));
    }
    assert.equal(await tables(), 'migrations');
  });
});
