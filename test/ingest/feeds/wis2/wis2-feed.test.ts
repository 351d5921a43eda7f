import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { DecoderChoice } from '../../../../ingest/feeds/bufr/installed-decoder.ts';
import { brokerAddress } from '../../../../ingest/feeds/mqtt/broker-address.ts';
import { WIS2_KIND, wis2Feed } from '../../../../ingest/feeds/wis2/wis2-feed.ts';
import { bufrPrograms } from '../../../servers/bufr-programs.ts';
import { type Mosquitto, mosquittoMissing, startMosquitto } from '../../../servers/mosquitto.ts';
import { runFeedOn } from '../mqtt/brought.ts';
import { collection, notification } from './notifications.ts';

const NOW = Date.parse('2026-03-01T12:00:00Z');
const WSI = '0-20000-0-06700';
const TOPIC = 'cache/a/wis2/ch-meteoswiss/data/core/weather/surface-based-observations/synop';
const IN_SWITZERLAND = 'topics=cache/a/wis2/{network}/data/core/weather/surface-based-observations/synop';

const NO_DECODER: DecoderChoice = { decoder: 'none', python: 'python3' };
/** What a message of edition 4 begins with, of data of the surface of land. */
const BUFR = Buffer.concat([Buffer.from('BUFR\0\0\x28\x04'), Buffer.alloc(28), Buffer.from('7777')]);

