import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { gunzipSync } from 'node:zlib';
import Koa from 'koa';
import { type Listening, listen } from '../../../../services/http/listening/listening.ts';
import { SharedAnswer } from '../../../../services/http/route/shared-answer.ts';

const TEXT = 'one of many lines\n'.repeat(1_000);

describe('an answer that everybody shares', () => {
  let listening: Listening;
  let shared: SharedAnswer;
  let made: number;
  let make: () => Promise<{ status: number; body: unknown; type?: string }>;

  before(async () => {
    const application = new Koa({ asyncLocalStorage: false });
    application.silent = true;
    application.use((context) => shared.send(context, () => make()));
    listening = await listen(application, { host: '127.0.0.1', port: 0, graceMs: 1_000 });
  });
  after(() => listening.close());
  beforeEach(() => {
    shared = new SharedAnswer('document', 0);
    made = 0;
    make = async () => {
      made += 1;
      return { status: 200, body: TEXT, type: 'text/plain' };
    };
  });

  const ask = (headers: Record<string, string> = {}) => fetch(listening.url, { headers });

  // A document of half a megabyte was built anew for each of 40 who asked at once: nothing else was answered for 11 s.
  it('is made once, however many ask at once and later', async () => {
    const texts = await Promise.all(Array.from({ length: 200 }, async () => (await ask()).text()));
    assert.deepEqual([new Set(texts), made], [new Set([TEXT]), 1]);
    await ask();
    assert.equal(made, 1);
  });

  it('is compressed for who takes it, as it is for others, and tagged alike', async () => {
    const plain = await ask({ 'Accept-Encoding': 'identity' });
    const { hostname, port } = new URL(listening.url);
    const asked = request({ hostname, port, headers: { 'Accept-Encoding': 'gzip' } }).end();
    const [response] = (await once(asked, 'response')) as [IncomingMessage];
    const bytes = Buffer.concat(await response.toArray());
    const encoding = response.headers['content-encoding'];
    assert.equal(encoding, 'gzip');
    assert.ok(bytes.length < TEXT.length / 10);
    assert.equal(gunzipSync(bytes).toString(), TEXT);
    assert.equal(await plain.text(), TEXT);
    assert.equal(plain.headers.get('content-encoding'), null);
    assert.equal(plain.headers.get('vary'), 'Accept-Encoding');
    assert.match(plain.headers.get('etag') ?? '', /^W\/".{22}"$/);
  });

  it('is 304 for who has it already', async () => {
    const tag = (await ask()).headers.get('etag') ?? '';
    const had = await ask({ 'If-None-Match': tag });
    assert.deepEqual([had.status, await had.text()], [304, '']);
    assert.equal((await ask({ 'If-None-Match': 'W/"another"' })).status, 200);
  });

  it('is made anew when its time is over, if it says how something stands', async () => {
    shared = new SharedAnswer('level', 0);
    for (let k = 0; k < 3; k++) await ask();
    assert.equal(made, 3);
  });

  it('is not kept where it could not be made', async () => {
    const well = make;
    make = () => Promise.reject(new Error('away'));
    assert.equal((await ask()).status, 500);
    make = well;
    assert.equal((await ask()).status, 200);
  });
});
