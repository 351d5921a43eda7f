import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { GeojsonAddress } from '../../../../ingest/feeds/geojson/geojson-address.ts';
import { geojsonFeed } from '../../../../ingest/feeds/geojson/geojson-feed.ts';
import { geojsonPlace } from '../../../../ingest/feeds/geojson/geojson-place.ts';
import { LogIntake } from '../../../../ingest/intake/log-intake.ts';
import { StationDirectory } from '../../../../ingest/intake/station-directory.ts';
import { PLAIN_FORM } from '../../../../ingest/validation/source-form.ts';
import { linesTo } from '../../../../schemas/logger.ts';
import { seeded } from '../../../detectors/stages/small-network.ts';
import { MemoryLog } from '../../memory-log.ts';
import { ChangingFeed, type Shown, STEP_MS } from './changing-feed.ts';

const START = Date.UTC(2026, 2, 1, 6);
const HOURS = 6;
const END = START + HOURS * 3_600_000;
const LIMITS = { timeoutMs: 150, mostBytes: 200_000 };
const RETRY_AFTER_S = 420;

/** A place whose content follows the simulated clock. */
interface ChangingPlace {
  readonly address: string;
  /** Brings the place to a time. */
  reach(time: number): Promise<void>;
  close(): Promise<void>;
  /** Everything that stood in documents that could be read whole, in the order of the looks; filled as they come. */
  readonly shown: Shown[];
  /** Status and time of each answer. */
  readonly answers: { status: number; time: number }[];
}

const broken: Partial<Record<string, (text: string) => string>> = {
  half: (text) => text.slice(0, text.length / 2),
  no_json: () => '<html>Service Temporarily Unavailable</html>',
  no_collection: () => '{"type": "FeatureCollection", "features": {"0": 1}}',
  huge: (text) => `${text.slice(0, -1)}, "padding": "${'x'.repeat(LIMITS.mostBytes)}"}`,
};

async function changingServer(feed: ChangingFeed): Promise<ChangingPlace> {
  const shown: Shown[] = [];
  const answers: { status: number; time: number }[] = [];
  let now = START;
  const answer = (response: ServerResponse, match: string | undefined) => {
    const fault = feed.faultAt(now);
    const { text, shown: inside } = feed.documentAt(fault === 'stale' ? now - 3 * STEP_MS : now);
    const etag = `"${createHash('sha1').update(text).digest('hex')}"`;
    const reply = (status: number, headers: Record<string, string>, body: string) => {
      answers.push({ status, time: now });
      response.writeHead(status, headers).end(body);
    };
    if (fault === 'slow') answers.push({ status: 0, time: now });
    else if (fault === 'error_500') reply(500, {}, 'oops');
    else if (fault === 'retry_after') reply(503, { 'retry-after': String(RETRY_AFTER_S) }, 'busy');
    else if (broken[fault] !== undefined) reply(200, { etag: `"${now}"` }, broken[fault](text));
    else if (match === etag) reply(304, { etag }, '');
    else {
      shown.push(...inside);
      reply(200, { etag }, text);
    }
  };
  const server: Server = createServer((request, response) => answer(response, request.headers['if-none-match']));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const shut = async () => {
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  };
  return {
    address: `http://127.0.0.1:${port}/latest`,
    shown,
    answers,
    async reach(time) {
      now = time;
      const refused = feed.faultAt(time) === 'refused';
      if (refused && server.listening) await shut();
      else if (!refused && !server.listening) {
        server.listen(port, '127.0.0.1');
        await once(server, 'listening');
      }
    },
    async close() {
      if (server.listening) await shut();
    },
  };
}

async function changingFile(feed: ChangingFeed): Promise<ChangingPlace> {
  const folder = mkdtempSync(join(tmpdir(), 'halcyon-hours-'));
  const path = join(folder, 'latest.geojson');
  const shown: Shown[] = [];
  const place: ChangingPlace = {
    address: path,
    shown,
    answers: [],
    async reach(time) {
      const fault = feed.faultAt(time);
      const { text, shown: inside } = feed.documentAt(fault === 'stale' ? time - 3 * STEP_MS : time);
      if (['error_500', 'refused', 'retry_after', 'slow'].includes(fault)) rmSync(path, { force: true });
      else writeFileSync(path, broken[fault]?.(text) ?? text);
      if (fault === 'none' || fault === 'stale') shown.push(...inside);
    },
    async close() {
      rmSync(folder, { recursive: true });
    },
  };
  await place.reach(START);
  return place;
}

interface Hours {
  readonly log: MemoryLog;
  readonly place: ChangingPlace;
  readonly pauses: readonly number[];
  readonly said: readonly string[];
  /** Time of the last look. */
  readonly last: number;
}

/** Runs the feed over hours of simulated time. */
async function hoursOf(place: ChangingPlace): Promise<Hours> {
  const log = new MemoryLog();
  const controller = new AbortController();
  const { signal } = controller;
  const random = seeded(5);
  let now = START;
  let last = START;
  const pauses: number[] = [];
  const said: string[] = [];
  const intake = new LogIntake({ log, stations: new StationDirectory(), now: () => now, hindsightMs: 3_600_000 });
  const address: GeojsonAddress = {
    place: geojsonPlace(place.address, LIMITS),
    network: 'net',
    form: PLAIN_FORM,
    zone: null,
  };
  const sleep = async (ms: number) => {
    pauses.push(ms);
    last = now;
    now += ms;
    if (now > END) controller.abort();
    else await place.reach(now);
  };
  await geojsonFeed(address, { everyMs: 60_000, random, sleep }).run({
    intake,
    signal,
    now: () => now,
    logger: linesTo((line) => said.push(line)),
  });
  await place.close();
  return { log, place, pauses, said, last };
}