const missing = mosquittoMissing();
describe('a feed of WIS2 notifications', () => {
  let broker: Mosquitto;
  let server: Server;
  let at = '';
  let clients = 0;
  let bulletin = Buffer.alloc(0);
  const asked: string[] = [];

  before(async function () {
    if (missing !== null) return this.skip();
    broker = await startMosquitto();
    server = createServer((request, response) => {
      const path = request.url ?? '';
      asked.push(path);
      const tries = asked.filter((one) => one === path).length;
      if (path.startsWith('/busy') && tries === 1) response.writeHead(503).end();
      else if (path === '/moved') response.writeHead(302, { location: '/data/moved' }).end();
      else if (path === '/round') response.writeHead(302, { location: '/round' }).end();
      else if (path === '/inside') response.writeHead(302, { location: 'http://169.254.169.254/latest' }).end();
      else if (path === '/gone') response.writeHead(404).end();
      else if (path === '/bulletin') response.end(bulletin);
      else if (path === '/slow') response.write('[');
      else if (path === '/huge') response.end(Buffer.alloc(17 * 1024 * 1024));
      else response.end(collection());
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    at = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  after(async () => {
    await broker?.remove();
    server?.closeAllConnections();
    server?.close();
  });

  /** What a feed brings of some messages: observations as station and temperature, dead letters as their details. */
  async function brought(
    messages: readonly string[],
    count: number,
    pieces = 'hosts=127.0.0.1',
    { timeoutMs = 20_000, bufr = NO_DECODER }: { timeoutMs?: number; bufr?: DecoderChoice } = {},
  ) {
    const address = `${broker.url()}#client_id=wis2-${++clients}&${IN_SWITZERLAND}&${pieces}`;
    const feed = wis2Feed(brokerAddress(address, WIS2_KIND, 'test'), { link: { timeoutMs, waits: [10] }, bufr });
    const running = runFeedOn(feed, NOW);
    await broker.subscribed(`wis2-${clients}`);
    await broker.publish(TOPIC, ...messages);
    await running.until(count);
    await running.stop();
    const observations = running.log.values('observations');
    return {
      log: running.log,
      observations: observations.map(({ network, station, values }) => `${network} ${station} ${values.temp_out}`),
      details: running.log.values('dead-letters').map(({ detail }) => detail),
    };
  }

  it('reads data in the message, in every encoding, and registers the station', async () => {
    const data = collection();
    const { log, observations } = await brought(
      [
        notification({ data, encoding: 'utf-8' }),
        notification({ data, encoding: 'base64' }),
        notification({ data, encoding: 'gzip', value: gzipSync(data).toString('base64') }),
      ],
      3,
    );
    assert.deepEqual(new Set(observations), new Set([`ch-meteoswiss ${WSI} 8.25`]));
    const [{ id, latitude, longitude, elevation, pressureLevel }] = log.values('stations');
    assert.deepEqual([id, latitude, longitude, elevation, pressureLevel], [WSI, 46.2475, 6.12775, 411, 'station']);
    assert.equal(log.values('observations')[0].source, 'wis2');
  });

  it('follows the link, where it moved and where it was busy too, once for data that are told of twice', async () => {
    const data = collection();
    const twice = notification({ data, href: `${at}/data/twice`, dataId: 'twice' });
    const { observations, details } = await brought(
      [
        twice,
        twice,
        notification({ data, href: `${at}/moved` }),
        notification({ data, href: `${at}/busy`, rel: 'http://def.wmo.int/def/rel/wnm/-/update' }),
        notification({ data, href: `${at}/deleted`, rel: 'http://def.wmo.int/def/rel/wnm/-/deletion' }),
      ],
      3,
    );
    assert.deepEqual([observations.length, details], [3, []]);
    assert.equal(asked.filter((path) => path === '/data/twice').length, 1);
    assert.equal(asked.filter((path) => path === '/deleted').length, 0);
  });

  it('keeps what cannot be had or is not what was notified, with the reason', async () => {
    const data = collection();
    const cases: readonly [string, RegExp][] = [
      [notification({ data, href: `${at}/gone` }), /\/gone' cannot be fetched: it answers 404/],
      [notification({ data, href: `${at}/huge` }), /it is larger than 16 MiB/],
      [notification({ data, href: `${at}/round` }), /it leads on and on/],
      [notification({ data, href: `${at}/inside` }), /169\.254\.169\.254 is not in the feed's hosts/],
      [notification({ data, href: 'ftp://127.0.0.1/x' }), /should be one of http or https/],
      [notification({ data: 'other', href: `${at}/data/other` }), /not those of the notification: their sha512/],
      [notification({ data, encoding: 'utf-8', value: 'changed' }), /not those of the notification/],
      [notification({ data, encoding: 'gzip', value: 'AAAA' }), /cannot be unpacked/],
      [notification({ data, encoding: 'rot13' }), /content\.encoding is 'rot13', should be utf-8, base64 or gzip/],
      [
        notification({ data, encoding: 'utf-8', properties: { integrity: { method: 'md5', value: '' } } }),
        /integrity\.method is 'md5'/,
      ],
      [
        notification({ data: BUFR, encoding: 'base64' }),
        /the BUFR message is not decoded: HALCYON_BUFR_DECODER turns decoding off/,
      ],
      [notification({ rel: 'item' }), /links has none that leads to data/],
      ['{"type": "Feature"}', /the message has no properties, should be a WIS2 notification message/],
      ['[]', /no GeoJSON Feature/],
      ['{', /the message is no JSON: it ends too soon/],
    ];
    const { details, log } = await brought(
      cases.map(([message]) => message),
      cases.length,
    );
    for (const [, why] of cases)
      assert.ok(
        details.some((detail) => why.test(detail)),
        `${why} in\n${details.join('\n')}`,
      );
    assert.equal(details.length, cases.length);
    assert.match(log.values('dead-letters')[0].source, new RegExp(`^wis2:${TOPIC}`));
  });

  it('reads BUFR, in the message and behind a link, where a decoder is installed', async function () {
    this.timeout(300_000);
    const programs = await bufrPrograms();
    if ('missing' in programs) {
      console.log(`      ${programs.missing}`);
      return this.skip();
    }
    bulletin = readFileSync(join(programs.messages, 'ISND02_LLBD.bufr'));
    const compressed = readFileSync(join(programs.messages, 'ISMD01_OKPR.bufr'));
    const { log, observations, details } = await brought(
      [
        notification({ data: bulletin, href: `${at}/bulletin`, type: 'application/bufr' }),
        notification({ data: compressed, encoding: 'base64' }),
        notification({ data: bulletin.subarray(0, 300), encoding: 'base64' }),
      ],
      31,
      undefined,
      { bufr: { decoder: 'auto', python: programs.python } },
    );
    assert.equal(observations.length, 30);
    for (const one of ['0-376-0-608 9.8', '0-376-0-661 9.83', '0-20000-0-11423 -2.3'])
      assert.ok(observations.includes(`ch-meteoswiss ${one}`), `${one} in ${observations.join()}`);
    const { latitude, longitude, elevation, pressureLevel } =
      log.values('stations').find(({ id }) => id === '0-376-0-608') ?? {};
    assert.deepEqual([latitude, longitude, elevation, pressureLevel], [33.0806, 35.1079, 10, 'station']);
    assert.equal(details.length, 1);
    assert.match(details[0], /the BUFR message is not decoded: /);
    const [letter] = log.values('dead-letters');
    // Behind it is what the feed knew beside the message: a replay needs it.
    assert.match(letter.mediaType, /^application\/bufr;otherwise=/);
    assert.deepEqual(Buffer.from(letter.body, 'base64'), bulletin.subarray(bulletin.indexOf('BUFR'), 300));
  });

  it('waits for no answer for long, and tries again', async () => {
    const message = notification({ data: collection(), href: `${at}/slow` });
    const { details } = await brought([message], 1, undefined, { timeoutMs: 100 });
    assert.match(details[0], /\/slow' cannot be fetched: it did not answer in 0\.1 s/);
    assert.equal(asked.filter((path) => path === '/slow').length, 2);
  });

  it('follows no link to this machine unless it is listed', async () => {
    const { details } = await brought([notification({ data: collection(), href: `${at}/data/own` })], 1, 'network=x');
    assert.match(details[0], /127\.0\.0\.1 is an address of this machine; list 127\.0\.0\.1 in the feed's hosts/);
    assert.ok(!asked.includes('/data/own'));
  });

  it('refuses hosts that are none', () => {
    const address = brokerAddress('mqtts://ada:secret@broker.example#hosts=a b', WIS2_KIND, 'test');
    assert.throws(
      () => wis2Feed(address),
      /^HalcyonError: HALCYON_FEED: wis2:mqtts:\/\/broker\.example#: hosts is 'a b'/,
    );
  });
});
