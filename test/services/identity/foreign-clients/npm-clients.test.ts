import assert from 'node:assert/strict';
import * as openid from 'openid-client';
import { ClientCredentials, ResourceOwnerPassword } from 'simple-oauth2';
import { ADAS_PASSWORD, claimsOf, RunningIdentity } from '../running-identity.ts';

const TOKEN_EXCHANGE = 'urn:ietf:params:oauth:grant-type:token-exchange';
const ACCESS_TOKEN = 'urn:ietf:params:oauth:token-type:access_token';

describe('clients from npm', () => {
  let identity: RunningIdentity;

  before(async () => {
    identity = await RunningIdentity.start();
    await identity.client('portal', { secret: 'secret-of-the-portal', scopes: ['dmm', 'aps'], roles: ['user'] });
  });
  after(() => identity.stop());

  describe('openid-client', () => {
    const discovered = (id: string, secret: string) =>
      openid.discovery(
        new URL(`${identity.url}/oauth/realms/halcyon`),
        id,
        undefined,
        openid.ClientSecretBasic(secret),
        {
          // The tests have no certificate.
          execute: [openid.allowInsecureRequests],
        },
      );
    const login = (configuration: openid.Configuration, scope: string) =>
      openid.genericGrantRequest(configuration, 'password', { username: 'ada', password: ADAS_PASSWORD, scope });

    it('logs a user in, verifies the ID token, reads who they are, refreshes and logs out', async () => {
      const configuration = await discovered('portal', 'secret-of-the-portal');
      const tokens = await login(configuration, 'openid profile email dmm');
      const userinfo = await openid.fetchUserInfo(configuration, tokens.access_token, String(tokens.claims()?.sub));
      assert.deepEqual([userinfo.preferred_username, userinfo.name, userinfo.email], ['ada', 'Ada', 'ada@example.org']);
      const again = await openid.refreshTokenGrant(configuration, String(tokens.refresh_token));
      assert.notEqual(again.refresh_token, tokens.refresh_token);
      const state = await openid.tokenIntrospection(configuration, again.access_token);
      assert.equal(state.active, true);
      const place = openid.buildEndSessionUrl(configuration, { id_token_hint: String(again.id_token) });
      assert.equal((await fetch(place)).status, 200);
      assert.equal((await openid.tokenIntrospection(configuration, again.access_token)).active, false);
      await assert.rejects(openid.refreshTokenGrant(configuration, String(again.refresh_token)), {
        error: 'invalid_grant',
      });
    });

    it('has a token of its own, and revokes it', async () => {
      const configuration = await discovered('portal', 'secret-of-the-portal');
      const tokens = await openid.clientCredentialsGrant(configuration, { scope: 'aps' });
      assert.equal(claimsOf(tokens.access_token)['aud'], 'aps');
      await openid.tokenRevocation(configuration, tokens.access_token);
      assert.equal((await openid.tokenIntrospection(configuration, tokens.access_token)).active, false);
    });

    it('exchanges a token', async () => {
      const portal = await discovered('portal', 'secret-of-the-portal');
      const { access_token: token } = await login(portal, 'dmm');
      const service = await discovered('dmm', 'secret-of-dmm');
      const exchanged = await openid.genericGrantRequest(service, TOKEN_EXCHANGE, {
        subject_token: token,
        subject_token_type: ACCESS_TOKEN,
        requested_token_type: ACCESS_TOKEN,
        scope: 'aps',
      });
      assert.deepEqual(claimsOf(exchanged.access_token)['act'], { sub: 'client:dmm' });
    });

    it('is told an error in the words that it knows', async () => {
      const configuration = await discovered('portal', 'a wrong secret of the portal');
      await assert.rejects(openid.clientCredentialsGrant(configuration), { status: 401 });
    });
  });

  describe('simple-oauth2', () => {
    const settings = () => ({
      client: { id: 'portal', secret: 'secret-of-the-portal' },
      auth: {
        tokenHost: identity.url,
        tokenPath: '/oauth/realms/halcyon/protocol/openid-connect/token',
        revokePath: '/oauth/realms/halcyon/protocol/openid-connect/revoke',
      },
    });

    it('logs a user in, refreshes, and revokes both tokens', async () => {
      const client = new ResourceOwnerPassword(settings());
      const first = await client.getToken({ username: 'ada', password: ADAS_PASSWORD, scope: 'dmm' });
      assert.equal(first.expired(), false);
      const second = await first.refresh();
      assert.notEqual(second.token['refresh_token'], first.token['refresh_token']);
      await second.revokeAll();
      await assert.rejects(second.refresh());
    });

    it('has a token of its own', async () => {
      const { token } = await new ClientCredentials(settings()).getToken({ scope: ['dmm', 'aps'] });
      assert.deepEqual(claimsOf(token['access_token'])['aud'], ['dmm', 'aps']);
    });
  });
});
