import assert from 'node:assert/strict';
import { accessClaims } from '../../../services/access/access-claims.ts';
import type { TokenVerifier } from '../../../services/access/token-verifier.ts';
import { GuardedServices } from '../access/guarded-services.ts';

/** Takes tokens that are the name of a role, as `curator.north` where it is bound to a network. */
const BY_ROLE: TokenVerifier = {
  issuer: 'https://issuer.example.org',
  verify: async (token, audience) =>
    accessClaims.parse({
      ...{ iss: 'https://issuer.example.org', sub: token, aud: [audience], exp: 4_000_000_000, iat: 1, jti: 'j' },
      ...{
        typ: 'Bearer',
        azp: 'web',
        scope: '',
        realm_access: { roles: [token.replace('.', '@')] },
        resource_access: {},
      },
    }),
  check: async () => 'good',
  close: () => undefined,
};

describe('a stored pattern', () => {
  let guarded: GuardedServices;
  before(async () => {
    guarded = await GuardedServices.start(BY_ROLE);
  });
  after(() => guarded.stop());

  // A curator of one network could delete those that datasets of others were made by.
  it('is changed and deleted by whose role holds in every network', async () => {
    const body = JSON.stringify({ name: 'x' });
    const patch = { method: 'PATCH', headers: { 'Content-Type': 'application/json' }, body };
    const asked = [
      ['/api/v1/nodes/a', patch],
      ['/api/v1/aps/a', { method: 'DELETE' }],
    ] as const;
    for (const [path, init] of asked) {
      const bound = await guarded.ask('curator.north', path, init);
      assert.equal(bound.status, 403, path);
      assert.match(String(bound.body['detail']), /the role curator in every network; yours holds in north$/);
      for (const role of ['curator', 'admin']) assert.notEqual((await guarded.ask(role, path, init)).status, 403, role);
    }
  });
});
