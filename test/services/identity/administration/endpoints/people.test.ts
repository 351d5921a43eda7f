import assert from 'node:assert/strict';
import {
  clientWithSecretShape,
  userShape,
  userWithPasswordShape,
} from '../../../../../schemas/http/answers/people-answer.ts';
import { NetworkScope } from '../../../../../schemas/network-scope.ts';
import { assertAdministersAll } from '../../../../../services/identity/administration/endpoints/assert-networks.ts';
import { RunningApplication } from '../../../api/running-application.ts';
import { RunningIdentity } from '../../running-identity.ts';

describe('users and clients over HTTP', () => {
  let identity: RunningIdentity;
  let networks: readonly string[] | null = ['north', 'south'];
  const running = new RunningApplication();
  before(async () => {
    identity = await RunningIdentity.start();
    running.parts.people = { ...identity.parts, networks: async () => networks, guarded: true };
    await running.start();
  });
  after(async () => {
    await running.stop();
    await identity.stop();
  });

  const ask = (method: string, path: string, body?: object) =>
    running.request(`/api/v1/${path}`, {
      method,
      ...(body !== undefined && { headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) }),
    });
  const add = async (username: string, ...roles: string[]) => {
    const answer = await ask('POST', 'users', { username, roles });
    assert.equal(answer.status, 201, answer.text);
    return answer.as(userWithPasswordShape);
  };
  const login = (username: string, password: string, more: Readonly<Record<string, string>> = {}) =>
    identity.login({ username, password, ...more });
  const refused = async (method: string, path: string, body: object) => {
    const answer = await ask(method, path, body);
    assert.equal(answer.status, 422, answer.text);
    return answer.problems.map(({ loc, msg }) => `${loc.join('.')}: ${msg}`).join('; ');
  };

  it('makes a password, shows it once, and has it changed at the first login', async () => {
    const { user, password } = await add('Grace', 'user', 'curator@north');
    assert.deepEqual(
      [user.username, user.roles, user.must_change_password],
      ['grace', ['user', 'curator@north'], true],
    );
    assert.ok(password !== null && password.length >= 20);
    assert.equal((await login('grace', password)).status, 400);
    assert.equal((await login('grace', password, { new_password: 'a password of her own' })).status, 200);
    const list = await ask('GET', 'users');
    assert.ok(!list.text.includes(password) && !list.text.includes('$scrypt'));
    assert.match(list.text, /"username":"grace",.*?"must_change_password":false/);
    const reset = (await ask('POST', 'users/grace/password')).as(userWithPasswordShape);
    assert.equal((await login('grace', 'a password of her own')).status, 400);
    assert.equal((await login('grace', reset.password ?? '', { new_password: 'another of her own' })).status, 200);
    const given = await ask('POST', 'users', {
      username: 'hedy',
      password: 'given by hand',
      name: 'Hedy',
      email: 'h@example.org',
    });
    assert.equal(given.as(userWithPasswordShape).password, null);
    assert.equal((await login('hedy', 'given by hand')).status, 200);
  });

  it('changes roles, names and whether somebody may log in, and ends their sessions only where it has to', async () => {
    await ask('POST', 'users', { username: 'ida', password: 'the password', roles: ['user'] });
    const session = async () => String((await login('ida', 'the password')).body['refresh_token']);
    const isOpen = async (token: string) =>
      (await identity.post('token', { grant_type: 'refresh_token', client_id: 'web', refresh_token: token })).status ===
      200;
    const changed = async (body: object) => (await ask('PATCH', 'users/ida', body)).as(userShape);
    let token = await session();
    assert.equal((await changed({ name: 'Ida', roles: ['user'] })).name, 'Ida');
    assert.equal(await isOpen(token), true);
    token = await session();
    assert.deepEqual((await changed({ roles: ['curator', 'curator'] })).roles, ['curator']);
    assert.equal(await isOpen(token), false);
    assert.equal((await changed({ disabled: true })).disabled, true);
    assert.equal((await login('ida', 'the password')).status, 400);
    assert.equal((await changed({ disabled: false, email: null })).disabled, false);
    assert.equal((await login('ida', 'the password')).status, 200);
    assert.equal((await ask('DELETE', 'users/ida')).status, 200);
    assert.equal((await login('ida', 'the password')).status, 400);
    for (const [method, path] of [
      ['DELETE', 'users/ida'],
      ['PATCH', 'users/ida'],
      ['POST', 'users/ida/password'],
    ] as const) {
      const answer = await ask(method, path, method === 'PATCH' ? {} : undefined);
      assert.equal(answer.status, 404, path);
      assert.match(answer.error.detail, /there is no user 'ida'/);
    }
  });

  it('leaves an administrator, who cannot demote, keep out or delete themselves while they are the last', async () => {
    await add('first', 'admin');
    const last = async () => {
      for (const [method, body] of [
        ['PATCH', { roles: ['user'] }],
        ['PATCH', { roles: ['admin@north'] }],
        ['PATCH', { disabled: true }],
        ['DELETE', undefined],
      ] as const) {
        const answer = await ask(method, 'users/first', body);
        assert.equal(answer.status, 409, answer.text);
        assert.match(answer.error.detail, /'?first'? is the last administrator of every network; give somebody else/);
      }
    };
    await last();
    // One in a network, one who is kept out and one without a password are none.
    await add('bound', 'admin@north');
    await add('out', 'admin');
    assert.equal((await ask('PATCH', 'users/out', { disabled: true })).status, 200);
    await identity.user('nobody', { roles: ['admin'] });
    await last();
    assert.equal((await ask('PATCH', 'users/first', { name: 'First' })).status, 200);
    await add('second', 'admin');
    assert.deepEqual((await ask('PATCH', 'users/first', { roles: ['user'] })).as(userShape).roles, ['user']);
    await ask('PATCH', 'users/first', { roles: ['admin'] });
    const both = await Promise.all(['first', 'second'].map((name) => ask('PATCH', `users/${name}`, { roles: [] })));
    assert.deepEqual(both.map(({ status }) => status).sort(), [200, 409]);
  });

  it('refuses roles and networks that there are not, and names those that there are', async () => {
    assert.match(
      await refused('POST', 'users', { username: 'x', roles: ['root'] }),
      /body\.roles\.0: 'root' is no role: .*admin, user, uploader, curator, feed/,
    );
    const unknown = /body\.roles: there is no network 'west'; known are: north, south/;
    assert.match(await refused('POST', 'users', { username: 'x', roles: ['user@west'] }), unknown);
    await add('joan', 'user');
    assert.match(await refused('PATCH', 'users/joan', { roles: ['user', 'curator@west'] }), unknown);
    assert.match(await refused('POST', 'clients', { client_id: 'x', roles: ['feed@west'] }), unknown);
    networks = [];
    assert.match(await refused('POST', 'users', { username: 'x', roles: ['user@north'] }), /known are: none/);
    networks = null;
    assert.equal((await ask('PATCH', 'users/joan', { roles: ['user@west'] })).status, 200);
    networks = ['north', 'south'];
    // A network that is gone does not keep other roles from being given.
    assert.equal((await ask('PATCH', 'users/joan', { roles: ['user@west', 'user@north'] })).status, 200);
    assert.match(await refused('POST', 'users', { username: 'joan' }), /there is a user 'joan' already/);
    assert.match(await refused('POST', 'users', { username: 'a b' }), /1 to 255 characters without spaces/);
    assert.match(
      await refused('POST', 'clients', { client_id: 'x', scopes: ['post'] }),
      /'post' is no service; .*aps, detect, dmm/,
    );
  });

  it('makes clients whose secret is shown once, and changes what they may do', async () => {
    const made = await ask('POST', 'clients', { client_id: 'harbour', roles: ['feed@north'] });
    assert.equal(made.status, 201, made.text);
    const { client, secret } = made.as(clientWithSecretShape);
    assert.deepEqual([client.scopes, client.roles, client.own], [['detect'], ['feed@north'], false]);
    const token = (given: string | null) =>
      identity.post('token', { grant_type: 'client_credentials', scope: 'detect' }, { basic: `harbour:${given}` });
    assert.equal((await token(secret)).status, 200);
    assert.ok(secret !== null && !(await ask('GET', 'clients')).text.includes(secret));
    const renewed = (await ask('POST', 'clients/harbour/secret')).as(clientWithSecretShape).secret;
    assert.equal((await token(secret)).status, 401);
    assert.equal((await token(renewed)).status, 200);
    assert.equal((await ask('PATCH', 'clients/harbour', { roles: ['feed'], scopes: ['detect', 'dmm'] })).status, 200);
    assert.equal((await ask('PATCH', 'clients/harbour', { disabled: true })).status, 200);
    assert.equal((await token(renewed)).status, 401);
    assert.equal((await ask('DELETE', 'clients/harbour')).status, 200);
    assert.equal((await ask('DELETE', 'clients/harbour')).status, 404);
    const open = await ask('POST', 'clients', { client_id: 'page', public: true });
    assert.equal(open.as(clientWithSecretShape).secret, null);
    assert.equal((await ask('POST', 'clients/page/secret')).status, 422);
    assert.equal((await ask('PATCH', 'clients/page', { roles: ['user'] })).status, 422);
  });

  it('leaves the clients that the services and pages need as they are', async () => {
    for (const [method, path, body] of [
      ['PATCH', 'clients/halcyon-web', { disabled: true }],
      ['POST', 'clients/halcyon-detect/secret', undefined],
      ['DELETE', 'clients/halcyon-cli', undefined],
    ] as const) {
      const answer = await ask(method, path, body);
      assert.equal(answer.status, 409, path);
      assert.match(answer.error.detail, /need the client halcyon-\w+ as it is/);
    }
  });

  it('records who did what, and no secret', async () => {
    running.parts.recorded.length = 0;
    const { password } = await add('kay', 'user');
    for (const body of [{ roles: ['curator'] }, { disabled: true }, { disabled: false }, { name: 'Kay' }])
      await ask('PATCH', 'users/kay', body);
    await ask('POST', 'users/kay/password');
    await ask('DELETE', 'users/kay');
    await ask('DELETE', 'users/kay');
    const said = running.parts.recorded.map(({ action, result, about }) => `${action} ${result} ${about?.id}`);
    const of = (action: string, result = 'done') => `user.${action} ${result} halcyon/kay`;
    assert.deepEqual(said, [
      ...['add', 'roles', 'disable', 'enable', 'change', 'password', 'delete'].map((action) => of(action)),
      of('delete', 'refused'),
    ]);
    assert.ok(!JSON.stringify(running.parts.recorded).includes(String(password)));
  });

  it('is for administrators of every network, and for nobody where access control is off', () => {
    assert.throws(
      () => assertAdministersAll(new NetworkScope(['north']), running.parts.people),
      /need the role admin in every network; yours holds in north/,
    );
    assertAdministersAll(NetworkScope.everywhere, running.parts.people);
    const off = { ...running.parts.people, guarded: false };
    assert.throws(() => assertAdministersAll(NetworkScope.everywhere, off), /access control is off/);
  });
});
