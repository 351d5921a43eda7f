import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import Koa from 'koa';
import { HalcyonError } from '../../../../schemas/errors.ts';
import { FileBody, sendFile } from '../../../../services/http/route/file-answer.ts';

const CONTENT = Buffer.from('0123456789');
const TAG = '"the-tag"';

describe('a file as an answer', () => {
  let server: Server;
  let size = CONTENT.length;
  let reads = 0;

  before(async () => {
    const application = new Koa();
    application.use(async (context) => {
      context.status = 200;
      const read = async (part = { start: 0, end: size - 1 }) => {
        reads += 1;
        return Readable.from([CONTENT.subarray(part.start, part.end + 1)]);
      };
      try {
        await sendFile(context, new FileBody({ size, tag: TAG, read }));
      } catch (error) {
        if (!(error instanceof HalcyonError)) throw error;
        context.status = error.status;
        context.body = error.message;
      }
    });
    server = application.listen(0, '127.0.0.1');
    await once(server, 'listening');
  });

  beforeEach(() => {
    size = CONTENT.length;
    reads = 0;
  });

  after(() => void server.close());

  async function asked(headers: Record<string, string>, method = 'GET') {
    const { port } = server.address() as AddressInfo;
    const answer = await fetch(`http://127.0.0.1:${port}/`, { headers, method });
    const told = ['content-range', 'content-length'].map((name) => answer.headers.get(name));
    return [answer.status, await answer.text(), ...told];
  }

  it('is not sent again to who has it', async () => {
    for (const had of [TAG, `W/${TAG}`, `"other", ${TAG}`, '*']) {
      assert.deepEqual(await asked({ 'If-None-Match': had }), [304, '', null, null], had);
    }
    assert.equal(reads, 0);
    assert.deepEqual(await asked({ 'If-None-Match': '"other"' }), [200, '0123456789', null, '10']);
  });

  it('is sent in part to who asks for one range', async () => {
    for (const [range, part, told] of [
      ['bytes=0-3', '0123', 'bytes 0-3/10'],
      ['bytes=8-', '89', 'bytes 8-9/10'],
      ['bytes=8-100', '89', 'bytes 8-9/10'],
      ['bytes=-3', '789', 'bytes 7-9/10'],
      ['bytes=-100', '0123456789', 'bytes 0-9/10'],
      ['Bytes=0-1', '01', 'bytes 0-1/10'],
      ['bytes=0-1,2-3', '0123', 'bytes 0-3/10'],
    ]) {
      assert.deepEqual(await asked({ Range: range }), [206, part, told, String(part.length)], range);
    }
  });

  it('is sent whole to who asks for what is no single range of bytes', async () => {
    for (const range of ['bytes=0-1,5-6', 'lines=0-1', 'lines=100-', 'bytes', 'bytes=a-b', 'bytes=', '']) {
      assert.deepEqual(await asked({ Range: range }), [200, '0123456789', null, '10'], range);
    }
    assert.deepEqual(await asked({ Range: 'bytes=0-1' }, 'HEAD'), [200, '', null, '10']);
  });

  it('has no part beyond its end', async () => {
    for (const range of ['bytes=10-', 'bytes=100-200', 'bytes=-0']) {
      const [status, message, told] = await asked({ Range: range });
      assert.deepEqual([status, told], [416, 'bytes */10'], range);
      assert.equal(message, `Range is '${range}', should be bytes of the file, which has 10`);
    }
    size = 0;
    assert.deepEqual(
      (await asked({ Range: 'bytes=-5' })).slice(0, 3).filter((_, at) => at !== 1),
      [416, 'bytes */0'],
    );
    assert.equal(reads, 0);
  });

  it('is sent whole where the client has a part of another one', async () => {
    assert.equal((await asked({ Range: 'bytes=5-', 'If-Range': TAG }))[1], '56789');
    for (const had of ['"other"', `W/${TAG}`, 'Mon, 30 Nov 2026 00:00:00 GMT']) {
      assert.deepEqual(await asked({ Range: 'bytes=5-', 'If-Range': had }), [200, '0123456789', null, '10'], had);
    }
  });
});
