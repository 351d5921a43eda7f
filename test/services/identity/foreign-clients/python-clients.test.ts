import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { pythonWith } from '../../../servers/python-packages.ts';
import { ADAS_PASSWORD, RunningIdentity } from '../running-identity.ts';

const PACKAGES = ['authlib==1.6.5', 'requests==2.32.5', 'python-keycloak==5.8.1'];

describe('clients from PyPI', function () {
  this.timeout(180_000);
  let identity: RunningIdentity;

  before(async () => {
    identity = await RunningIdentity.start();
    await identity.client('portal', { secret: 'secret-of-the-portal', scopes: ['dmm', 'aps'], roles: ['user'] });
  });
  after(() => identity.stop());

  it('authlib and python-keycloak log in, refresh, exchange and log out unchanged', async function () {
    const found = await pythonWith(PACKAGES);
    if ('missing' in found) {
      console.log(`      ${found.missing}`);
      return this.skip();
    }
    const script = fileURLToPath(new URL('clients.py', import.meta.url));
    const { stdout } = await promisify(execFile)(found.python, [script, identity.url, 'ada', ADAS_PASSWORD], {
      env: { ...process.env, AUTHLIB_INSECURE_TRANSPORT: '1' },
    });
    const done = JSON.parse(stdout.trim().split('\n').at(-1) ?? '') as Record<string, unknown>;
    const {
      authlib_after_revocation: revoked,
      keycloak_after_logout: loggedOut,
      keycloak_wrong_password: wrong,
      ...rest
    } = done;
    assert.deepEqual(rest, {
      authlib_id_token: 'ada',
      authlib_userinfo: 'Ada',
      authlib_refreshed: true,
      authlib_exchanged: 'aps',
      authlib_revoked: 200,
      authlib_own: 'Bearer',
      keycloak_well_known: true,
      keycloak_userinfo: 'ada',
      keycloak_introspected: true,
      keycloak_decoded: 'portal',
      keycloak_own: 'Bearer',
      keycloak_exchanged: 'client:dmm',
    });
    for (const refusal of [revoked, loggedOut]) assert.match(String(refusal), /Invalid refresh token/);
    assert.match(String(wrong), /Invalid user credentials/);
  });
});
