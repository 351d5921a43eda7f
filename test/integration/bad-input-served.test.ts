import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { printable } from '../../schemas/printable.ts';
import { until } from '../until.ts';
import { timeAt } from './calm-network.ts';
import { freshDataFolder, temporaryFolder } from './data-folders.ts';
import { type PushedItem, RunningSystem } from './running-system.ts';

/** A request that is wrong somewhere, in the order they are sent. */
interface BadRequest {
  readonly what: string;
  /** Method and path, as in the first line of a request. */
  readonly request: string;
  readonly type?: string;
  /** Text, or bytes in base64; any other value is sent as JSON. */
  readonly body?: unknown;
  readonly base64?: string;
  readonly status: number;
  /** `detail` of the answer: a text, or messages by their place. */
  readonly detail?: unknown;
  /** What became of each observation: `accepted`, or the reason of its dead letter. */
  readonly items?: readonly string[];
  /** Bytes of its dead letters, as `halcyon dead-letters show` prints them. */
  readonly kept?: readonly string[];
}

interface BadFeature {
  readonly what: string;
  readonly feature: unknown;
  /** Reason and detail of its dead letter. */
  readonly reason: string;
  readonly detail: string;
  /** Bytes of the letter. */
  readonly kept: string;
}

const { requests, features } = JSON.parse(readFileSync(new URL('bad-input-served.json', import.meta.url), 'utf8')) as {
  readonly requests: readonly BadRequest[];
  readonly features: readonly BadFeature[];
};

const GOOD = {
  type: 'Feature',
  geometry: { type: 'Point', coordinates: [23.7, 38.1] },
  properties: { station_file: 'good', ts: timeAt(0) / 1000, temp_out: 15 },
};

describe('bad input to a running system', () => {
  let system: RunningSystem;
  before(async () => {
    const file = join(temporaryFolder(), 'weather.geojson');
    const all = [...features.map(({ feature }) => feature), GOOD];
    writeFileSync(file, JSON.stringify({ type: 'FeatureCollection', features: all }));
    system = await new RunningSystem(await freshDataFolder(), timeAt(1), { HALCYON_FEED: `geojson:${file}` }).start();
    await system.send('POST', '/api/v1/stations?network=default', [{ station_id: 's1', latitude: 50, longitude: 4 }]);
  });
  after(() => system.stop());

  for (const bad of requests) {
    it(`${bad.what}: ${bad.status}`, async () => {
      const answer = await sent(system.url, bad);
      assert.equal(answer.status, bad.status, JSON.stringify(answer.body));
      if (bad.detail !== undefined) assert.deepEqual(plain(answer.body['detail']), bad.detail);
      const items = (answer.body['items'] ?? []) as PushedItem[];
      assert.deepEqual(
        items.map((item) => item.reason ?? item.status),
        bad.items ?? [],
      );
      assert.deepEqual(await lettersOf(system, items), bad.kept ?? []);
    });
  }

  it('features of a GeoJSON feed become dead letters with their bytes, and the good one is stored', async () => {
    await until('the good feature is stored', async () => (await system.observations('weather')).length === 1);
    const list = (await system.halcyon('dead-letters', 'list', '--limit', '1000', '--json')).out;
    const letters = (JSON.parse(list) as { dead_letters: { id: string; source: string }[] }).dead_letters;
    const found: string[][] = [];
    for (const { id } of letters.filter(({ source }) => source.startsWith('geojson:'))) {
      const { reason, detail, bytes } = await shownLetter(system, id);
      found.push([reason, detail, bytes].map(printable));
    }
    const expected = features.map(({ reason, detail, kept }) => [reason, detail, kept]);
    assert.deepEqual(found.sort(), expected.sort());
  });

  it('leaves no failure behind, and a system that answers', async () => {
    assert.deepEqual(system.failures, []);
    await system.get('/readyz');
  });
});

async function sent(url: string, bad: BadRequest): Promise<{ status: number; body: Record<string, unknown> }> {
  const [method, path] = bad.request.split(' ');
  const text = typeof bad.body === 'string' ? bad.body : JSON.stringify(bad.body);
  const body = bad.base64 === undefined ? text : Buffer.from(bad.base64, 'base64');
  const headers = { 'content-type': bad.type ?? 'application/json' };
  const response = await fetch(`${url}${path}`, {
    method: method ?? '',
    headers,
    ...(body === undefined ? {} : { body }),
  });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}

/** The messages of an answer, by where they belong. */
function plain(detail: unknown): unknown {
  if (!Array.isArray(detail)) return detail;
  return Object.fromEntries(detail.map(({ loc, msg }: { loc: unknown[]; msg: string }) => [loc.join('.'), msg]));
}

async function shownLetter(system: RunningSystem, id: string) {
  const { out } = await system.halcyon('dead-letters', 'show', id, '--json');
  return JSON.parse(out) as { reason: string; detail: string; bytes: string };
}

async function lettersOf(system: RunningSystem, items: readonly PushedItem[]): Promise<string[]> {
  const bytes: string[] = [];
  for (const { id, status } of items) {
    if (status !== 'dead_letter') continue;
    bytes.push(printable((await shownLetter(system, String(id))).bytes).trimEnd());
  }
  return bytes;
}