/** The values of each observation in the order in which they came, repetitions taken off. */
function coursesOf(all: readonly Shown[]): Map<string, number[]> {
  const courses = new Map<string, number[]>();
  for (const { key, value } of all) {
    const course = courses.get(key) ?? [];
    if (course.at(-1) !== value) courses.set(key, [...course, value]);
  }
  return courses;
}

function broughtOf(log: MemoryLog): Shown[] {
  return log
    .values('observations')
    .map(({ station, time, values }) => ({ key: `${station}|${time}`, value: values.temp_out ?? Number.NaN }));
}

const FORMS = [
  ['a URL', changingServer],
  ['a file', changingFile],
] as const;

for (const [form, open] of FORMS) {
  describe(`six hours of a GeoJSON feed in ${form} that changes, breaks, returns and repeats`, () => {
    let newest: Hours;
    let several: Hours;
    before(async () => {
      newest = await hoursOf(await open(new ChangingFeed(START, 1)));
      several = await hoursOf(await open(new ChangingFeed(START, 4)));
    });

    it('brings everything that could be read, each state of it once', () => {
      for (const { log, place } of [newest, several]) {
        const brought = broughtOf(log);
        const expected = coursesOf(place.shown);
        assert.ok(expected.size > 200, `${expected.size} observations were shown`);
        assert.ok(
          [...expected.values()].some((course) => course.length === 2),
          'some were corrected',
        );
        assert.deepEqual(new Map([...coursesOf(brought)].sort()), new Map([...expected].sort()));
        const states = [...expected.values()].reduce((sum, course) => sum + course.length, 0);
        assert.equal(brought.length, states, 'nothing came twice');
        assert.equal(log.of('dead-letters').length, 0);
      }
    });

    it('misses no observation that stands in the feed for five minutes after an outage', () => {
      const brought = new Set(broughtOf(newest.log).map(({ key }) => key));
      const standing = new ChangingFeed(START, 1).standingFor(300_000, newest.last);
      // A server that asks to be left alone is: what it showed and replaced meanwhile is not seen.
      const missed = [...standing].filter((key) => !brought.has(key));
      assert.deepEqual(missed, []);
      assert.ok(standing.size > 150);
    });

    it('has no gap where the feed holds forty minutes', () => {
      const brought = new Set(broughtOf(several.log).map(({ key }) => key));
      for (let station = 0; station < 8; station++) {
        for (let time = START; time < several.last - 2 * STEP_MS; time += STEP_MS) {
          assert.ok(brought.has(`s${station}|${time}`), `s${station} ${new Date(time).toISOString()}`);
        }
      }
    });

    it('says once when it is away and once when it is back', () => {
      for (const { said } of [newest, several]) {
        assert.ok(said.length >= 14, `${said.length} lines`);
        for (const [k, line] of said.entries())
          assert.match(line, k % 2 === 0 ? /is away: .*tried again$/ : /is back$/);
      }
    });

    it('looks every minute, after failures less often, by jitter, never less than every five minutes unasked', () => {
      for (const { pauses } of [newest, several]) {
        const longer = pauses.filter((pause) => pause !== 60_000);
        assert.ok(longer.length > 10 && new Set(longer).size > 8, 'jitter');
        for (const pause of longer) {
          assert.ok((pause >= 60_000 && pause <= 300_000) || pause === RETRY_AFTER_S * 1000, `${pause} ms`);
        }
      }
    });
  });
}

describe('six hours of a GeoJSON feed on a server', () => {
  it('asks with the version it knows, and leaves a server alone as long as it asks', async () => {
    const { place } = await hoursOf(await changingServer(new ChangingFeed(START, 1)));
    const statuses = place.answers.map(({ status }) => status);
    assert.ok(statuses.filter((status) => status === 304).length > 20, 'some looks find nothing new');
    const asked = place.answers.findIndex(({ status }) => status === 503);
    assert.ok(asked > 0);
    assert.equal(place.answers[asked + 1].time - place.answers[asked].time, RETRY_AFTER_S * 1000);
  });
});

describe('the version of a file', () => {
  it('is relied on once the file is older than two seconds, and not before', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'halcyon-version-'));
    const path = join(folder, 'latest.geojson');
    const place = geojsonPlace(path);
    const read = (known: string) => place.read({ known, signal: new AbortController().signal, now: Date.now() });
    try {
      writeFileSync(path, '1');
      const first = await read('');
      assert.deepEqual(first, { text: '1', version: '' });
      writeFileSync(path, '2');
      assert.equal((await read(first?.version ?? ''))?.text, '2', 'same size, and perhaps the same time');
      utimesSync(path, 1000, 1000);
      const settled = await read('');
      assert.equal(await read(settled?.version ?? ''), null);
      writeFileSync(path, '3');
      assert.equal((await read(settled?.version ?? ''))?.text, '3');
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});
