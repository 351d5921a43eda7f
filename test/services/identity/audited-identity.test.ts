import assert from 'node:assert/strict';
import { type AuditEvent, NOBODY_KNOWN } from '../../../services/audit/audit-log.ts';
import { administer } from '../../../services/identity/administration/administration-routes.ts';
import { OPERATIONS } from '../../../services/identity/administration/registry.ts';
import { ADAS_PASSWORD, RunningIdentity } from './running-identity.ts';

const SECRET = 'the-secret-of-a-service-in-a-test';
const PASSWORD = 'a password of some length';

describe('what is recorded of the identity service', () => {
  let identity: RunningIdentity;
  let events: AuditEvent[];

  before(async () => {
    identity = await RunningIdentity.start();
    events = identity.services.recorded;
  });
  after(() => identity.stop());
  beforeEach(() => void events.splice(0));

  /** Action, result, reason, who and with which client. */
  const told = () =>
    events.map(({ action, result, reason = null, who = NOBODY_KNOWN }) => [
      action,
      result,
      reason,
      who.username,
      who.client,
    ]);

  it('is who logged in, from where, and who was refused and why', async () => {
    await identity.login();
    await identity.login({ password: 'wrong' });
    await identity.login({ username: 'disabled' });
    await identity.login({ username: 'federated' });
    await identity.login({ username: 'without' });
    await identity.login({ scope: 'nothing' });
    assert.deepEqual(told(), [
      ['login', 'done', null, 'ada', 'web'],
      ['login', 'refused', 'wrong_password', 'ada', 'web'],
      ['login', 'refused', 'disabled', 'disabled', 'web'],
      ['login', 'refused', 'federated', 'federated', 'web'],
      ['login', 'refused', 'no_password', 'without', 'web'],
      ['login', 'refused', 'invalid_scope', null, 'web'],
    ]);
    const [{ from, about, requestId }] = events;
    assert.deepEqual([from, about], ['127.0.0.1', { kind: 'realm', id: 'halcyon' }]);
    assert.match(requestId ?? '', /^[0-9a-f-]{36}$/);
  });

  it('names nobody who is not known here: a password is often typed for a name', async () => {
    await identity.login({ username: ADAS_PASSWORD, client_id: 'web' });
    await identity.login({ client_id: ADAS_PASSWORD });
    assert.deepEqual(told(), [
      ['login', 'refused', 'unknown_user', null, 'web'],
      ['login', 'refused', 'invalid_client', null, null],
    ]);
  });

  it('is refreshes, exchanges, tokens of clients, log-outs and what is taken back', async () => {
    const { body } = await identity.login({ scope: 'dmm' });
    const refresh_token = String(body['refresh_token']);
    const refreshed = await identity.post('token', { grant_type: 'refresh_token', client_id: 'web', refresh_token });
    assert.equal(refreshed.status, 200);
    await identity.exchange('dmm:secret-of-dmm', String(body['access_token']));
    await identity.exchange('aps:wrong', String(body['access_token']));
    await identity.post('token', { grant_type: 'client_credentials', scope: 'aps' }, { basic: 'dmm:secret-of-dmm' });
    await identity.post('revoke', { client_id: 'web', token: String(refreshed.body['access_token']) });
    const again = String(refreshed.body['refresh_token']);
    await identity.post('logout', { client_id: 'web', refresh_token: again });
    await identity.post('token', { grant_type: 'refresh_token', client_id: 'web', refresh_token: again });
    await identity.post('token/introspect', { token: 'x', client_id: 'dmm', client_secret: 'wrong' });
    await identity.post('token/introspect', { token: 'x' }, { basic: 'dmm:secret-of-dmm' });
    assert.deepEqual(told(), [
      ['login', 'done', null, 'ada', 'web'],
      ['token.refresh', 'done', null, 'ada', 'web'],
      ['token.exchange', 'done', null, 'ada', 'dmm'],
      ['token.exchange', 'refused', 'invalid_client', null, 'aps'],
      ['token.client', 'done', null, 'service-account-dmm', 'dmm'],
      ['token.revoke', 'done', null, 'ada', 'web'],
      ['logout', 'done', null, null, 'web'],
      ['token.refresh', 'refused', 'unknown', null, 'web'],
      ['access', 'refused', 'invalid_client', null, 'dmm'],
    ]);
  });

  it('is every operation of administrators that changes something, done or refused', async () => {
    const user = { realm: 'halcyon', username: 'grace' };
    const client = { realm: 'halcyon', id: 'svc' };
    const given: Readonly<Record<string, object>> = {
      'user-add': { ...user, password: PASSWORD, roles: ['user'], name: null, email: null, federated: null },
      'user-password': { ...user, password: PASSWORD },
      'user-roles': { ...user, roles: ['curator'] },
      'user-disable': { ...user, disabled: true },
      'client-add': { ...client, secret: SECRET, service: null, scopes: ['dmm'], roles: [] },
      'client-secret': { ...client, secret: SECRET },
      'client-disable': { ...client, disabled: false },
      'keys-rotate': { realm: 'halcyon' },
      'realm-add': { realm: 'met' },
      'realm-import': { realm: null, rolePrefix: '', export: { realm: 'met', users: [], clients: [] } },
    };
    for (const [name, { audit }] of OPERATIONS) {
      assert.equal(audit === null, name.endsWith('-list'), name);
      if (audit === null) continue;
      await administer(name, given[name] ?? assert.fail(name), identity.parts);
    }
    await assert.rejects(administer('realm-add', { realm: 'met' }, identity.parts));
    assert.deepEqual(
      events.map(({ action, result, about, detail }) => [action, result, about?.id, detail].filter(Boolean).join(' ')),
      [
        'user.add done halcyon/grace roles: user',
        'user.disable done halcyon/grace',
        'user.password done halcyon/grace',
        'user.roles done halcyon/grace roles: curator',
        'client.add done halcyon/svc scopes: dmm; roles: none',
        'client.enable done halcyon/svc',
        'client.secret done halcyon/svc',
        'keys.rotate done halcyon',
        'realm.add done met',
        'realm.import done halcyon 0 users and 0 clients',
        'realm.add refused met',
      ],
    );
    assert.match(events[0].who?.id ?? '', /^os:\d+$/);
    assert.equal(events[0].from, 'local');
    await administer('user-list', {}, identity.parts);
    assert.equal(events.length, 11);
  });

  it('holds no password, token or secret', async () => {
    const { body } = await identity.login({ scope: 'dmm openid' });
    const [access, refresh, id] = ['access_token', 'refresh_token', 'id_token'].map((name) => String(body[name]));
    await identity.login({ username: ADAS_PASSWORD });
    await identity.login({ client_secret: SECRET, client_id: SECRET });
    await identity.post('token', { grant_type: PASSWORD, client_id: 'web' });
    await identity.post('token', { grant_type: 'password', client_id: 'web', username: 'ada', password: PASSWORD });
    await identity.exchange('dmm:secret-of-dmm', access);
    await identity.exchange(`dmm:${SECRET}`, access);
    await identity.post('revoke', { client_id: 'web', token: access });
    await identity.post('logout', { client_id: 'web', refresh_token: refresh });
    await identity.get(`/protocol/openid-connect/logout?id_token_hint=${id}`);
    await identity.get('/protocol/openid-connect/userinfo', { Authorization: `Bearer ${access}` });
    const text = JSON.stringify(events);
    assert.ok(events.length >= 9, text);
    for (const secret of [ADAS_PASSWORD, PASSWORD, SECRET, 'secret-of-dmm', access, refresh, id]) {
      assert.ok(!text.includes(secret), secret);
    }
  });
});
