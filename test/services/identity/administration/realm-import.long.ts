import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { administer } from '../../../../services/identity/administration/administration-routes.ts';
import { claimsOf, RunningIdentity } from '../running-identity.ts';

/** An export in Keycloak's form; its hashes were made by Python's hashlib and argon2-cffi. */
const EXPORT = new URL('keycloak-realm.json', import.meta.url);
const PASSWORD = 'Grüße aus Athen';
const KINDS = ['sha1', 'sha256', 'sha512', 'argon2id', 'argon2i'];

describe('a realm of Keycloak', () => {
  let identity: RunningIdentity;
  let lines: readonly string[];
  const read = () => JSON.parse(readFileSync(EXPORT, 'utf8')) as Record<string, unknown>;
  const imported = async (changes: object = {}) => {
    const request = { realm: 'met', rolePrefix: 'dg_', export: read(), ...changes };
    return (await administer('realm-import', request, identity.parts)) as readonly string[];
  };
  const login = (username: string, password = PASSWORD) =>
    identity.post(
      'token',
      { grant_type: 'password', client_id: 'portal', username, password, scope: 'dmm' },
      { realm: 'met' },
    );

  before(async () => {
    identity = await RunningIdentity.start();
    lines = await imported();
  });
  after(() => identity.stop());

  it('comes with its users and clients; what could not come whole is said', () => {
    assert.deepEqual(lines, [
      'realm met: 8 users and 4 clients imported',
      'client moma comes without its secret: client secret sets one',
      'user bcrypt has a password in a form that cannot be checked: user password sets one',
      'the services take tokens of the realm halcyon: for those of met HALCYON_AUTH_ISSUER should name its issuer, …/oauth/realms/met',
    ]);
  });

  for (const kind of KINDS) {
    it(`lets in a user with a hash of the kind ${kind} by their old password alone, and renews the hash`, async () => {
      const kept = async () =>
        (
          await identity.catalogue.query("SELECT password FROM identity_users WHERE realm = 'met' AND username = $1", [
            kind,
          ])
        )[0]?.['password'];
      assert.equal((await login(kind, `${PASSWORD}!`)).status, 400);
      assert.match(String(await kept()), /^\$(pbkdf2|argon2)/);
      const first = await login(kind);
      assert.equal(first.status, 200, JSON.stringify(first.body));
      assert.match(String(await kept()), /^\$scrypt\$/);
      assert.equal((await login(kind)).status, 200);
    });
  }

  it('keeps the ids of users, their names and the roles that mean something here', async () => {
    const claims = claimsOf((await login('SHA256')).body['access_token']);
    assert.equal(claims['sub'], '00000000-0000-4000-8000-000000000002');
    assert.equal(claims['preferred_username'], 'sha256');
    assert.deepEqual(claims['realm_access'], { roles: ['curator', 'user'] });
  });

  it('keeps out who was disabled, comes from elsewhere or has a hash of another kind, all with the same words', async () => {
    const answers = [];
    for (const name of ['gone', 'federated', 'bcrypt', 'nobody']) answers.push(await login(name));
    for (const { status, body } of answers) {
      assert.deepEqual(
        [status, body],
        [400, { error: 'invalid_grant', error_description: 'Invalid user credentials' }],
      );
    }
  });

  it('keeps the secrets, services and scopes of clients', async () => {
    const basic = 'dmm:aVeryLongSecretOfDmm0123456789AB';
    const own = await identity.post('token', { grant_type: 'client_credentials' }, { basic, realm: 'met' });
    assert.deepEqual(claimsOf(own.body['access_token'])['realm_access'], { roles: ['uploader'] });
    const token = String((await login('sha512')).body['access_token']);
    const exchanged = await identity.exchange(basic, token, { scope: 'moma' }, 'met');
    assert.equal(claimsOf(exchanged.body['access_token'])['aud'], 'moma');
    const refused = await identity.exchange(basic, token, { scope: 'dmm' }, 'met');
    assert.equal(refused.body['error'], 'invalid_scope');
  });

  it('comes a second time without changing anything', async () => {
    const [summary, ...rest] = await imported();
    assert.equal(summary, 'realm met: 0 users and 0 clients imported');
    assert.equal(rest.filter((line) => line.includes('is there already')).length, 12);
  });

  it('is refused whole where it is none, with the place', async () => {
    const broken = read();
    (broken['users'] as Record<string, unknown>[])[2]['username'] = 5;
    (broken['users'] as { credentials: object[] }[])[3].credentials = [{ type: 'password', credentialData: '{' }];
    await assert.rejects(imported({ realm: 'broken', export: broken }), (error: Error) => {
      assert.match(error.message, /users\.2\.username: .*string/);
      assert.match(error.message, /users\.3\.credentials\.0\.credentialData: should be JSON/);
      return true;
    });
    const rows = await identity.catalogue.query("SELECT 1 FROM identity_realms WHERE name = 'broken'");
    assert.deepEqual(rows, []);
  });
});

describe('a realm of Keycloak that nobody named', () => {
  // It became a realm of its own name, whose tokens no service took: every call was answered 401.
  it('goes into the realm whose tokens the services take, and says which roles mean nothing', async () => {
    const identity = await RunningIdentity.start();
    try {
      const read = JSON.parse(readFileSync(EXPORT, 'utf8')) as Record<string, unknown>;
      const request = { realm: null, rolePrefix: '', export: read };
      const lines = (await administer('realm-import', request, identity.parts)) as readonly string[];
      assert.match(lines[0] ?? '', /^realm halcyon: \d users and \d clients imported$/);
      assert.match(lines.at(-1) ?? '', /^roles that mean nothing here and are left out: dg_\w+, .*--role-prefix/);
      const { body } = await identity.post('token', {
        grant_type: 'password',
        client_id: 'portal',
        username: 'sha256',
        password: PASSWORD,
        scope: 'dmm',
      });
      assert.match(String(claimsOf(body['access_token'])['iss']), /\/oauth\/realms\/halcyon$/);
    } finally {
      await identity.stop();
    }
  });
});
