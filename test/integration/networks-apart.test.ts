import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { clientBearer } from '../servers/client-bearer.ts';
import { until } from '../until.ts';
import { calmReports, calmStations, type Report, timeAt } from './calm-network.ts';
import { freshDataFolder, temporaryFolder } from './data-folders.ts';
import { RunningSystem } from './running-system.ts';

const SECRET = 'a secret of 32 characters, or more';
const LAST = 60;

/** What the stations of a network report; its ids say whose they are. */
function reportsOf(network: string): Report[] {
  const spikes = { 's0@40': 25, ...Object.fromEntries(Array.from({ length: 14 }, (_, k) => [`s1@${44 + k}`, 25])) };
  const own = (id: string) => (network === 'north' ? 'abc'[Number(id.slice(1))] : `${network}-${id}`);
  return calmReports(3, 0, LAST, spikes).map((one) => ({ ...one, station_id: own(one.station_id) }));
}

describe('networks that are kept apart', function () {
  this.timeout(300_000);
  const files = temporaryFolder();
  const tokens = new Map<string, Promise<string>>();
  let system: RunningSystem;

  /** The header of a client with one role, as a token names it, or with several, with a `+` between. */
  const authorizationOf = (held: string): Promise<string> => {
    const known = tokens.get(held);
    if (known !== undefined) return known;
    const made = bearerOf(held);
    tokens.set(held, made);
    return made;
  };
  const bearerOf = async (held: string): Promise<string> => {
    const id = held.replace(/[@+]/g, '-');
    const roles = held.split('+').flatMap((role) => ['--role', role]);
    const options = ['--secret-file', join(files, 'secret'), ...roles];
    const scopes = ['detect', 'dmm', 'aps'].flatMap((scope) => ['--scope', scope]);
    const added = await system.halcyon('identity', 'client', 'add', id, ...options, ...scopes);
    assert.deepEqual([added.code, added.err], [0, '']);
    return clientBearer(system.url, id, SECRET, 'detect dmm aps');
  };
  const ask = async (held: string, method: string, path: string, body?: unknown) => {
    const headers = { Authorization: await authorizationOf(held), 'Content-Type': 'application/json' };
    const init = body === undefined ? { method, headers } : { method, headers, body: JSON.stringify(body) };
    const answer = await fetch(system.url + path, init);
    const text = await answer.text();
    return { status: answer.status, text };
  };
  const push = (held: string, network: string, reports: readonly object[]) =>
    ask(held, 'POST', `/api/v1/observations?network=${network}`, reports);
  const items = async (held: string, list: string, filter = ''): Promise<Record<string, unknown>[]> => {
    const { status, text } = await ask(held, 'GET', `/api/v1/${list}?limit=1000${filter}`);
    assert.equal(status, 200, text);
    return (JSON.parse(text) as Record<string, Record<string, unknown>[]>)[list];
  };
  const networksIn = async (held: string, list: string) =>
    [...new Set((await items(held, list)).map(({ network }) => network))].sort();

  before(async () => {
    writeFileSync(join(files, 'secret'), SECRET);
    const environment = {
      HALCYON_AUTH: 'required',
      HALCYON_ACCESS_TOKEN_LIFETIME: '24h',
      HALCYON_HINDSIGHT: '10m',
      HALCYON_LATENESS: '10m',
    };
    system = new RunningSystem(await freshDataFolder(), timeAt(LAST), environment);
    await system.start();
    const rule = { name: 'all', classes: ['device_failure', 'weather_event', 'suspected'], severity: 'info' };
    assert.equal(
      (await ask('curator', 'POST', '/api/v1/alert-rules', { ...rule, channels: [{ type: 'feed' }] })).status,
      201,
    );
    for (const network of ['north', 'south']) {
      const reports = reportsOf(network);
      const stations = calmStations(3).map((one, at) => ({ ...one, station_id: reports[at].station_id }));
      const registered = await ask('curator', 'POST', `/api/v1/stations?network=${network}`, stations);
      assert.equal(registered.status, 200, registered.text);
      const { status, text } = await push(`feed@${network}`, network, reports);
      assert.equal(status, 200, text);
    }
    await until('both networks have faults and alerts', async () => {
      for (const list of ['anomalies', 'faults', 'alerts']) {
        if ((await networksIn('user', list)).length < 2) return false;
      }
      return true;
    });
  });
  after(async () => {
    await system.stop();
    assert.deepEqual(system.failures, []);
  });

  for (const list of ['stations', 'observations', 'anomalies', 'faults', 'episodes', 'alerts']) {
    it(`lists the ${list} of the networks that a role holds in, and refuses others by name`, async () => {
      assert.deepEqual(await networksIn('user', list), ['north', 'south']);
      assert.deepEqual(await networksIn('user@south', list), ['south']);
      assert.deepEqual(await networksIn('curator@south', list), ['south'], 'a curator reads');
      const { status, text } = await ask('user@south', 'GET', `/api/v1/${list}?network=north`);
      assert.deepEqual(
        [status, /holds in 'south' alone; this is of the network 'north'/.test(text)],
        [403, true],
        text,
      );
    });
  }

  it('finds what is of another network by no id', async () => {
    for (const [list, key] of [
      ['anomalies', 'anomaly_id'],
      ['faults', 'fault_id'],
      ['episodes', 'episode_id'],
      ['alerts', 'id'],
    ]) {
      const [one] = await items('user', list, '&network=north');
      const path = `/api/v1/${list}/${encodeURIComponent(String(one?.[key]))}`;
      assert.equal((await ask('user@north', 'GET', path)).status, 200, path);
      assert.equal((await ask('user@south', 'GET', path)).status, 404, path);
    }
    assert.equal((await ask('user@south', 'GET', '/api/v1/stations/a')).status, 404);
  });

  it('keeps who pushed with the observation', async () => {
    const { text } = await ask('user', 'GET', `/api/v1/observations?network=south&limit=1&format=csv`);
    assert.match(text, /push:service-account-feed-south/);
  });

  it('takes a push for its own network alone, whole or not at all', async () => {
    const before = (await items('user', 'observations', '&network=north')).length;
    const fresh = (station: string, network?: string) => ({
      ...calmReports(1, LAST, LAST)[0],
      station_id: station,
      time: new Date(timeAt(LAST) + 60_000).toISOString(),
      ...(network !== undefined && { network }),
    });
    for (const [network, reports] of [
      ['north', [fresh('a')]],
      ['south', [fresh('south-s0'), fresh('a', 'north')]],
    ] as const) {
      const { status, text } = await push('feed@south', network, reports);
      assert.equal(status, 403, text);
    }
    assert.equal((await items('user', 'observations', '&network=north')).length, before);
    assert.equal((await items('user', 'observations', '&network=south')).length, reportsOf('south').length);
  });

  it('takes corrections of what is older than a month from a curator alone', async () => {
    const old = {
      ...calmReports(1, 0, 0)[0],
      station_id: 'south-s0',
      time: new Date(timeAt(LAST) - 40 * 86_400_000).toISOString(),
    };
    const { status, text } = await push('feed@south', 'south', [old]);
    assert.equal(status, 403);
    assert.match(
      text,
      /the report of station 'south-s0' is of 2025-04-2.*; before .* your role brings none, a curator may/,
    );
    assert.equal((await push('curator@north', 'south', [old])).status, 403);
    assert.equal((await push('curator@south', 'south', [old])).status, 200);
  });

  it('tells a stream of its own networks alone', async () => {
    const answer = await fetch(`${system.url}/api/v1/stream?types=observations`, {
      headers: { Authorization: await authorizationOf('user@south') },
    });
    const reader = answer.body?.getReader();
    assert.ok(reader !== undefined);
    const time = new Date(timeAt(LAST) + 120_000).toISOString();
    for (const [network, station] of [
      ['north', 'a'],
      ['south', 'south-s1'],
    ]) {
      const { status, text } = await push('feed', network, [
        { ...calmReports(1, LAST, LAST)[0], station_id: station, time },
      ]);
      assert.equal(status, 200, text);
    }
    let heard = '';
    while (!heard.includes('south-s1')) heard += Buffer.from((await reader.read()).value ?? []).toString();
    await reader.cancel();
    assert.ok(!heard.includes('north'), heard);
    assert.equal((await ask('user@south', 'GET', '/api/v1/stream?network=north')).status, 403);
  });

  it('judges history of its own network, without being told which', async () => {
    const end = new Date(timeAt(LAST)).toISOString();
    const own = await ask('user@south', 'POST', '/api/v1/detect', { end_time: end, window_hours: 6 });
    assert.equal(own.status, 200, own.text);
    assert.ok(own.text.includes('south-s1') && !own.text.includes('north'));
    const other = await ask('user@south', 'POST', '/api/v1/detect', {
      end_time: end,
      window_hours: 6,
      network: 'north',
    });
    assert.equal(other.status, 404, other.text);
  });

  it('has a curator of one network change nothing that holds in others', async () => {
    const rule = { name: 'mine', classes: ['suspected'], severity: 'info', channels: [{ type: 'feed' }] };
    assert.match((await ask('curator@south', 'POST', '/api/v1/alert-rules', rule)).text, /name these/);
    assert.equal(
      (await ask('curator@south', 'POST', '/api/v1/alert-rules', { ...rule, networks: ['north'] })).status,
      403,
    );
    const made = await ask('curator@south', 'POST', '/api/v1/alert-rules', { ...rule, networks: ['south'] });
    assert.equal(made.status, 201, made.text);
    const rules = JSON.parse((await ask('curator', 'GET', '/api/v1/alert-rules')).text) as {
      rules: { id: string; name: string }[];
    };
    const everywhere = rules.rules.find(({ name }) => name === 'all');
    assert.equal((await ask('curator@south', 'DELETE', `/api/v1/alert-rules/${everywhere?.id}`)).status, 403);
    const own = rules.rules.find(({ name }) => name === 'mine');
    assert.equal((await ask('curator@north', 'DELETE', `/api/v1/alert-rules/${own?.id}`)).status, 404);
    assert.equal((await ask('curator@south', 'DELETE', `/api/v1/alert-rules/${own?.id}`)).status, 200);
    const silence = { to: new Date(timeAt(LAST) + 3_600_000).toISOString(), reason: 'work' };
    assert.equal((await ask('curator@south', 'POST', '/api/v1/silences', silence)).status, 403);
    assert.equal(
      (await ask('curator@south', 'POST', '/api/v1/silences', { ...silence, network: 'south' })).status,
      201,
    );
  });

  // Who read an alert, and was a curator of another network, was told that there is none of this id.
  it('tells who may read something, but not change it, that the role does not reach there', async () => {
    const held = 'user+curator@north';
    const made = async (path: string, body: object) => {
      const { status, text } = await ask('curator', 'POST', path, body);
      assert.ok(status < 300, text);
      return String((JSON.parse(text) as { id: string }).id);
    };
    const idIn = async (list: string, key: string) => String((await items('user', list, '&network=south'))[0]?.[key]);
    const until = new Date(timeAt(LAST) + 3_600_000).toISOString();
    const rule = { name: 'south', classes: ['suspected'], severity: 'info', channels: [], networks: ['south'] };
    const [alert, fault, anomaly, silence, alertRule] = [
      `/api/v1/alerts/${await idIn('alerts', 'id')}`,
      `/api/v1/faults/${await idIn('faults', 'fault_id')}`,
      `/api/v1/anomalies/${encodeURIComponent(await idIn('anomalies', 'anomaly_id'))}`,
      `/api/v1/silences/${await made('/api/v1/silences', { network: 'south', to: until, reason: 'work' })}`,
      `/api/v1/alert-rules/${await made('/api/v1/alert-rules', rule)}`,
    ];
    for (const path of [alert, fault, anomaly, alertRule])
      assert.equal((await ask(held, 'GET', path)).status, 200, path);
    for (const [method, path, body] of [
      ['POST', `${alert}/acknowledge`, {}],
      ['POST', `${alert}/comments`, { text: 'seen' }],
      ['PUT', alertRule, rule],
      ['DELETE', alertRule],
      ['POST', `${alertRule}/test`],
      ['POST', `${silence}/end`],
      ['PUT', `${fault}/care`, { version: 0, assignee: 'sue' }],
      ['PUT', `${fault}/override`, { classification: 'normal', reason: 'a drone' }],
      ['DELETE', `${fault}/override`],
      ['PUT', `${anomaly}/override`, { classification: 'normal', reason: 'a drone' }],
      ['DELETE', `${anomaly}/override`],
    ] as const) {
      const { status, text } = await ask(held, method, path, body);
      assert.equal(status, 403, `${method} ${path}: ${text}`);
      assert.match(text, /your role holds in 'north' alone; this is of the network 'south'/);
    }
  });

  it('shows what is wrong in its own networks, and lets their curators alone take a fault', async () => {
    const now = async (held: string, network: string) => {
      const { status, text } = await ask(held, 'GET', `/api/v1/now?network=${network}`);
      return [status, (JSON.parse(text) as { may_change?: boolean }).may_change];
    };
    assert.deepEqual(await now('user@south', 'south'), [200, false]);
    assert.deepEqual(await now('curator@south', 'south'), [200, true]);
    assert.deepEqual(await now('curator@south', 'north'), [404, undefined]);
    const [fault] = await items('user', 'faults', '&network=south');
    const take = async (held: string) => {
      const path = `/api/v1/faults/${String(fault?.['fault_id'])}/care`;
      return (await ask(held, 'PUT', path, { version: 0, assignee: 'sue' })).status;
    };
    assert.deepEqual(
      [await take('user@south'), await take('curator@north'), await take('curator@south')],
      [403, 404, 200],
    );
  });

  it('names the networks that a role holds in', async () => {
    const of = async (held: string) => (await ask(held, 'GET', '/api/v1/networks')).text;
    assert.equal(await of('user'), '{"networks":[{"network":"north"},{"network":"south"}]}');
    assert.equal(await of('user@south'), '{"networks":[{"network":"south"}]}');
  });

  it('registers a station without a network in the one that has it, and says nothing of other networks', async () => {
    const registered = (held: string, id: string, body: object) =>
      ask(held, 'PUT', `/api/v1/stations/${encodeURIComponent(id)}`, body);
    const [, other] = reportsOf('south');
    const { station_id: id, ...place } = { ...calmStations(3)[1], station_id: other.station_id };
    const own = await registered('curator@south', id, place);
    assert.deepEqual([own.status, JSON.parse(own.text).network], [200, 'south']);
    for (const theirs of ['b', 'new']) {
      const refused = await registered('curator@south', theirs, place);
      assert.equal(refused.status, 403);
      assert.ok(!refused.text.includes('north'), refused.text);
    }
    const unclear = await registered('curator', 'new', place);
    assert.equal(unclear.status, 422);
    assert.match(unclear.text, /no network has a station 'new' yet, name its network by 'network': north, south, or/);
  });

  it('lists datasets of its own networks alone', async () => {
    const of = async (held: string) => (await ask(held, 'GET', '/dmm/api/v1/dataset?state=Ready')).text;
    assert.match(await of('user'), /north/);
    assert.match(await of('user@south'), /south/);
    assert.ok(!(await of('user@south')).includes('north'));
  });
});
