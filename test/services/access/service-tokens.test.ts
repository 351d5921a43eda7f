import assert from 'node:assert/strict';
import { HalcyonError } from '../../../schemas/errors.ts';
import { ServiceTokens } from '../../../services/access/service-tokens.ts';
import { claimsOf, RunningIdentity } from '../identity/running-identity.ts';

describe('tokens with which a service calls another', function () {
  this.timeout(60_000);
  let identity: RunningIdentity;
  const tokens = (changes: { clientSecret?: string; tokenUrl?: () => string } = {}) =>
    new ServiceTokens({
      tokenUrl: () => `${identity.url}/oauth/realms/halcyon/protocol/openid-connect/token`,
      clientId: 'dmm',
      clientSecret: 'secret-of-dmm',
      now: identity.parts.now,
      ...changes,
    });
  const refusedWith = (code: string) => (error: unknown) => error instanceof HalcyonError && error.code === code;

  before(async () => {
    identity = await RunningIdentity.start();
  });
  after(() => identity.stop());

  it('are exchanged for the caller’s, speak for the caller and name who acts', async () => {
    const token = await identity.tokenFor('dmm');
    const exchanged = claimsOf(await tokens().tokenFor('aps', { token }));
    assert.equal(exchanged['aud'], 'aps');
    assert.equal(exchanged['sub'], claimsOf(token)['sub']);
    assert.deepEqual(exchanged['act'], { sub: 'client:dmm' });
  });

  it('are used again while they are good, by all who ask at once', async () => {
    const [token, other] = [await identity.tokenFor('dmm'), await identity.tokenFor('dmm')];
    const service = tokens();
    const asked = await Promise.all(Array.from({ length: 10 }, () => service.tokenFor('aps', { token })));
    assert.equal(new Set(asked).size, 1);
    assert.notEqual(await service.tokenFor('aps', { token: other }), asked[0]);
    identity.ahead = 260_000;
    try {
      // 40 s are left of the token: too few to be handed out, and the new one expires no later.
      assert.notEqual(await service.tokenFor('aps', { token }), asked[0]);
    } finally {
      identity.ahead = 0;
    }
  });

  it('are refused with words for the caller, and asked for anew by the next', async () => {
    const token = await identity.tokenFor('aps');
    const service = tokens();
    for (let time = 0; time < 2; time++) {
      await assert.rejects(service.tokenFor('aps', { token }), refusedWith('forbidden'));
    }
  });

  it('cannot be had while the issuer does not answer', async () => {
    const away = tokens({ tokenUrl: () => 'http://127.0.0.1:9/token' });
    await assert.rejects(away.tokenFor('aps', { token: 'x' }), refusedWith('issuer_unavailable'));
  });
});
