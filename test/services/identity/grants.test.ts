import assert from 'node:assert/strict';
import { createRemoteJWKSet, jwtVerify } from 'jose';
import { accessClaims } from '../../../services/access/access-claims.ts';
import { userPassword } from '../../../services/identity/administration/user-password.ts';
import { makeFirstAdministrator } from '../../../services/identity/first-administrator.ts';
import { RevocationList } from '../../../services/identity/revocation-list.ts';
import { makeRealm } from '../../../services/identity/state/realms.ts';
import { isRevoked, revoke } from '../../../services/identity/state/revocations.ts';
import { ADAS_PASSWORD, claimsOf, type IdentityResponse, RunningIdentity } from './running-identity.ts';

const DMM = 'dmm:secret-of-dmm';
const APS = 'aps:secret of aps: 100 %';

function refused(answer: IdentityResponse, status: number, error: string, text: RegExp = /./): void {
  assert.deepEqual([answer.status, answer.body['error']], [status, error], JSON.stringify(answer.body));
  assert.match(String(answer.body['error_description']), text);
  assert.equal(answer.headers.get('cache-control'), 'no-store');
}

describe('grants', () => {
  let identity: RunningIdentity;
  before(async () => {
    identity = await RunningIdentity.start();
  });
  after(() => identity.stop());

  describe('password', () => {
    it("gives a user tokens in Keycloak's form, for the services that the scope names", async () => {
      const { status, body, headers } = await identity.login({ scope: 'openid profile dmm' });
      assert.equal(status, 200, JSON.stringify(body));
      assert.equal(headers.get('cache-control'), 'no-store');
      assert.deepEqual(
        { ...body, access_token: '', refresh_token: '', id_token: '', session_state: '' },
        {
          access_token: '',
          expires_in: 300,
          refresh_expires_in: 1800,
          refresh_token: '',
          token_type: 'Bearer',
          id_token: '',
          'not-before-policy': 0,
          session_state: '',
          scope: 'openid profile dmm',
        },
      );
      const keys = createRemoteJWKSet(new URL(`${identity.url}/oauth/realms/halcyon/protocol/openid-connect/certs`));
      const issuer = `${identity.url}/oauth/realms/halcyon`;
      const { payload, protectedHeader } = await jwtVerify(String(body['access_token']), keys, {
        issuer,
        audience: 'dmm',
      });
      assert.equal(protectedHeader.alg, 'RS256');
      const { iat, exp, jti, sub, sid, ...claims } = payload;
      assert.equal(Number(exp) - Number(iat), 300);
      assert.equal(sid, body['session_state']);
      assert.match(String(jti), /^[0-9a-f-]{36}$/);
      assert.match(String(sub), /^[0-9a-f-]{36}$/);
      assert.deepEqual(claims, {
        iss: issuer,
        aud: 'dmm',
        typ: 'Bearer',
        azp: 'web',
        scope: 'openid profile dmm',
        preferred_username: 'ada',
        realm_access: { roles: ['user', 'curator'] },
        resource_access: {},
      });
      const id = (await jwtVerify(String(body['id_token']), keys, { issuer, audience: 'web' })).payload;
      assert.deepEqual([id['typ'], id['name'], id['email']], ['ID', 'Ada', undefined]);
    });

    it('gives tokens for all services of the client where no scope is named', async () => {
      assert.deepEqual(claimsOf((await identity.login()).body['access_token'])['aud'], ['dmm', 'aps']);
    });

    it('gives nothing for a scope that is empty, now and when it is refreshed', async () => {
      for (const scope of ['', ' ']) {
        const { status, body } = await identity.login({ scope });
        assert.equal(status, 200, JSON.stringify(body));
        assert.deepEqual([claimsOf(body['access_token'])['aud'], body['scope']], [[], '']);
        const renewal = { grant_type: 'refresh_token', client_id: 'web', refresh_token: String(body['refresh_token']) };
        const renewed = (await identity.post('token', renewal)).body;
        assert.deepEqual([claimsOf(renewed['access_token'])['aud'], renewed['scope']], [[], '']);
      }
      const whole = (await identity.login({ scope: 'dmm' })).body;
      const narrowed = { grant_type: 'refresh_token', client_id: 'web', scope: '' };
      const { body } = await identity.post('token', { ...narrowed, refresh_token: String(whole['refresh_token']) });
      assert.deepEqual(claimsOf(body['access_token'])['aud'], []);
      const itself = { grant_type: 'client_credentials', scope: '' };
      const own = (await identity.post('token', itself, { basic: DMM })).body;
      assert.deepEqual([claimsOf(own['access_token'])['aud'], own['scope']], [[], '']);
      assert.deepEqual(claimsOf((await identity.login({ scope: 'openid' })).body['access_token'])['aud'], [
        'dmm',
        'aps',
      ]);
    });

    it('takes a name in any spelling', async () => {
      assert.equal((await identity.login({ username: ' ADA' })).status, 200);
    });

    it('refuses alike whoever cannot log in, and tells the log why', async () => {
      const told: unknown[] = [];
      for (const username of ['ada', 'nobody', 'disabled', 'federated', 'without']) {
        const password = username === 'ada' ? 'wrong' : ADAS_PASSWORD;
        const answer = await identity.login({ username, password });
        refused(answer, 400, 'invalid_grant', /^Invalid user credentials$/);
        told.push([answer.body, [...answer.headers.keys()]]);
      }
      for (const one of told) assert.deepEqual(one, told[0]);
      const reasons = identity.refusals.slice(-5).map((line) => line.replace(/^.*: /, ''));
      assert.deepEqual(reasons, [
        'wrong password',
        'no such user',
        'disabled',
        'federated (edugain)',
        'has no password',
      ]);
    });

    it('refuses a scope that the client was not given, and one that is no service', async () => {
      refused(await identity.login({ scope: 'dmm detect' }), 400, 'invalid_scope', /'detect' was not given/);
      refused(await identity.login({ scope: 'everything' }), 400, 'invalid_scope');
    });

    it('gives nothing for a password that was made for its user, before they have changed it', async () => {
      await makeRealm(identity.catalogue, 'new');
      await identity.client('web', { realm: 'new', scopes: ['dmm'] });
      const made = await makeFirstAdministrator(identity.catalogue, 'new');
      const password = made?.password ?? '';
      const logIn = (form: Record<string, string>) =>
        identity.login({ username: 'admin', password, scope: 'dmm', ...form }, 'new');
      refused(
        await logIn({}),
        400,
        'invalid_grant',
        /^Account is not fully set up: .*new_password.*user password admin/,
      );
      refused(await logIn({ password: 'wrong', new_password: 'long enough' }), 400, 'invalid_grant', /^Invalid user/);
      refused(await logIn({ new_password: 'short' }), 400, 'invalid_request', /8 characters/);
      refused(await logIn({ new_password: password }), 400, 'invalid_request', /another/);
      assert.equal((await logIn({ new_password: 'of their own' })).status, 200);
      refused(await logIn({ new_password: 'of somebody else' }), 400, 'invalid_grant', /^Invalid user/);
      assert.equal((await logIn({ password: 'of their own', new_password: 'is left alone' })).status, 200);
      assert.equal((await logIn({ password: 'of their own' })).status, 200);
    });

    it('gives tokens once an administrator has set a password', async () => {
      await makeRealm(identity.catalogue, 'newer');
      await identity.client('web', { realm: 'newer', scopes: ['dmm'] });
      await makeFirstAdministrator(identity.catalogue, 'newer');
      await userPassword.run({ realm: 'newer', username: 'admin', password: 'set by command' }, identity.parts);
      const form = { username: 'admin', password: 'set by command', scope: 'dmm' };
      assert.equal((await identity.login(form, 'newer')).status, 200);
    });

    it('refuses a request without name or password, and a user of another realm', async () => {
      refused(await identity.login({ username: '' }), 400, 'invalid_request');
      const form = { grant_type: 'password', client_id: 'web', username: 'ada', password: ADAS_PASSWORD };
      refused(await identity.post('token', form, { realm: 'other' }), 400, 'invalid_grant');
    });
  });

  describe('client credentials', () => {
    it('gives a client a token for itself, which it need not refresh', async () => {
      const { status, body } = await identity.post('token', { grant_type: 'client_credentials' }, { basic: DMM });
      assert.equal(status, 200, JSON.stringify(body));
      assert.deepEqual([body['refresh_token'], body['refresh_expires_in']], [undefined, 0]);
      const { sub, aud, azp, realm_access: access, preferred_username: name } = claimsOf(body['access_token']);
      assert.deepEqual(
        [sub, aud, azp, access, name],
        ['client:dmm', 'aps', 'dmm', { roles: ['user'] }, 'service-account-dmm'],
      );
    });

    it('knows a client by its secret in the form, and by one that is form-encoded in the header', async () => {
      const grant = { grant_type: 'client_credentials' };
      const inForm = { ...grant, client_id: 'dmm', client_secret: 'secret-of-dmm' };
      assert.equal((await identity.post('token', inForm)).status, 200);
      for (const basic of ['aps:secret of aps: 100 %', 'aps:secret+of+aps%3A+100+%25']) {
        assert.equal((await identity.post('token', grant, { basic })).status, 200, basic);
      }
    });

    it('refuses a wrong secret, an unknown client and one without a secret', async () => {
      const grant = { grant_type: 'client_credentials' };
      for (const basic of ['dmm:wrong', 'nobody:wrong', 'dmm:', 'web:']) {
        const answer = await identity.post('token', grant, { basic });
        refused(answer, 401, 'invalid_client');
        assert.match(String(answer.headers.get('www-authenticate')), /^Basic realm=/);
      }
      refused(await identity.post('token', { ...grant, client_id: 'dmm' }), 401, 'invalid_client');
      refused(await identity.post('token', { ...grant, client_id: 'web' }), 400, 'unauthorized_client');
    });
  });

  describe('refresh token', () => {
    const refresh = (token: unknown, given: Record<string, string> = {}) =>
      identity.post('token', {
        grant_type: 'refresh_token',
        client_id: 'web',
        refresh_token: String(token),
        ...given,
      });

    it('gives new tokens of the same session, and another refresh token', async () => {
      const first = (await identity.login({ scope: 'openid dmm' })).body;
      const { status, body } = await refresh(first['refresh_token']);
      assert.equal(status, 200, JSON.stringify(body));
      assert.notEqual(body['refresh_token'], first['refresh_token']);
      assert.deepEqual([body['session_state'], body['scope']], [first['session_state'], 'openid dmm']);
    });

    it('ends the session where a token is used a second time', async () => {
      const first = (await identity.login({ scope: 'dmm' })).body;
      const second = (await refresh(first['refresh_token'])).body;
      refused(await refresh(first['refresh_token']), 400, 'invalid_grant');
      refused(await refresh(second['refresh_token']), 400, 'invalid_grant');
      const basic = DMM;
      const looked = await identity.post('token/introspect', { token: String(second['access_token']) }, { basic });
      assert.deepEqual(looked.body, { active: false });
    });

    it('gives one token where many ask at once', async () => {
      const { body } = await identity.login({ scope: 'dmm' });
      const answers = await Promise.all(Array.from({ length: 8 }, () => refresh(body['refresh_token'])));
      assert.equal(answers.filter(({ status }) => status === 200).length, 1);
    });

    it('narrows the scope and never widens it; what is refused keeps its token', async () => {
      const { body } = await identity.login({ scope: 'dmm aps' });
      refused(await refresh(body['refresh_token'], { scope: 'dmm detect' }), 400, 'invalid_scope');
      const narrowed = await refresh(body['refresh_token'], { scope: 'aps' });
      assert.equal(claimsOf(narrowed.body['access_token'])['aud'], 'aps');
    });

    it("refuses another client's token, an expired one, and one of a user who was disabled", async () => {
      const { body } = await identity.login({ scope: 'dmm' });
      const stolen = { grant_type: 'refresh_token', refresh_token: String(body['refresh_token']) };
      refused(await identity.post('token', stolen, { basic: DMM }), 400, 'invalid_grant');
      identity.ahead = 1_801_000;
      refused(await refresh(body['refresh_token']), 400, 'invalid_grant');
      identity.ahead = 0;
      await identity.catalogue.query("UPDATE identity_users SET disabled = true WHERE username = 'ada'");
      refused(await refresh(body['refresh_token']), 400, 'invalid_grant');
      await identity.catalogue.query("UPDATE identity_users SET disabled = false WHERE username = 'ada'");
    });
  });

  describe('token exchange', () => {
    it('gives a service a token for the service that it calls, on behalf of the same user', async () => {
      const token = await identity.tokenFor('dmm');
      const { status, body } = await identity.exchange(DMM, token);
      assert.equal(status, 200, JSON.stringify(body));
      assert.equal(body['issued_token_type'], 'urn:ietf:params:oauth:token-type:access_token');
      assert.equal(body['refresh_token'], undefined);
      const [before, after] = [claimsOf(token), claimsOf(body['access_token'])];
      for (const same of ['sub', 'sid', 'preferred_username', 'realm_access', 'iss']) {
        assert.deepEqual(after[same], before[same], same);
      }
      assert.deepEqual([after['aud'], after['azp'], after['act']], ['aps', 'dmm', { sub: 'client:dmm' }]);
      assert.ok(Number(after['exp']) <= Number(before['exp']));
      const next = await identity.exchange('aps:secret of aps: 100 %', String(body['access_token']), {
        scope: 'detect',
      });
      assert.deepEqual(claimsOf(next.body['access_token'])['act'], {
        sub: 'client:aps',
        act: { sub: 'client:dmm' },
      });
    });

    it('takes an audience beside or instead of the scope', async () => {
      const token = await identity.tokenFor('dmm');
      const { scope: _, ...without } = { scope: '', audience: 'aps' };
      const type = 'urn:ietf:params:oauth:token-type:access_token';
      const grant = 'urn:ietf:params:oauth:grant-type:token-exchange';
      const form = { grant_type: grant, subject_token: token, subject_token_type: type, ...without };
      const { body } = await identity.post('token', form, { basic: DMM });
      assert.equal(claimsOf(body['access_token'])['aud'], 'aps');
      refused(await identity.exchange(DMM, token, { audience: 'nowhere' }), 400, 'invalid_target');
      const { audience: __, ...neither } = form;
      refused(await identity.post('token', neither, { basic: DMM }), 400, 'invalid_request', /scope or audience/);
    });

    it('never lets a token live longer than the one it is exchanged for', async () => {
      const token = await identity.tokenFor('dmm');
      identity.ahead = 200_000;
      const { body } = await identity.exchange(DMM, token);
      assert.ok(Number(body['expires_in']) <= 100, String(body['expires_in']));
      identity.ahead = 310_000;
      refused(await identity.exchange(DMM, token), 400, 'invalid_request');
      identity.ahead = 0;
    });

    it('refuses a token that was made for another service, of another realm, and what is no access token', async () => {
      const { body } = await identity.login({ scope: 'openid aps' });
      const cannot = /cannot be exchanged/;
      refused(await identity.exchange(DMM, String(body['access_token'])), 400, 'invalid_request', cannot);
      refused(await identity.exchange(DMM, String(body['id_token'])), 400, 'invalid_request', cannot);
      refused(await identity.exchange(DMM, String(body['refresh_token'])), 400, 'invalid_request', cannot);
      const token = await identity.tokenFor('dmm');
      refused(await identity.exchange(DMM, token, {}, 'other'), 400, 'invalid_request', cannot);
    });

    it('refuses token types that are not access tokens, actors and resources', async () => {
      const token = await identity.tokenFor('dmm');
      const refresh = 'urn:ietf:params:oauth:token-type:refresh_token';
      refused(await identity.exchange(DMM, token, { requested_token_type: refresh }), 400, 'invalid_request');
      refused(await identity.exchange(DMM, token, { subject_token_type: refresh }), 400, 'invalid_request');
      refused(await identity.exchange(DMM, token, { actor_token: token }), 400, 'invalid_request');
      refused(await identity.exchange(DMM, token, { resource: 'https://a' }), 400, 'invalid_target');
    });

    it('refuses a client that is no service, a scope that it was not given, and chains without end', async () => {
      await identity.client('batch', { secret: 'secret-of-batch', scopes: ['aps'] });
      const token = await identity.tokenFor('dmm');
      refused(await identity.exchange('batch:secret-of-batch', token), 400, 'unauthorized_client');
      refused(await identity.exchange(DMM, token, { scope: 'detect' }), 400, 'invalid_scope');
      let current = token;
      const ring = [
        [DMM, 'aps'],
        ['aps:secret of aps: 100 %', 'detect'],
        ['detect:secret-of-detect', 'dmm'],
      ];
      for (let k = 0; k < 5; k++) {
        const { status, body } = await identity.exchange(ring[k % 3][0], current, { scope: ring[k % 3][1] });
        assert.equal(status, 200);
        current = String(body['access_token']);
      }
      refused(await identity.exchange(ring[2][0], current, { scope: 'dmm' }), 400, 'invalid_request', /5 times/);
    });

    it('refuses a token that was revoked, or whose session was ended', async () => {
      const first = (await identity.login({ scope: 'dmm' })).body;
      assert.equal(
        (await identity.post('revoke', { client_id: 'web', token: String(first['access_token']) })).status,
        200,
      );
      refused(await identity.exchange(DMM, String(first['access_token'])), 400, 'invalid_request');
      const second = (await identity.login({ scope: 'dmm' })).body;
      const form = { client_id: 'web', refresh_token: String(second['refresh_token']) };
      assert.equal((await identity.post('logout', form)).status, 204);
      refused(await identity.exchange(DMM, String(second['access_token'])), 400, 'invalid_request');
    });

    // It stayed good until it expired, for a service that was called through others.
    it('takes back with a token what was exchanged for it, by however many services', async () => {
      const token = await identity.tokenFor('dmm');
      const second = String((await identity.exchange(DMM, token)).body['access_token']);
      const third = String((await identity.exchange(APS, second, { scope: 'detect' })).body['access_token']);
      const other = String((await identity.exchange(DMM, await identity.tokenFor('dmm'))).body['access_token']);
      assert.deepEqual(await goodOf([second, third, other]), [true, true, true]);
      await identity.post('revoke', { client_id: 'web', token });
      assert.deepEqual(await goodOf([token, second, third, other]), [false, false, false, true]);
      refused(await identity.exchange(APS, second, { scope: 'detect' }), 400, 'invalid_request');
    });

    it('takes back what was exchanged for tokens of a client that is disabled', async () => {
      await identity.client('robot', { secret: 'secret-of-robot', scopes: ['dmm'], roles: ['user'] });
      const grant = { grant_type: 'client_credentials', scope: 'dmm' };
      const own = String(
        (await identity.post('token', grant, { basic: 'robot:secret-of-robot' })).body['access_token'],
      );
      const exchanged = String((await identity.exchange(DMM, own)).body['access_token']);
      const issued = Date.now();
      const disabled = { realm: 'halcyon', claim: 'azp', value: 'robot', issued, until: issued + 60_000 } as const;
      await revoke(identity.catalogue, disabled);
      assert.deepEqual(await goodOf([own, exchanged]), [false, false]);
    });
  });

  /** Which tokens are good: for the identity service, and for the services, which follow a list of revoked ones. */
  async function goodOf(tokens: readonly string[]): Promise<boolean[]> {
    const list = new RevocationList({ catalogue: identity.catalogue, realm: 'halcyon', now: Date.now });
    await list.follow();
    try {
      return await Promise.all(
        tokens.map(async (token) => {
          const claims = accessClaims.parse(claimsOf(token));
          const isListed = list.isRevoked(claims);
          assert.equal(await isRevoked(identity.catalogue, 'halcyon', claims), isListed);
          return !isListed;
        }),
      );
    } finally {
      list.close();
    }
  }

  it('refuses a grant that there is not, and none', async () => {
    refused(await identity.post('token', { grant_type: 'implicit' }, { basic: DMM }), 400, 'unsupported_grant_type');
    refused(await identity.post('token', {}, { basic: DMM }), 400, 'invalid_request');
  });
});
