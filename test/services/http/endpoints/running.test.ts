import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { ENDPOINTS } from '../../../../services/http/endpoints/registry.ts';
import { RunningApplication } from '../running-application.ts';

const HTML = { headers: { Accept: 'text/html,application/xhtml+xml,*/*;q=0.8' } };

describe('/, /docs, /healthz and /readyz', () => {
  const running = new RunningApplication();
  before(() => running.start());
  after(() => running.stop());

  it('answers name, version and where the documentation is', async () => {
    const { body } = await running.request('/');
    assert.deepEqual(Object.keys(body), ['name', 'version', 'docs']);
    assert.equal(body.name, 'halcyon');
    assert.match(body.version, /^\d+\.\d+\.\d+/);
    assert.equal((await running.request(body.docs)).status, 200);
  });

  it('answers a page whose links work where HTML is asked for', async () => {
    const page = await running.request('/', HTML);
    assert.match(page.headers.get('content-type') ?? '', /^text\/html; charset=utf-8/);
    assert.equal(page.headers.get('vary'), 'Accept');
    const links = [...page.text.matchAll(/href="([^"]+)"/g)].map((match) => match[1]);
    assert.ok(links.length >= 4);
    for (const link of links) assert.equal((await running.request(link)).status, 200, link);
  });

  it('allows the one style of its pages by digest, no script, and nothing from elsewhere', async () => {
    for (const path of ['/', '/docs']) {
      const page = await running.request(path, HTML);
      const style = /<style>(.*?)<\/style>/s.exec(page.text)?.[1] ?? '';
      const digest = createHash('sha256').update(style).digest('base64');
      const policy = page.headers.get('content-security-policy') ?? '';
      assert.ok(policy.includes(`style-src 'sha256-${digest}'`));
      assert.ok(policy.includes("default-src 'none'"));
      assert.doesNotMatch(page.text, /<script|https?:\/\//);
    }
  });

  it('documents every endpoint with its parameters', async () => {
    const { text } = await running.request('/docs');
    for (const { name, queryNames } of ENDPOINTS) {
      const entry = text.split(`<dt id="${name}">`)[1]?.split('<dt')[0] ?? '';
      for (const parameter of queryNames)
        assert.ok(entry.includes(`<code>${parameter}</code>`), `${name} ${parameter}`);
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
    assert.equal((await running.request('/readyz')).body.status, 'ready');
  });
});
