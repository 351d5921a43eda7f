import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startTimeSeries, type TimeSeriesServer } from '../../../deploy/servers/time-series-server.ts';
import { HalcyonError } from '../../../schemas/errors.ts';
import { type OpenedTimeSeries, openTimeSeries } from '../../../services/stores/opening/open-time-series.ts';
import { gathered, observation, START } from '../../services/stores/records.ts';

/** With what a URL is made of escaped in it. */
const PASSWORD = 'geheim/ß@';

describe('time-series server', () => {
  let folder = '';
  let server: TimeSeriesServer;
  const opened: OpenedTimeSeries[] = [];

  before(async () => {
    folder = mkdtempSync(join(tmpdir(), 'halcyon-time-series-'));
    server = await startTimeSeries(folder, PASSWORD);
  });
  after(async () => {
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  });
  afterEach(async () => {
    for (const store of opened.splice(0)) await store.close();
  });

  const open = async (clickhouseUrl = server.url(), patienceMs = 20_000): Promise<OpenedTimeSeries> => {
    const store = await openTimeSeries({ clickhouseUrl, dataFolder: '/nowhere', patienceMs });
    opened.push(store);
    return store;
  };
  const count = async (store: OpenedTimeSeries) =>
    (await gathered(store.readObservations('n', START, START + 10 * 600_000))).length;

  it('is the store of whoever has its password', async () => {
    const store = await open();
    await store.insertObservations([observation('n', 's', START)]);
    assert.equal(await count(store), 1);
  });

  it('refuses others as ClickHouse does, and the store says so in words', async () => {
    for (const place of [{ password: 'wrong' }, { user: 'nobody' }, { password: '' }]) {
      await assert.rejects(open(server.url(place)), (error) => {
        assert.ok(error instanceof HalcyonError, String(error));
        assert.equal(error.code, 'store_unavailable');
        assert.equal(error.message, `The ClickHouse server at ${server.address} refuses this user or password.`);
        return true;
      });
    }
    const ask = async (headers: Record<string, string>, path = '/') => {
      const answer = await fetch(`http://${server.address}${path}`, { method: 'POST', body: 'SELECT 1', headers });
      return {
        status: answer.status,
        code: answer.headers.get('x-clickhouse-exception-code'),
        text: await answer.text(),
      };
    };
    const nobody = await ask({});
    assert.deepEqual([nobody.status, nobody.code], [403, '516']);
    assert.match(nobody.text, /^Code: 516\. DB::Exception: .*\(AUTHENTICATION_FAILED\)/);
    const key = encodeURIComponent(PASSWORD);
    assert.equal((await ask({}, `/?user=halcyon&password=${key}`)).text, '1\n');
    const latin = Buffer.from(PASSWORD, 'utf8').toString('latin1');
    assert.equal((await ask({ 'X-ClickHouse-User': 'halcyon', 'X-ClickHouse-Key': 'geheim' })).status, 403);
    assert.equal((await ask({ 'X-ClickHouse-User': 'halcyon', 'X-ClickHouse-Key': latin })).text, '1\n');
  });

  it('keeps what it has acknowledged when it is stopped or killed, and is found again at its address', async () => {
    const store = await open();
    for (const [n, end] of (['stop', 'kill'] as const).entries()) {
      await store.insertObservations([observation('n', 's', START + (n + 1) * 600_000)]);
      await server[end]();
      assert.throws(() => process.kill(server.pid(), 0), 'nothing of it is left');
      const later = count(store);
      await server.start();
      assert.equal(await later, n + 2);
    }
  });

  it('answers late after a pause, and loses nothing', async () => {
    const store = await open();
    server.pause();
    let stored = false;
    const storing = store.insertObservations([observation('n', 's', START + 5 * 600_000)]).then(() => {
      stored = true;
    });
    const asked = fetch(`http://${server.address}/ping`, { signal: AbortSignal.timeout(300) });
    await assert.rejects(asked, { name: 'TimeoutError' }, 'nobody is answered meanwhile');
    assert.equal(stored, false);
    server.resume();
    await storing;
    assert.equal(await count(store), 4);
  });
});
