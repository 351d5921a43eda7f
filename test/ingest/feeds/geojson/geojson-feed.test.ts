import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { geojsonAddress } from '../../../../ingest/feeds/geojson/geojson-address.ts';
import { geojsonFeed } from '../../../../ingest/feeds/geojson/geojson-feed.ts';
import { geojsonPlace } from '../../../../ingest/feeds/geojson/geojson-place.ts';
import { LogIntake } from '../../../../ingest/intake/log-intake.ts';
import { StationDirectory } from '../../../../ingest/intake/station-directory.ts';
import { linesTo } from '../../../../schemas/logger.ts';
import { MemoryLog } from '../../memory-log.ts';
import { feedContract } from '../feed-contract.ts';

const NOW = Date.UTC(2026, 2, 1, 12);

/** A feature as the network serves it. */
function feature(id: string, slot: number, changes: Record<string, unknown> = {}): unknown {
  const properties = {
    fid: 7,
    station_file: id,
    station_name_en: `Station ${id}`,
    station_name_gr: 'Σταθμός',
    elevation: 1413,
    ts: NOW / 1000 - 86_400 + slot * 600,
    temp_out: slot / 10,
    hi_temp: 30,
    wind_dir_str: 'NNE',
    ...changes,
  };
  return { type: 'Feature', geometry: { type: 'Point', coordinates: [23.7, 38.1] }, properties };
}

const collection = (...features: unknown[]) => JSON.stringify({ type: 'FeatureCollection', features });

describe('a GeoJSON feed', () => {
  let folder: string;
  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'halcyon-geojson-'));
  });
  after(() => rmSync(folder, { recursive: true }));

  feedContract('geojson', async () => {
    const path = join(folder, 'net.geojson');
    const good = Array.from({ length: 100 }, (_, index) => feature(`s${index % 10}`, Math.floor(index / 10)));
    writeFileSync(path, collection(...good, 5, feature('s1', 50, { temp_out: 'abc' }), feature('', 50, { fid: null })));
    return {
      items: null,
      enough: 103,
      clock: () => () => NOW,
      feed: () => geojsonFeed(geojsonAddress(path), { everyMs: 5, waits: [1, 1] }),
    };
  });

  it('loses nothing and doubles nothing while it breaks, returns and repeats', async () => {
    const two = collection(feature('a', 0), feature('b', 0));
    const answers: readonly (readonly [number, string, string])[] = [
      [200, two, '"1"'],
      [304, '', '"1"'],
      [500, 'oops', ''],
      [200, two.slice(0, 50), '"2"'],
      [200, '<html>', ''],
      [200, collection(feature('a', 1), feature('b', 0)), '"3"'],
      [200, collection(feature('b', 1), feature('a', 1), feature('a', 1)), ''],
    ];
    const asked: (string | undefined)[] = [];
    const controller = new AbortController();
    const server = createServer((request, response) => {
      const answer = answers[asked.length];
      asked.push(request.headers['if-none-match']);
      if (answer === undefined) {
        controller.abort();
        response.destroy();
        return;
      }
      const [status, body, etag] = answer;
      response.writeHead(status, etag === '' ? {} : { etag }).end(body);
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const log = new MemoryLog();
    const stations = new StationDirectory();
    const intake = new LogIntake({ log, stations, now: () => NOW, hindsightMs: 3_600_000 });
    const said: string[] = [];
    const place = geojsonAddress(`http://127.0.0.1:${(server.address() as AddressInfo).port}/api/latest`);
    const context = {
      intake,
      signal: controller.signal,
      now: () => NOW,
      logger: linesTo((line: string) => said.push(line)),
    };
    await geojsonFeed(place, { everyMs: 2, random: () => 0 }).run(context);
    server.close();
    assert.deepEqual(
      log.values('observations').map(({ station, values }) => [station, values.temp_out]),
      [
        ['a', 0],
        ['b', 0],
        ['a', 0.1],
        ['b', 0.1],
      ],
    );
    assert.equal(log.of('dead-letters').length, 0);
    assert.deepEqual(asked.slice(0, 7), [undefined, '"1"', '"1"', '"1"', '"1"', '"1"', '"3"']);
    assert.match(said[0], /is away: it answers 500; it is tried again/);
    assert.match(said[1], /is back/);
    assert.equal(said.length, 2);
    const station = stations.get('127.0.0.1', 'a');
    assert.deepEqual(
      [station?.name, station?.latitude, station?.longitude, station?.elevation],
      ['Station a', 38.1, 23.7, 1413],
    );
    assert.deepEqual(log.values('observations')[0]?.extras['wind_dir_str'], 'NNE');
  });

  it('refuses a place that is none, without its password', () => {
    for (const text of ['', 'ftp://u:secret@host/x']) {
      assert.throws(
        () => geojsonPlace(text),
        (error: Error) =>
          /should be followed by an http URL or a path/.test(error.message) && !error.message.includes('secret'),
      );
    }
    assert.equal(geojsonPlace('https://u:secret@host.example/x?key=1').title, 'https://host.example/x');
  });
});
