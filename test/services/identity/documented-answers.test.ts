import assert from 'node:assert/strict';
import { IDENTITY_ENDPOINTS } from '../../../services/identity/endpoints/registry.ts';
import { type IdentityResponse, RunningIdentity } from './running-identity.ts';

describe('the answers of identity', () => {
  let identity: RunningIdentity;
  before(async () => {
    identity = await RunningIdentity.start();
  });
  after(() => identity.stop());

  const openid = '/protocol/openid-connect';
  /** The answers of each endpoint when all is well, by its name. */
  const asked: Readonly<Record<string, () => Promise<readonly IdentityResponse[]>>> = {
    realm: async () => [await identity.get('')],
    discovery: async () => [await identity.get('/.well-known/openid-configuration')],
    certs: async () => [await identity.get(`${openid}/certs`)],
    token: async () => [
      await identity.login({ scope: 'openid dmm' }),
      await identity.exchange('dmm:secret-of-dmm', await identity.tokenFor('dmm')),
      await identity.post('token', { grant_type: 'client_credentials' }, { basic: 'dmm:secret-of-dmm' }),
    ],
    userinfo: async () => {
      const bearer = await identity.tokenFor('openid profile email');
      return [await identity.get(`${openid}/userinfo`, { Authorization: `Bearer ${bearer}` })];
    },
    introspect: async () => {
      const tokens = [await identity.tokenFor('dmm'), 'none'];
      const ask = (token: string) => identity.post('token/introspect', { token }, { basic: 'dmm:secret-of-dmm' });
      return Promise.all(tokens.map(ask));
    },
    revoke: async () => [await identity.post('revoke', { client_id: 'web', token: await identity.tokenFor('dmm') })],
    logout: async () => {
      const { body: one } = await identity.login();
      const { body: other } = await identity.login({ scope: 'openid' });
      return [
        await identity.post('logout', { client_id: 'web', refresh_token: String(one['refresh_token']) }),
        await identity.get(`${openid}/logout?id_token_hint=${String(other['id_token'])}`),
      ];
    },
  };

  for (const { name, answers } of IDENTITY_ENDPOINTS) {
    it(`are those that the OpenAPI document has: ${name}`, async () => {
      const given = await asked[name]();
      assert.deepEqual([...new Set(given.map(({ status }) => String(status)))].sort(), Object.keys(answers).sort());
      for (const { status, body } of given) {
        const [, schema] = answers[status];
        if (schema === undefined) assert.deepEqual(body, {});
        else schema.parse(body);
      }
    });
  }
});
