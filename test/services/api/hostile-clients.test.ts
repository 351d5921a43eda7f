import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { gate } from '../../gate.ts';
import { until } from '../../until.ts';
import { FakeParts } from './fake-parts.ts';
import { parsed, RunningApplication } from './running-application.ts';
import { someStation } from './some-records.ts';

const PUSH = '/api/v1/observations';
const LIMIT = 100_000;

function connected(port: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => resolve(socket));
    socket.once('error', reject);
  });
}

/** Collects what a socket brings until it closes. */
function answerOf(socket: Socket): Promise<string> {
  return new Promise((resolve) => {
    let text = '';
    socket.on('data', (chunk) => {
      text += chunk.toString();
    });
    socket.on('error', () => {});
    socket.on('close', () => resolve(text));
  });
}

describe('hostile and unlucky clients', () => {
  const parts = new FakeParts();
  const running = new RunningApplication(parts);
  before(async () => {
    parts.limits = { pushBytes: LIMIT, bodyBytes: LIMIT, bodyIdleMs: 150 };
    parts.stations = [someStation()];
    await running.start();
  });
  after(() => running.stop());
  beforeEach(() => {
    parts.failures.length = 0;
    parts.submitted.length = 0;
  });

  const head = (lines: string) =>
    `POST ${PUSH} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nConnection: close\r\n${lines}\r\n`;

  it('takes a body of exactly the limit and refuses one byte more, declared or streamed', async () => {
    const send = (size: number, streamed: boolean) => {
      const text = Buffer.alloc(size, 0x20);
      const body = streamed
        ? new ReadableStream({
            start(controller) {
              for (let at = 0; at < size; at += 7_777) controller.enqueue(text.subarray(at, at + 7_777));
              controller.close();
            },
          })
        : text;
      const init = { method: 'POST', headers: { 'Content-Type': 'application/json' }, body, duplex: 'half' };
      return running.request(PUSH, init as RequestInit);
    };
    for (const streamed of [false, true]) {
      assert.equal((await send(LIMIT, streamed)).status, 200);
      const refused = await send(LIMIT + 1, streamed);
      assert.equal(refused.status, 413);
      assert.equal(refused.error.code, 'payload_too_large');
      assert.match(refused.error.detail, /100000 bytes/);
      const large = await send(2_000_000, streamed);
      assert.equal(large.status, 413);
    }
    assert.equal(parts.submitted.length, 2);
  });

  it('refuses a body declared endless before any of it came', async () => {
    const answer = parsed(await running.raw(head('Content-Length: 99999999999\r\n')));
    assert.equal(answer.status, 413);
  });

  it('cuts off a client that goes on sending long after it was refused', async () => {
    const socket = await connected(running.listening.port);
    const answer = answerOf(socket);
    socket.write(head('Transfer-Encoding: chunked\r\n'));
    const chunk = Buffer.concat([Buffer.from('100000\r\n'), Buffer.alloc(0x100000, 0x20), Buffer.from('\r\n')]);
    let sent = 0;
    while (!socket.destroyed && sent < 64) {
      if (!socket.write(chunk))
        await Promise.race([once(socket, 'drain'), once(socket, 'close')]).catch(() => undefined);
      sent += 1;
    }
    await answer;
    assert.ok(sent < 64, 'the connection was never cut');
    assert.equal(parts.submitted.length, 0);
  });

  it('ends a body that pauses too long with 408', async () => {
    const socket = await connected(running.listening.port);
    const answer = answerOf(socket);
    socket.write(`${head('Content-Length: 50\r\n')}{"a`);
    const received = parsed(await answer);
    assert.equal(received.status, 408);
    assert.equal(received.error.code, 'request_timeout');
  });

  it('ends a body that drips on for fifteen pauses with 408', async () => {
    const socket = await connected(running.listening.port);
    const answer = answerOf(socket);
    socket.write(head('Content-Length: 50000\r\n'));
    const dripping = setInterval(() => socket.write('['), 50);
    const { status } = parsed(await answer);
    clearInterval(dripping);
    assert.equal(status, 408);
  });

  it('takes a body that comes slowly but steadily', async () => {
    const socket = await connected(running.listening.port);
    const answer = answerOf(socket);
    socket.write(head('Content-Length: 6\r\n'));
    for (const character of '[1, 2]') {
      const written = performance.now();
      await until('a part of the longest pause is over', () => performance.now() > written + 60);
      socket.write(character);
    }
    assert.equal(parsed(await answer).status, 200);
  });

  it('calls an upload that was broken off no failure, and serves on', async () => {
    for (let time = 0; time < 5; time += 1) {
      const socket = await connected(running.listening.port);
      await new Promise((resolve) => socket.write(`${head('Content-Length: 5000\r\n')}{"a":`, resolve));
      // It is asked behind what came of the upload, and of its end.
      assert.equal((await running.request('/healthz')).status, 200);
      socket.destroy();
      assert.equal((await running.request('/healthz')).status, 200);
    }
    assert.deepEqual(parts.failures, []);
    assert.equal(parts.submitted.length, 0);
  });

  it('answers what is no HTTP, bad lengths and endless headers in the form of every error', async () => {
    for (const [text, status] of [
      ['hello\r\n\r\n', 400],
      ['GET / HTTP/1.1\r\nConnection: close\r\n\r\n', 403],
      [head('Content-Length: -5\r\n'), 400],
      [head('Content-Length: 5\r\nTransfer-Encoding: chunked\r\n'), 400],
      [head('Transfer-Encoding: chunked\r\n').concat('zz\r\n'), 400],
      [`GET / HTTP/1.1\r\nHost: localhost\r\nX: ${'x'.repeat(40_000)}\r\n\r\n`, 431],
    ] as const) {
      const answer = await running.raw(text);
      const received = parsed(answer);
      assert.equal(received.status, status, text.slice(0, 60));
      if (received.text !== '') {
        assert.equal(typeof received.error.detail, 'string');
        assert.equal(typeof received.error.code, 'string');
      }
    }
    assert.deepEqual(parts.failures, []);
  });

  const PATHS: [path: string, status: number][] = [
    ['/api/v1/../../etc/passwd', 404],
    ['/%2e%2e/%2e%2e/etc/passwd', 404],
    ['/api/v1/%2e%2e/healthz', 404],
    ['/api/v1//stations', 404],
    ['/api/v1/stations//', 404],
    ['//evil.example/api/v1/stations', 404],
    ['/api/v1/stations/..%2f..%2fetc', 404],
    ['/api/v1/stations/%00', 422],
    ['/api/v1/stations/%ff', 404],
    [`/api/v1/stations/${'x'.repeat(8000)}`, 422],
    ['/API/V1/STATIONS', 404],
    ['/api/v1/stations;x=1', 404],
    ['/api/v1/stations%3flimit=1', 404],
    ['/api/v1/stations\\..\\', 404],
    ['/constructor', 404],
    ['/__proto__', 404],
  ];
  for (const [path, status] of PATHS) {
    it(`answers ${status} for ${path.slice(0, 50)}`, async () => {
      const answer = parsed(await running.raw(`GET ${path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`));
      assert.equal(answer.status, status, answer.text);
      assert.ok((status === 422 ? answer.problems : answer.error.detail).length > 0);
    });
  }

  it('answers methods that nobody has', async () => {
    for (const method of ['TRACE', 'PROPFIND', 'PATCH', 'DELETE']) {
      const answer = parsed(
        await running.raw(`${method} /api/v1/stations HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`),
      );
      assert.ok([404, 405, 501].includes(answer.status), `${method}: ${answer.status}`);
    }
    const all = parsed(await running.raw('OPTIONS * HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n'));
    assert.ok(all.status < 500);
  });

  it('puts nothing on the prototype of objects', async () => {
    await running.json('PUT', '/api/v1/stations/a', '{"__proto__":{"polluted":1},"latitude":1,"longitude":1}');
    await running.request('/api/v1/stations?__proto__[polluted]=1&constructor.prototype.polluted=1');
    assert.equal(({} as Record<string, unknown>)['polluted'], undefined);
  });

  it('keeps no more than the limit in flight: nine large pushes at once, one is told to wait', async () => {
    const { passed: wait, open: finish } = gate();
    let underWay = 0;
    parts.trouble = () => {
      underWay++;
      return wait;
    };
    const push = () => running.json('POST', PUSH, '{}');
    const eight = Array.from({ length: 8 }, push);
    await until('eight are under way', () => underWay === 8);
    const ninth = await push();
    finish();
    parts.trouble = null;
    assert.equal(ninth.status, 503);
    for (const answer of await Promise.all(eight)) assert.equal(answer.status, 200);
  });
});
