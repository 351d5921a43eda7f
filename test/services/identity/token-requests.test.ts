import assert from 'node:assert/strict';
import { request } from 'node:http';
import { connect } from 'node:net';
import { ADAS_PASSWORD, RunningIdentity } from './running-identity.ts';

describe('requests for tokens', () => {
  let identity: RunningIdentity;
  let url: string;
  before(async () => {
    identity = await RunningIdentity.start();
    url = `${identity.url}/oauth/realms/halcyon/protocol/openid-connect/token`;
  });
  after(() => identity.stop());

  const form = `grant_type=password&client_id=web&username=ada&password=${encodeURIComponent(ADAS_PASSWORD)}`;
  const FORM = { 'Content-Type': 'application/x-www-form-urlencoded' };
  const refused = async (init: RequestInit, status: number, error: string, at = url) => {
    const response = await fetch(at, { method: 'POST', headers: FORM, ...init });
    const text = await response.text();
    assert.equal(response.status, status, text);
    const body = JSON.parse(text) as Record<string, string>;
    assert.equal(body['error'] ?? body['code'], error, text);
    assert.doesNotMatch(text, /node_modules|at |\.ts/);
  };

  it('are refused with a parameter given twice', async () => {
    await refused({ body: `${form}&username=bob` }, 400, 'invalid_request');
    await refused({ body: `${form}&grant_type=client_credentials` }, 400, 'invalid_request');
    await refused({ body: `${form}&scope=dmm&scope=aps` }, 400, 'invalid_request');
  });

  it('are refused with credentials in the query', async () => {
    await refused({ body: form }, 400, 'invalid_request', `${url}?client_id=web`);
    await refused({}, 400, 'invalid_request', `${url}?${form}`);
  });

  it('are refused in another media type, or too large', async () => {
    const json = JSON.stringify(Object.fromEntries(new URLSearchParams(form)));
    await refused({ headers: { 'Content-Type': 'application/json' }, body: json }, 400, 'invalid_request');
    await refused({ headers: { 'Content-Type': 'text/plain' }, body: form }, 400, 'invalid_request');
    await refused({ body: `${form}&x=${'x'.repeat(70_000)}` }, 413, 'payload_too_large');
    const many = Array.from({ length: 60 }, (_, i) => `&a${i}=1`).join('');
    await refused({ body: form + many }, 400, 'invalid_request');
  });

  it('are refused where a client proves itself in two ways, or in one that is none', async () => {
    const basic = (text: string) => ({ ...FORM, Authorization: `Basic ${Buffer.from(text).toString('base64')}` });
    const grant = 'grant_type=client_credentials';
    const two = `${grant}&client_id=dmm&client_secret=secret-of-dmm`;
    await refused({ headers: basic('dmm:secret-of-dmm'), body: two }, 400, 'invalid_request');
    await refused({ headers: basic('dmm:secret-of-dmm'), body: `${grant}&client_id=aps` }, 400, 'invalid_request');
    for (const Authorization of ['Basic', 'Basic !!!', 'Basic ZG1t', 'Bearer abc', 'Digest x', 'Basic ']) {
      await refused({ headers: { ...FORM, Authorization }, body: grant }, 401, 'invalid_client');
    }
    await refused({ body: grant }, 401, 'invalid_client');
  });

  it('have no way to put a header into an answer', async () => {
    const answer = await fetch(url, {
      method: 'POST',
      headers: FORM,
      body: `${form}&scope=${encodeURIComponent('a\r\nSet-Cookie: x=1')}`,
    });
    assert.equal(answer.status, 400);
    assert.equal(answer.headers.get('set-cookie'), null);
    const { body } = await identity.login({ scope: 'dmm"\r\nX: y' });
    assert.equal(body['error'], 'invalid_scope');
    assert.doesNotMatch(String(body['error_description']), /[\r\n"]/);
  });

  it('are answered 404 in a realm that there is not, whatever its name', async () => {
    for (const realm of ['nowhere', '..%2fhalcyon', '%00', "x'%20OR%201=1", 'a'.repeat(500)]) {
      const response = await fetch(url.replace('halcyon/protocol', `${realm}/protocol`), {
        method: 'POST',
        headers: FORM,
        body: form,
      });
      assert.ok([400, 404].includes(response.status), `${realm}: ${response.status}`);
      await response.text();
    }
  });

  it('are refused from pages of other sites and by other host names, without access control', async () => {
    const posted = (headers: Record<string, string>) =>
      new Promise<number>((resolve, reject) => {
        const sent = request(url, { method: 'POST', headers: { ...FORM, ...headers } }, (response) => {
          response.resume();
          resolve(response.statusCode ?? 0);
        });
        sent.on('error', reject);
        sent.end(form);
      });
    assert.equal(await posted({}), 200);
    assert.equal(await posted({ Origin: 'https://evil.example' }), 403);
    assert.equal(await posted({ 'Sec-Fetch-Site': 'cross-site' }), 403);
    assert.equal(await posted({ Host: 'rebound.example' }), 403);
    assert.equal(await posted({ 'X-Forwarded-For': '192.0.2.1' }), 403);
  });

  it('are answered 405 by another method', async () => {
    for (const method of ['GET', 'PUT', 'DELETE']) {
      const response = await fetch(url, { method });
      assert.equal(response.status, 405, method);
      await response.text();
    }
  });

  it('slow down who fails often, and not the owner at another address', async () => {
    await identity.user('bob');
    // Pauses are short: on a busy machine one could be over before it is looked at.
    identity.stopped = Date.now();
    for (let time = 0; time < 5; time++) await identity.login({ username: 'bob', password: 'wrong' });
    const { status, body, headers } = await identity.login({ username: 'bob', password: 'wrong' });
    assert.deepEqual([status, body['error']], [429, 'slow_down']);
    assert.ok(Number(headers.get('retry-after')) >= 1);
    assert.equal((await identity.login()).status, 200);
    const { attempts, now } = identity.parts;
    assert.ok(attempts.waitMs('halcyon/bob', '127.0.0.1', now()) > 0);
    assert.equal(attempts.waitMs('halcyon/bob', '192.0.2.7', now()), 0);
    identity.stopped = null;
  });

  it('slow down who shows wrong secrets of a client, each counted from its beginning, and nobody else', async () => {
    identity.stopped = Date.now();
    const shown = (secret: string, id = 'dmm') =>
      identity.post('token', { grant_type: 'client_credentials' }, { basic: `${id}:${secret}` });
    const right = 'secret-of-dmm';
    const many = await Promise.all(Array.from({ length: 40 }, () => shown(right)));
    assert.deepEqual([...new Set(many.map(({ status }) => status))], [200], 'calls side by side are no attempts');
    const wrong = await Promise.all(Array.from({ length: 20 }, (_, k) => shown(`wrong ${k}`)));
    assert.equal(wrong.filter(({ status }) => status === 401).length, 5);
    const [{ headers, body }] = wrong.filter(({ status }) => status === 429);
    assert.ok(Number(headers.get('retry-after')) >= 1);
    assert.equal(body['error'], 'slow_down');
    assert.equal((await shown(right)).status, 429, 'the right one too: what was guessed would else be told');
    assert.equal((await identity.post('token/introspect', { token: 'x' }, { basic: `dmm:${right}` })).status, 429);
    assert.equal((await shown('secret of aps: 100 %', 'aps')).status, 200);
    assert.equal((await identity.login()).status, 200, 'public clients show none');
    const { clientAttempts, now } = identity.parts;
    assert.equal(clientAttempts.waitMs('halcyon/dmm', '192.0.2.7', now()), 0);
    identity.ahead += 2_000;
    assert.equal((await shown(right)).status, 200);
    identity.stopped = null;
    identity.ahead = 0;
  });

  // Many that nobody waited for once held up a right login for half a minute.
  it('that nobody waits for any more hold up nobody', async () => {
    await identity.login();
    const gone = new AbortController();
    const form = (k: number) =>
      new URLSearchParams({ grant_type: 'password', client_id: 'web', username: `nobody${k}`, password: 'x' });
    const left = Array.from({ length: 30 }, (_, k) =>
      fetch(url, { method: 'POST', body: form(k), signal: gone.signal }).catch(() => undefined),
    );
    await until(() => identity.parts.passwords.waiting >= 20);
    gone.abort();
    await Promise.all(left);
    await until(() => identity.parts.passwords.waiting === 0);
    const began = performance.now();
    assert.equal((await identity.login()).status, 200);
    assert.ok(performance.now() - began < 5_000);
  });

  it('are read no further than their end', async () => {
    const { port } = new URL(url);
    const text = await new Promise<string>((resolve) => {
      const socket = connect(Number(port), '127.0.0.1', () => {
        socket.end('POST /oauth/realms/halcyon/protocol/openid-connect/token HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n');
      });
      let answer = '';
      socket.on('data', (chunk) => {
        answer += chunk.toString();
      });
      socket.on('close', () => resolve(answer));
    });
    assert.match(text, /^HTTP\/1\.1 400 /);
  });
});

async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await new Promise(setImmediate);
}
