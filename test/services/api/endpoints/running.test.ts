import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { z } from 'zod';
import { ERRORS, type ErrorCode } from '../../../../schemas/errors.ts';
import { RunningApplication } from '../running-application.ts';

const HTML = { headers: { Accept: 'text/html,application/xhtml+xml,*/*;q=0.8' } };

describe('/, /docs, /healthz and /readyz', () => {
  const running = new RunningApplication();
  before(() => running.start());
  after(() => running.stop());

  it('answers name, version and where the documentation is', async () => {
    const shape = z.strictObject({ name: z.literal('halcyon'), version: z.string(), docs: z.string() });
    const { version, docs } = (await running.request('/')).as(shape);
    assert.match(version, /^\d+\.\d+\.\d+/);
    assert.equal((await running.request(docs)).status, 200);
  });

  it('answers a page whose links work where HTML is asked for', async () => {
    const page = await running.request('/', HTML);
    assert.match(page.headers.get('content-type') ?? '', /^text\/html; charset=utf-8/);
    assert.equal(page.headers.get('vary'), 'Accept');
    const links = [...page.text.matchAll(/href="([^"]+)"/g)].map((match) => match[1]);
    assert.ok(links.length >= 4);
    for (const link of links) assert.equal((await running.request(link)).status, 200, link);
  });

  it('allows the one style of its first page by digest, no script, and nothing from elsewhere', async () => {
    const page = await running.request('/', HTML);
    const style = /<style>(.*?)<\/style>/s.exec(page.text)?.[1] ?? '';
    const policy = page.headers.get('content-security-policy') ?? '';
    assert.ok(policy.includes(`style-src 'sha256-${digest(style)}'`));
    assert.ok(policy.includes("default-src 'none'"));
    assert.doesNotMatch(page.text, /<script|https?:\/\//);
  });

  it('documents its endpoints on a page that loads its own files only, which are there', async () => {
    const page = await running.request('/docs', HTML);
    const policy = page.headers.get('content-security-policy') ?? '';
    const script = /<script>(.*?)<\/script>/s.exec(page.text)?.[1] ?? '';
    assert.ok(policy.includes(`script-src 'self' 'sha256-${digest(script)}'`));
    assert.ok(policy.includes("default-src 'none'") && policy.includes("connect-src 'self'"));
    assert.doesNotMatch(page.text, /https?:\/\//);
    const files = [...page.text.matchAll(/(?:src|href|data-document)="(?!data:)([^"]+)"/g)].map((match) => match[1]);
    // Without one a browser asks for /favicon.ico.
    assert.match(page.text, /<link rel="icon" href="data:,">/);
    assert.ok(files.length >= 3);
    for (const file of files) {
      const answer = await running.request(file);
      assert.equal(answer.status, 200, file);
      assert.ok(answer.text.length > 1000, file);
    }
    for (const name of ['package.json', '..%2Fpackage.json', '__proto__', 'swagger-ui.css.map']) {
      assert.equal((await running.request(`/docs/${name}`)).status, 404, name);
    }
  });

  it('has a page for every error, to which its answers lead', async () => {
    const refused = await running.request('/api/v1/nowhere');
    assert.equal(refused.headers.get('link'), '</docs/errors/not_found>; rel="help"');
    for (const code of Object.keys(ERRORS)) {
      const page = await running.request(`/docs/errors/${code}`, HTML);
      assert.equal(page.status, 200, code);
      const { status, exit } = ERRORS[code as ErrorCode];
      assert.ok(page.text.includes(`HTTP ${status}, exit ${exit}.`), code);
      assert.doesNotMatch(page.text, /<script|`|\]\(/);
    }
    for (const code of ['nothing', '__proto__', '..%2Fhttp']) {
      assert.equal((await running.request(`/docs/errors/${code}`)).status, 404, code);
    }
  });

  it('is alive whatever the parts say', async () => {
    running.parts.checks = { store: { ok: false, detail: 'does not answer' } };
    assert.deepEqual((await running.request('/healthz')).body, { status: 'ok', time: '2026-03-01T12:00:00Z' });
    const answer = await running.request('/readyz');
    assert.equal(answer.status, 503);
    assert.deepEqual(answer.body, {
      status: 'not_ready',
      checks: { store: { ok: false, detail: 'does not answer' } },
    });
    running.parts.checks = { store: { ok: true, detail: 'answers' } };
    assert.deepEqual((await running.request('/readyz')).body, { status: 'ready', checks: running.parts.checks });
  });
});

// The script of /docs was read and decoded anew for each request: 200 connections kept /healthz waiting for a second.
describe('a file of the pages of the API', () => {
  it('is made once for all who ask, each by its own address, and what is none is said each time', async () => {
    const running = await new RunningApplication().start();
    try {
      const [css, js] = ['/docs/swagger-ui.css', '/docs/swagger-ui-bundle.js'];
      const tag = (await running.request(css)).headers.get('etag') ?? '';
      assert.equal((await running.request(css, { headers: { 'If-None-Match': tag } })).status, 304);
      assert.equal((await running.request('/docs/%73wagger-ui.css')).headers.get('etag'), tag);
      const script = await running.request(js);
      assert.match(script.headers.get('content-type') ?? '', /^text\/javascript/);
      assert.notEqual(script.headers.get('etag'), tag);
      for (let k = 0; k < 2; k++) assert.equal((await running.request('/docs/nothing.js')).status, 404);
    } finally {
      await running.stop();
    }
  });
});

// `/api/v1/health` asked every store anew for each request, up to 64 at once, and wrote a file to the storage of datasets each time.
describe('how everything is, which everybody may ask', () => {
  for (const path of ['/readyz', '/metrics', '/api/v1/health']) {
    it(`is asked of the stores once for all who ask for ${path}`, async () => {
      const running = new RunningApplication();
      running.parts.limits = { levelMs: 60_000 };
      let asked = 0;
      running.parts.trouble = async () => {
        asked += 1;
      };
      await running.start();
      try {
        const answers = await Promise.all(Array.from({ length: 100 }, () => running.request(path)));
        assert.deepEqual([new Set(answers.map(({ status }) => status)), asked], [new Set([200]), 1]);
      } finally {
        await running.stop();
      }
    });
  }
});

/** SHA-256 as policies have it. */
function digest(text: string): string {
  return createHash('sha256').update(text).digest('base64');
}
