import assert from 'node:assert/strict';
import { FakeParts } from '../../api/fake-parts.ts';
import { parsed, type Received, RunningApplication } from '../../api/running-application.ts';
import { someStation } from '../../api/some-records.ts';

async function startWith(environment: Record<string, string>): Promise<RunningApplication> {
  const parts = new FakeParts(environment);
  parts.stations = [someStation()];
  return new RunningApplication(parts).start();
}

function assertForbidden(answer: Received, reason: RegExp): void {
  assert.equal(answer.status, 403, answer.text);
  assert.equal(answer.error.code, 'forbidden_origin');
  assert.match(answer.error.detail, reason);
}

describe('the guard of a service on loopback', () => {
  let running: RunningApplication;
  before(async () => {
    running = await startWith({ HALCYON_CORS_ORIGINS: 'https://weather.example, http://localhost:5173' });
  });
  after(() => running.stop());

  for (const host of ['localhost', 'localhost:9999', 'LOCALHOST', '127.0.0.1', '127.5.5.5:1', '[::1]', '[::1]:8080']) {
    it(`serves requests addressed to ${host}`, async () => {
      assert.equal((await running.addressed({ Host: host })).status, 200);
    });
  }

  const STRANGERS = [
    'evil.example',
    'evil.example:8080',
    'localhost.evil.example',
    '127.0.0.1.nip.io',
    'localhost.',
    '192.168.1.5',
    '0.0.0.0',
    '[::]',
    'user@localhost',
    'localhost/x',
    'localhost:8080@evil.example',
    'localhost,evil.example',
    'localhost:99999999',
    '',
  ];
  for (const host of STRANGERS) {
    it(`refuses requests addressed to '${host}'`, async () => {
      assertForbidden(await running.addressed({ Host: host }), /not a name of this service/);
    });
  }

  it('refuses two Host headers, none at all, and an absolute target of another host', async () => {
    const two = await running.raw(
      'GET /api/v1/stations HTTP/1.1\r\nHost: localhost\r\nHost: evil.example\r\nConnection: close\r\n\r\n',
    );
    assert.ok([400, 403].includes(parsed(two).status), two);
    const none = await running.raw('GET /api/v1/stations HTTP/1.0\r\n\r\n');
    assert.equal(parsed(none).status, 403);
    assertForbidden(await running.addressed({ Host: 'localhost' }, 'http://evil.example/api/v1/stations'), /Host/);
    const own = await running.addressed({ Host: 'localhost' }, 'http://localhost/api/v1/stations');
    assert.equal(own.status, 200);
  });

  for (const name of ['Forwarded', 'X-Forwarded-For', 'X-Forwarded-Host', 'X-Forwarded-Proto', 'X-Real-IP']) {
    it(`refuses a request that carries ${name}`, async () => {
      assertForbidden(await running.addressed({ [name]: 'x' }), /came through a proxy/);
    });
  }

  const ORIGINS = [
    'null',
    'http://evil.example',
    'https://localhost.evil.example',
    'http://localhost:1',
    'http://[::1]',
    'x',
  ];
  for (const origin of ORIGINS) {
    it(`refuses pages of the origin ${origin}, reading and writing`, async () => {
      for (const method of ['GET', 'POST', 'OPTIONS']) {
        const answer = await running.addressed({ Origin: origin }, '/api/v1/stations', method);
        assertForbidden(answer, /may not call this service/);
        assert.equal(answer.headers.get('access-control-allow-origin'), null);
      }
    });
  }

  it('refuses a cross-site post without an Origin, and lets a link to here be followed', async () => {
    const cross = { 'Sec-Fetch-Site': 'cross-site', 'Sec-Fetch-Mode': 'no-cors', 'Sec-Fetch-Dest': 'image' };
    assertForbidden(await running.addressed(cross), /other sites/);
    assertForbidden(await running.addressed({ ...cross, 'Sec-Fetch-Site': 'same-site' }), /other sites/);
    const link = { 'Sec-Fetch-Site': 'cross-site', 'Sec-Fetch-Mode': 'navigate', 'Sec-Fetch-Dest': 'document' };
    assert.equal((await running.addressed(link)).status, 200);
    assertForbidden(await running.addressed(link, '/api/v1/stations', 'POST'), /other sites/);
    assertForbidden(await running.addressed({ ...link, 'Sec-Fetch-Dest': 'iframe' }), /other sites/);
    assert.equal((await running.addressed({ 'Sec-Fetch-Site': 'same-origin' })).status, 200);
    assert.equal((await running.addressed({ 'Sec-Fetch-Site': 'none' })).status, 200);
  });

  it('lets its own pages and the listed origins in, and answers their preflight', async () => {
    assert.equal((await running.addressed({ Host: 'localhost:81', Origin: 'http://localhost:81' })).status, 200);
    const Origin = 'https://weather.example';
    const read = await running.addressed({ Origin, 'Sec-Fetch-Site': 'cross-site' });
    assert.equal(read.status, 200);
    assert.equal(read.headers.get('access-control-allow-origin'), Origin);
    assert.equal(read.headers.get('access-control-allow-credentials'), null);
    assert.match(read.headers.get('vary') ?? '', /Origin/);
    const preflight = await running.addressed(
      { Origin, 'Access-Control-Request-Method': 'POST' },
      '/api/v1/detect',
      'OPTIONS',
    );
    assert.equal(preflight.status, 204);
    assert.match(preflight.headers.get('access-control-allow-methods') ?? '', /POST/);
    assert.match(preflight.headers.get('access-control-allow-headers') ?? '', /Content-Type/);
    const failed = await running.addressed({ Origin }, '/nowhere');
    assert.equal(failed.status, 404);
    assert.equal(failed.headers.get('access-control-allow-origin'), Origin);
  });

  it('shows no control characters of a header back', async () => {
    const { error } = await running.addressed({ Origin: `http://\u00e9<script>${'x'.repeat(300)}` });
    assert.ok(error.detail.length < 300);
    assert.match(error.detail, /^[\x20-\x7e]+$/);
  });
});

describe('the guard of a service with a public URL', () => {
  it('knows that name and its origin', async () => {
    const running = await startWith({ HALCYON_PUBLIC_URL: 'https://halcyon.example/base', HALCYON_HOST: '127.0.0.1' });
    try {
      const Host = 'halcyon.example';
      assert.equal((await running.addressed({ Host, Origin: 'https://halcyon.example' })).status, 200);
      // Not on loopback as a whole: literal addresses are good, proxies too; other names are not.
      assert.equal((await running.addressed({ Host: '10.0.0.7:8080', 'X-Forwarded-For': '1.2.3.4' })).status, 200);
      assertForbidden(await running.addressed({ Host: 'evil.example' }), /not a name/);
      assertForbidden(await running.addressed({ Host, Origin: 'https://evil.example' }), /may not call/);
    } finally {
      await running.stop();
    }
  });
});

describe('HALCYON_CORS_ORIGINS', () => {
  for (const origins of ['*', 'weather.example', 'https://weather.example/', 'https://a.example,null']) {
    it(`refuses to start with ${origins}`, async () => {
      await assert.rejects(startWith({ HALCYON_CORS_ORIGINS: origins }), { code: 'invalid_configuration' });
    });
  }
});
