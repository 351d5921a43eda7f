import assert from 'node:assert/strict';
import { createApplication } from '../../../../services/api/application.ts';
import { listen } from '../../../../services/http/listening/listening.ts';
import { FakeParts } from '../../api/fake-parts.ts';

describe('the headers of every answer', () => {
  const year = 'max-age=31536000';
  for (const [what, settings, expected] of [
    ['plain http', {}, null],
    ['plain http behind a public URL', { HALCYON_PUBLIC_URL: 'http://127.0.0.1' }, null],
    ['a public URL of https', { HALCYON_PUBLIC_URL: 'https://halcyon.example.org', HALCYON_AUTH: 'required' }, year],
    ['TLS', { HALCYON_TLS_CERT: '/a/cert.pem', HALCYON_TLS_KEY: '/a/key.pem' }, year],
  ] as const) {
    it(`say how long https is to be used: ${what}`, async () => {
      const application = createApplication(new FakeParts(settings).parts());
      const listening = await listen(application, { host: '127.0.0.1', port: 0, graceMs: 2_000 });
      try {
        for (const path of ['/healthz', '/no-such-page', '/map']) {
          const answer = await fetch(listening.url + path);
          assert.equal(answer.headers.get('strict-transport-security'), expected, path);
          await answer.arrayBuffer();
        }
      } finally {
        await listening.close();
      }
    });
  }
});
