import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import { claimsOf, RunningIdentity } from './running-identity.ts';

const DMM = 'dmm:secret-of-dmm';

/** Every way in which a token is tried that this service has not issued as it is. */
describe('forged tokens', () => {
  let identity: RunningIdentity;
  let good: string;
  let claims: Record<string, unknown>;
  before(async () => {
    identity = await RunningIdentity.start();
    good = await identity.tokenFor('dmm');
    claims = claimsOf(good);
  });
  after(() => identity.stop());

  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const headerOf = () => JSON.parse(Buffer.from(good.split('.')[0], 'base64url').toString('utf8')) as object;
  /** Signed by the service's own key, with other claims or header. */
  const signed = async (given: object, header: object = {}) => {
    const { key, kid, algorithm } = await identity.parts.keys.signer('halcyon');
    return new SignJWT({ ...claims, ...given })
      .setProtectedHeader({ alg: algorithm, kid, typ: 'JWT', ...header })
      .sign(key);
  };
  const assertRefused = async (token: string, what: string) => {
    const { status, body } = await identity.exchange(DMM, token);
    assert.deepEqual([status, body['error']], [400, 'invalid_request'], what);
    const looked = await identity.post('token/introspect', { token }, { basic: DMM });
    assert.deepEqual([looked.status, looked.body], [200, { active: false }], what);
  };

  it('are told from one that was issued', async () => {
    assert.equal((await identity.exchange(DMM, good)).status, 200);
    assert.equal((await identity.exchange(DMM, await signed({}))).status, 200);
  });

  it('are refused without a signature, whatever they call that', async () => {
    for (const alg of ['none', 'None', 'NONE', 'nOnE', '']) {
      await assertRefused(`${part({ ...headerOf(), alg })}.${good.split('.')[1]}.`, alg);
      await assertRefused(`${part({ alg, typ: 'JWT' })}.${good.split('.')[1]}.${good.split('.')[2]}`, alg);
    }
    await assertRefused(good.split('.').slice(0, 2).join('.'), 'two parts');
  });

  it('are refused where the public key was used as a secret', async () => {
    const { keys } = await identity.parts.keys.published('halcyon');
    for (const secret of [JSON.stringify(keys[0]), String(keys[0].n), Buffer.from(String(keys[0].n), 'base64url')]) {
      const text = `${part({ ...headerOf(), alg: 'HS256' })}.${good.split('.')[1]}`;
      const mac = createHmac('sha256', secret).update(text).digest('base64url');
      await assertRefused(`${text}.${mac}`, 'HS256');
    }
  });

  it('are refused with a key of somebody else, by any kid, and one that the token brings along', async () => {
    const { privateKey, publicKey } = await generateKeyPair('RS256', { extractable: true });
    const { kid } = await identity.parts.keys.signer('halcyon');
    const jwk = await exportJWK(publicKey);
    for (const header of [{ kid }, { kid: 'other' }, {}, { kid, jwk }, { kid, jku: 'http://127.0.0.1/keys' }]) {
      const token = new SignJWT(claims).setProtectedHeader({ alg: 'RS256', ...header });
      await assertRefused(await token.sign(privateKey), JSON.stringify(header));
    }
    await assertRefused(await signed({}, { kid: 'other' }), 'kid of no key');
  });

  it('are refused with claims that were changed', async () => {
    const [header, , signature] = good.split('.');
    const changed = part({ ...claims, realm_access: { roles: ['admin'] } });
    await assertRefused(`${header}.${changed}.${signature}`, 'roles');
  });

  it('are refused before and after their time, from another issuer, for another service', async () => {
    const now = Math.floor(Date.now() / 1000);
    await assertRefused(await signed({ exp: now - 31 }), 'expired');
    await assertRefused(await signed({ nbf: now + 120 }), 'not yet valid');
    await assertRefused(await signed({ iat: now + 120 }), 'issued in the future');
    await assertRefused(await signed({ iss: `${identity.url}/oauth/realms/other` }), 'realm');
    await assertRefused(await signed({ iss: 'https://elsewhere.example' }), 'issuer');
    assert.equal((await identity.exchange(DMM, await signed({ aud: 'aps' }))).status, 400);
    assert.equal((await identity.exchange(DMM, await signed({ aud: ['aps', 'web'] }))).status, 400);
    const { exp: _, ...endless } = claims;
    const { key, kid, algorithm } = await identity.parts.keys.signer('halcyon');
    const token = new SignJWT(endless).setProtectedHeader({ alg: algorithm, kid });
    await assertRefused(await token.sign(key), 'without an end');
  });

  it('are refused where they are of another kind', async () => {
    for (const typ of ['ID', 'Refresh', 'Logout', undefined]) await assertRefused(await signed({ typ }), String(typ));
    for (const text of ['', 'x', '...', `${good}x`, good.slice(1), '%00', 'a'.repeat(40_000)]) {
      const { status } = await identity.exchange(DMM, text);
      assert.equal(status, 400, text.slice(0, 20));
    }
  });
});
