import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import Router from '@koa/router';
import Koa from 'koa';
import { type Listening, listen } from '../../../services/http/listening/listening.ts';
import { errorAnswers } from '../../../services/http/middleware/error-answers.ts';
import { addWebRoutes } from '../../../services/web/web-routes.ts';
import type { WebConfiguration } from '../../../services/web/web-settings.ts';
import { temporaryFolder } from '../../integration/data-folders.ts';

const PAGE = '<!doctype html><title>Halcyon</title>';
const SCRIPT = 'export {};'.repeat(100);

/** What is configured where a test says nothing else. */
const PLAIN: WebConfiguration = {
  auth: 'off',
  authIssuer: '',
  rolePrefix: 'dg_',
  mapTiles: '',
  mapAttribution: '',
  mapZoom: 19,
};

/** A build as Vite leaves it. */
function someBuild(): string {
  const folder = temporaryFolder();
  mkdirSync(join(folder, 'assets'));
  writeFileSync(join(folder, 'index.html'), PAGE);
  writeFileSync(join(folder, 'assets', 'main-Ab12.js'), SCRIPT);
  writeFileSync(join(folder, 'assets', 'main-Ab12.js.br'), brotliCompressSync(SCRIPT));
  writeFileSync(join(folder, 'assets', 'main-Ab12.js.gz'), gzipSync(SCRIPT));
  writeFileSync(join(folder, 'assets', 'secret.txt'), 'no page of ours');
  return folder;
}

describe('the pages as they are sent', () => {
  let listening: Listening;
  const serving = async (folder: string, auth: Partial<WebConfiguration> = {}) => {
    const router = new Router();
    addWebRoutes(router, { ...PLAIN, ...auth }, folder);
    const application = new Koa();
    application.use(errorAnswers(() => undefined));
    application.use(router.routes());
    listening = await listen(application, { host: '127.0.0.1', port: 0, graceMs: 100 });
  };
  const get = (path: string, init: RequestInit = {}) => fetch(listening.url + path, init);
  afterEach(() => listening.close());

  it('are one file at every address below /map, under a policy without inline scripts', async () => {
    await serving(someBuild());
    for (const path of ['/map', '/map/', '/map/stations/a%2Fb?network=x', '/map/anomalies', '/map/alerts/rules']) {
      const answer = await get(path);
      assert.equal(answer.status, 200, path);
      assert.equal(await answer.text(), PAGE);
      assert.equal(answer.headers.get('content-type'), 'text/html; charset=utf-8');
      assert.equal(answer.headers.get('cache-control'), 'no-cache');
      const policy = answer.headers.get('content-security-policy') ?? '';
      assert.match(policy, /default-src 'none'; script-src 'self'; style-src 'self';/);
      assert.doesNotMatch(policy, /unsafe|https?:/);
    }
  });

  it('are kept for ever where their name changes with them, and not sent again where they have not', async () => {
    await serving(someBuild());
    const answer = await get('/map/assets/main-Ab12.js');
    assert.equal(answer.headers.get('cache-control'), 'public, max-age=31536000, immutable');
    assert.equal(answer.headers.get('content-type'), 'text/javascript; charset=utf-8');
    for (const path of ['/map', '/map/assets/main-Ab12.js']) {
      const etag = (await get(path)).headers.get('etag') ?? '';
      assert.match(etag, /^"[\w-]+"$/);
      const again = await get(path, { headers: { 'If-None-Match': etag } });
      assert.equal(again.status, 304);
      assert.equal(await again.text(), '');
    }
  });

  it('come packed as the browser takes them', async () => {
    await serving(someBuild());
    for (const [accepted, used] of [
      ['gzip, deflate, br', 'br'],
      ['gzip', 'gzip'],
      ['identity', null],
      ['br;q=0, gzip', 'gzip'],
    ]) {
      const answer = await get('/map/assets/main-Ab12.js', { headers: { 'Accept-Encoding': accepted ?? '' } });
      assert.equal(answer.headers.get('content-encoding'), used, accepted ?? '');
      assert.equal(answer.headers.get('vary'), 'Accept-Encoding');
      assert.equal(await answer.text(), SCRIPT);
    }
  });

  it('answer HEAD without a body', async () => {
    await serving(someBuild());
    for (const path of ['/map', '/map/assets/main-Ab12.js', '/map/settings.json']) {
      const head = await get(path, { method: 'HEAD' });
      assert.equal(head.status, 200);
      assert.equal(await head.text(), '');
    }
  });

  it('have no other files', async () => {
    await serving(someBuild());
    for (const name of [
      'none.js',
      'secret.txt',
      '..%2Findex.html',
      '..%2F..%2Fpackage.json',
      '__proto__',
      'main-Ab12.js.br',
    ]) {
      assert.equal((await get(`/map/assets/${name}`)).status, 404, name);
    }
  });

  it('say how to build them where they are not', async () => {
    await serving(temporaryFolder());
    const answer = await get('/map');
    assert.equal(answer.status, 404);
    assert.match(await answer.text(), /npm run build/);
  });

  it('are told how people log in: not at all, here, or at an issuer elsewhere', async () => {
    const settings = async () => (await get('/map/settings.json')).json();
    await serving(someBuild());
    assert.deepEqual(await settings(), { auth: 'off' });
    await listening.close();
    await serving(someBuild(), { auth: 'required', authIssuer: '' });
    assert.deepEqual(await settings(), {
      auth: 'password',
      token_endpoint: '/oauth/realms/halcyon/protocol/openid-connect/token',
      revocation_endpoint: '/oauth/realms/halcyon/protocol/openid-connect/revoke',
      client_id: 'halcyon-web',
      role_prefix: 'dg_',
    });
    await listening.close();
    await serving(someBuild(), { auth: 'required', authIssuer: 'https://login.example.org/realms/x' });
    assert.deepEqual(await settings(), {
      auth: 'code',
      issuer: 'https://login.example.org/realms/x',
      client_id: 'halcyon-web',
      role_prefix: 'dg_',
    });
    const policy = (await get('/map')).headers.get('content-security-policy') ?? '';
    assert.match(policy, /connect-src 'self' https:\/\/login\.example\.org;/);
  });

  it('are told of the base map, and may show pictures of its server alone', async () => {
    const mapTiles = 'http://tiles.example.org:8081/osm/{z}/{x}/{y}.png?key=a';
    await serving(someBuild(), { mapTiles, mapAttribution: 'Example <i>maps</i>', mapZoom: 16 });
    const { map } = (await (await get('/map/settings.json')).json()) as { map: unknown };
    assert.deepEqual(map, { tiles: mapTiles, attribution: 'Example <i>maps</i>', zoom: 16 });
    const policy = (await get('/map')).headers.get('content-security-policy') ?? '';
    assert.match(policy, /img-src 'self' data: http:\/\/tiles\.example\.org:8081; connect-src 'self';/);
  });
});
