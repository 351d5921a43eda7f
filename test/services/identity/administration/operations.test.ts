import assert from 'node:assert/strict';
import { HalcyonError } from '../../../../schemas/errors.ts';
import { administer } from '../../../../services/identity/administration/administration-routes.ts';
import { OPERATIONS } from '../../../../services/identity/administration/registry.ts';
import { RunningIdentity } from '../running-identity.ts';

const SECRET = 'a secret of some length, long enough';

describe('an administrator', () => {
  let identity: RunningIdentity;
  const does = async (operation: string, request: object) =>
    (await administer(operation, request, identity.parts)) as readonly string[];
  const lists = async (operation: string, request: object = {}) =>
    (await administer(operation, request, identity.parts)) as readonly Readonly<Record<string, unknown>>[];
  const login = async (username: string, password: string) =>
    (await identity.login({ username, password, client_id: 'web' })).status;
  const refused = (operation: string, request: object, code: string, words: RegExp) =>
    assert.rejects(does(operation, request), (error: unknown) => {
      assert.ok(error instanceof HalcyonError, String(error));
      assert.equal(error.code, code);
      assert.match(error.message, words);
      return true;
    });
  const grace = (changes: object = {}) => ({
    username: 'Grace',
    password: 'first password',
    roles: ['user'],
    name: null,
    email: null,
    federated: null,
    ...changes,
  });

  before(async () => {
    identity = await RunningIdentity.start();
  });
  after(() => identity.stop());

  it('adds users, changes their passwords and roles, and keeps them out', async () => {
    assert.deepEqual(await does('user-add', grace()), ['user grace added to the realm halcyon, roles: user']);
    assert.equal(await login('grace', 'first password'), 200);
    await does('user-password', { username: 'grace', password: 'second password' });
    assert.equal(await login('grace', 'first password'), 400);
    assert.equal(await login('grace', 'second password'), 200);
    await does('user-roles', { username: 'grace', roles: ['curator', 'curator'] });
    assert.deepEqual(
      (await lists('user-list')).find(({ username }) => username === 'grace'),
      { username: 'grace', roles: ['curator'], name: null, email: null, federated: null, disabled: false },
    );
    await does('user-disable', { username: 'grace', disabled: true });
    assert.equal(await login('grace', 'second password'), 400);
    await does('user-disable', { username: 'grace', disabled: false });
    assert.equal(await login('grace', 'second password'), 200);
  });

  // A misspelt network gave a role that holds nowhere, and nothing told of it.
  it('is warned of a role in a network that there is not, where the networks are known', async () => {
    const warned = async (operation: string, request: object, networks?: () => Promise<string[] | null>) => {
      const parts = { ...identity.parts, ...(networks !== undefined && { networks }) };
      return (await administer(operation, request, parts)).slice(1);
    };
    const known = async () => ['north', 'libya'];
    const warning =
      "warning: there is no network 'nowhere'; known are: libya, north; the role applies once there is one of this name";
    const roles = ['user', 'curator@nowhere'];
    assert.deepEqual(await warned('user-add', grace({ username: 'mary', roles }), known), [warning]);
    assert.deepEqual(await warned('user-roles', { username: 'mary', roles }, known), [warning]);
    assert.deepEqual(await warned('user-roles', { username: 'mary', roles: ['curator@north'] }, known), []);
    assert.deepEqual(await warned('user-roles', { username: 'mary', roles }, async () => null), []);
    assert.deepEqual(await warned('user-roles', { username: 'mary', roles }), []);
    const client = { id: 'station', secret: SECRET, service: null, scopes: ['detect'], roles: ['feed@nowhere'] };
    assert.deepEqual(await warned('client-add', client, known), [warning]);
  });

  // "Invalid input: expected object, received array".
  it('says of a list of realms, and of another value, what a realm export is', async () => {
    const right = 'a realm export should be the JSON object of one realm, with realm, users and clients';
    const refusal = (read: unknown) => ({
      code: 'invalid_parameter',
      message: `${right}; it is ${Array.isArray(read) ? 'a list: give each realm a file of its own' : 'another value'}`,
    });
    for (const read of [[{ realm: 'met', users: [] }], [], 'met', null]) {
      const request = { realm: null, rolePrefix: '', export: read };
      await assert.rejects(administer('realm-import', request, identity.parts), refusal(read));
    }
  });

  it('ends sessions and tokens with the password, the roles and the right to log in', async () => {
    const changes: [string, object][] = [
      ['user-password', { username: 'hedy', password: 'the password' }],
      ['user-roles', { username: 'hedy', roles: [] }],
      ['user-disable', { username: 'hedy', disabled: true }],
    ];
    await does('user-add', grace({ username: 'hedy', password: 'the password' }));
    for (const [operation, request] of changes) {
      const { body } = await identity.login({ username: 'hedy', password: 'the password', scope: 'openid' });
      const bearer = String(body['access_token']);
      assert.equal((await identity.post('userinfo', {}, { bearer })).status, 200);
      await does(operation, request);
      assert.equal((await identity.post('userinfo', {}, { bearer })).status, 401, operation);
      const form = { grant_type: 'refresh_token', client_id: 'web', refresh_token: String(body['refresh_token']) };
      assert.equal((await identity.post('token', form)).body['error'], 'invalid_grant', operation);
    }
  });

  it('makes the secrets of clients itself, shows each once, and takes none but the newest', async () => {
    const proved = async (secret: string) =>
      (await identity.post('token', { grant_type: 'client_credentials' }, { basic: `made:${secret}` })).status;
    const shown = (lines: readonly string[]) => /^its secret, shown once: ([\w-]{43})$/.exec(lines[1] ?? '')?.[1] ?? '';
    const first = shown(await does('client-add', { id: 'made', service: null, scopes: ['dmm'], roles: [] }));
    assert.equal(await proved(first), 200);
    const second = shown(await does('client-secret', { id: 'made' }));
    assert.notEqual(second, first);
    assert.deepEqual([await proved(first), await proved(second)], [401, 200]);
  });

  it('adds clients: a service that exchanges, and one that keeps no secret', async () => {
    const service = { id: 'svc', secret: SECRET, service: 'dmm', scopes: ['aps'], roles: [] };
    const [line] = await does('client-add', service);
    assert.equal(line, 'client of the service dmm svc added to the realm halcyon, scopes: aps');
    const web = { id: 'page', secret: null, service: null, scopes: ['dmm'], roles: [] };
    await does('client-add', web);
    const token = String((await identity.login({ client_id: 'page' })).body['access_token']);
    assert.equal((await identity.exchange(`svc:${SECRET}`, token)).status, 200);
    await does('client-secret', { id: 'svc', secret: `${SECRET}, another` });
    assert.equal((await identity.exchange(`svc:${SECRET}`, token)).status, 401);
    await does('client-disable', { id: 'svc', disabled: true });
    assert.equal((await identity.exchange(`svc:${SECRET}, another`, token)).status, 401);
    assert.deepEqual(
      (await lists('client-list')).find(({ client_id }) => client_id === 'svc'),
      { client_id: 'svc', public: false, service: 'dmm', scopes: ['aps'], roles: [], disabled: true },
    );
  });

  it('changes the key', async () => {
    const [line] = await does('keys-rotate', {});
    const listed = await lists('keys-list');
    const made = /^key (\S+) made/.exec(line ?? '')?.[1] ?? 'none';
    const key = listed.find(({ kid }) => kid === made);
    assert.equal(key?.['algorithm'], 'RS256');
    assert.match(String(key?.['signs_from']), /^20\d\d-.*Z$/);
  });

  it('adds a realm with nobody in it', async () => {
    await does('realm-add', { realm: 'city' });
    assert.deepEqual(await lists('user-list', { realm: 'city' }), []);
    await refused('realm-add', { realm: 'city' }, 'invalid_parameter', /already/);
  });

  it('is told what was wrong and what would be right', async () => {
    await refused('user-add', grace({ username: 'ada' }), 'invalid_parameter', /there is a user 'ada' already/);
    await refused('user-add', grace({ username: 'a b' }), 'invalid_parameter', /without spaces/);
    // It was refused for spaces, of which it has none.
    const unseen =
      /without spaces .*, and without control characters and characters that are invisible or change the direction/;
    await refused('user-add', grace({ username: 'x\u202ey' }), 'invalid_parameter', unseen);
    await refused('user-add', grace({ username: 'x', password: 'short' }), 'invalid_parameter', /8 characters or more/);
    await refused('user-add', grace({ username: 'x', roles: ['king'] }), 'invalid_parameter', /one of admin, user/);
    await refused(
      'user-add',
      grace({ username: 'x', password: null }),
      'invalid_parameter',
      /password, or the provider/,
    );
    await refused('user-add', grace({ username: 'x', email: 'no' }), 'invalid_parameter', /ada@example\.org/);
    await refused('user-add', grace({ username: 'x', realm: 'none' }), 'not_found', /no realm 'none'/);
    await refused('user-disable', { username: 'nobody', disabled: true }, 'not_found', /no user 'nobody'/);
    await refused('user-password', { username: 'federated', password: 'long enough' }, 'invalid_parameter', /edugain/);
    const client = { id: 'new', secret: SECRET, service: null, scopes: [], roles: [] };
    await refused('client-add', { ...client, id: 'web' }, 'invalid_parameter', /already/);
    await refused('client-add', { ...client, id: 'a:b' }, 'invalid_parameter', /letters, digits/);
    await refused('client-add', { ...client, secret: 'short' }, 'invalid_parameter', /16 to 512/);
    await refused('client-add', { ...client, secret: 'ab'.repeat(20) }, 'invalid_parameter', /8 different/);
    await refused('client-secret', { id: 'svc', secret: 'x'.repeat(15) }, 'invalid_parameter', /16 to 512/);
    await refused(
      'client-add',
      { ...client, scopes: ['mars'] },
      'invalid_parameter',
      /'mars' is no service.*aps, detect, dmm/,
    );
    await refused('client-add', { ...client, secret: null, service: 'dmm' }, 'invalid_parameter', /public client/);
    await refused('client-secret', { id: 'web', secret: SECRET }, 'invalid_parameter', /public/);
    await refused('client-disable', { id: 'none', disabled: true }, 'not_found', /no client 'none'/);
    await refused('make-coffee', {}, 'not_found', /no operation/);
  });

  it('has a name for each operation', () => {
    for (const [name, operation] of OPERATIONS) assert.equal(operation.name, name);
  });
});
