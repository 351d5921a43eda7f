import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { geojsonPlace } from '../../../../ingest/feeds/geojson/geojson-place.ts';

describe('the place of a GeoJSON feed at a URL', () => {
  let server: Server;
  let port: number;
  /** Paths that were asked for, with what was shown as a password. */
  let asked: string[];
  /** Where `/away` leads to. */
  let away: string;

  beforeEach(async () => {
    asked = [];
    server = createServer(({ url = '', headers }, response) => {
      asked.push(`${url} ${headers.authorization ?? 'nothing'}`);
      if (url === '/away') response.writeHead(302, { location: away }).end();
      else if (url === '/packed') response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync('{"packed":1}'));
      else response.writeHead(200).end('{}');
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    port = (server.address() as AddressInfo).port;
  });
  afterEach(() => new Promise((resolve) => server.close(resolve)));

  const read = (address: string) =>
    geojsonPlace(address).read({ known: '', signal: new AbortController().signal, now: Date.now() });

  it('is read where it leads on to on the same host, also packed', async () => {
    away = '/packed';
    assert.equal((await read(`http://ada:secret@127.0.0.1:${port}/away`))?.text, '{"packed":1}');
    const basic = `Basic ${btoa('ada:secret')}`;
    assert.deepEqual(asked, [`/away ${basic}`, `/packed ${basic}`]);
  });

  it('is not read where it leads to another host on this machine or near it', async () => {
    for (const where of [`http://localhost:${port}/x`, 'http://169.254.169.254/latest/meta-data/']) {
      away = where;
      await assert.rejects(read(`http://127.0.0.1:${port}/away`), /is an address of this machine|is never called/);
    }
    assert.deepEqual([...new Set(asked)], ['/away nothing']);
  });

  it('ends where it leads on without end', async () => {
    away = '/away';
    await assert.rejects(read(`http://127.0.0.1:${port}/away`), /leads on and on/);
  });
});
