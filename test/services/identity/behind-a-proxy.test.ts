import assert from 'node:assert/strict';
import { RunningIdentity } from './running-identity.ts';

/** Fails as often as is free; resolves with the status of the next try. */
async function afterFailures(identity: RunningIdentity, headers: Record<string, string>): Promise<number> {
  const url = `${identity.url}/oauth/realms/halcyon/protocol/openid-connect/token`;
  const form = { grant_type: 'password', client_id: 'web', username: 'without', password: 'wrong' };
  let status = 0;
  for (let time = 0; time < 6; time++) {
    const response = await fetch(url, { method: 'POST', headers, body: new URLSearchParams(form) });
    await response.text();
    status = response.status;
  }
  return status;
}

describe('logins through a proxy', () => {
  const open = { HALCYON_AUTH: 'required', HALCYON_CORS_ORIGINS: 'https://portal.example' };

  it('are slowed down by the address that a trusted one names, the last of several', async () => {
    const identity = await RunningIdentity.start('ES256', { ...open, HALCYON_TRUST_PROXY: 'true' });
    try {
      identity.stopped = Date.now();
      assert.equal(await afterFailures(identity, { 'X-Forwarded-For': '198.51.100.1, 192.0.2.1' }), 429);
      const { attempts, now } = identity.parts;
      assert.ok(attempts.waitMs('halcyon/without', '192.0.2.1', now()) > 0);
      assert.equal(attempts.waitMs('halcyon/without', '198.51.100.1', now()), 0, 'anybody may have written it');
      assert.equal(attempts.waitMs('halcyon/without', '127.0.0.1', now()), 0);
    } finally {
      await identity.stop();
    }
  });

  describe('where none is trusted', () => {
    let identity: RunningIdentity;
    before(async () => {
      identity = await RunningIdentity.start('ES256', open);
    });
    after(() => identity.stop());

    it('are slowed down by the connection’s address', async () => {
      identity.stopped = Date.now();
      assert.equal(await afterFailures(identity, { 'X-Forwarded-For': '192.0.2.1' }), 429);
      const { attempts, now } = identity.parts;
      assert.equal(attempts.waitMs('halcyon/without', '192.0.2.1', now()), 0);
      assert.ok(attempts.waitMs('halcyon/without', '127.0.0.1', now()) > 0);
    });

    it('come from the pages that may call, and from no others', async () => {
      const url = `${identity.url}/oauth/realms/halcyon/protocol/openid-connect/token`;
      const allowed = async (origin: string) => {
        const headers = { Origin: origin, 'Access-Control-Request-Method': 'POST' };
        const response = await fetch(url, { method: 'OPTIONS', headers });
        await response.text();
        return response.headers.get('Access-Control-Allow-Origin');
      };
      assert.equal(await allowed('https://portal.example'), 'https://portal.example');
      assert.equal(await allowed('https://evil.example'), null);
    });
  });
});
