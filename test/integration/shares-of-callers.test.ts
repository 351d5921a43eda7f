import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { clientBearer } from '../servers/client-bearer.ts';
import { calmReports, calmStations, timeAt } from './calm-network.ts';
import { freshDataFolder, temporaryFolder } from './data-folders.ts';
import { RunningSystem } from './running-system.ts';

const SECRET = 'a secret of 32 characters, or more';

describe('what callers share', () => {
  const files = temporaryFolder();
  let system: RunningSystem;

  const bearerOf = async (id: string, role: string): Promise<string> => {
    const options = ['--secret-file', join(files, 'secret'), '--role', role, '--scope', 'detect'];
    const added = await system.halcyon('identity', 'client', 'add', id, ...options);
    assert.deepEqual([added.code, added.err], [0, '']);
    return clientBearer(system.url, id, SECRET, 'detect');
  };
  const push = async (authorization: string, reports: readonly object[]) => {
    const answer = await fetch(`${system.url}/api/v1/observations?network=north`, {
      method: 'POST',
      headers: { Authorization: authorization, 'Content-Type': 'application/json' },
      body: JSON.stringify(reports),
    });
    return { status: answer.status, retryAfter: answer.headers.get('Retry-After'), text: await answer.text() };
  };

  before(async () => {
    writeFileSync(join(files, 'secret'), SECRET);
    system = new RunningSystem(await freshDataFolder(), timeAt(40), {
      HALCYON_AUTH: 'required',
      HALCYON_STREAM_SUBSCRIBERS: '8',
      HALCYON_QUOTA_OBSERVATIONS: '120',
      HALCYON_QUOTA_STATIONS: '3',
    });
    await system.start();
  });
  after(async () => {
    await system.stop();
    assert.deepEqual(system.failures, []);
  });

  it('is no stream that one caller holds for himself', async () => {
    const stop = new AbortController();
    const open = async (authorization: string) => {
      const init = { headers: { Authorization: authorization }, signal: stop.signal };
      const answer = await fetch(`${system.url}/api/v1/stream`, init);
      if (!answer.ok) return { status: answer.status, retryAfter: answer.headers.get('Retry-After') };
      return { status: 200, retryAfter: null };
    };
    const [greedy, other] = [await bearerOf('greedy', 'user'), await bearerOf('other', 'user')];
    const opened = [];
    for (let k = 0; k < 6; k++) opened.push(await open(greedy));
    assert.deepEqual(
      opened.map(({ status }) => status),
      [200, 200, 200, 200, 429, 429],
    );
    assert.equal(opened.at(-1)?.retryAfter, '5');
    assert.equal((await open(other)).status, 200);
    stop.abort();
  });

  it('is a quota of observations for each client, which fills again', async () => {
    const [feed, other] = [await bearerOf('feed-1', 'feed'), await bearerOf('feed-2', 'feed')];
    const registered = await fetch(`${system.url}/api/v1/stations?network=north`, {
      method: 'POST',
      headers: { Authorization: await bearerOf('curator', 'curator'), 'Content-Type': 'application/json' },
      body: JSON.stringify(calmStations(4)),
    });
    assert.equal(registered.status, 200);
    assert.equal((await push(feed, calmReports(4, 0, 29))).status, 200);
    const refused = await push(feed, calmReports(4, 30, 30));
    assert.equal(refused.status, 429);
    assert.match(refused.text, /120 observations a minute; go on in 1 s/);
    assert.equal(refused.retryAfter, '1');
    assert.equal((await push(other, calmReports(4, 30, 30))).status, 200);
    system.clock += 30_000;
    assert.equal((await push(feed, calmReports(4, 31, 31))).status, 200);
  });

  it('is a quota of stations for each client, registered by itself or by their position', async () => {
    const feed = await bearerOf('feed-3', 'feed');
    const [report] = calmReports(1, 31, 31);
    const fresh = (k: number) => ({ ...report, station_id: `new-${k}`, latitude: 51 + k / 100, longitude: 5 });
    assert.equal((await push(feed, [fresh(0), fresh(1), fresh(2)])).status, 200);
    const refused = await push(feed, [fresh(3)]);
    assert.deepEqual([refused.status, /3 stations registered an hour/.test(refused.text)], [429, true], refused.text);
  });
});
