import assert from 'node:assert/strict';
import { externalIssuer } from '../../../services/access/external-issuer.ts';
import { until } from '../../until.ts';
import { GuardedServices } from './guarded-services.ts';
import { PlayedIssuer } from './played-issuer.ts';

describe('an issuer elsewhere', () => {
  let issuer: PlayedIssuer;
  let guarded: GuardedServices;

  beforeEach(async () => {
    issuer = await PlayedIssuer.start();
    guarded = await GuardedServices.start(
      externalIssuer({ authIssuer: issuer.issuer, authKeyHosts: [] }, Date.now),
      'dg_',
    );
  });
  afterEach(async () => {
    await guarded.stop();
    await issuer.stop();
  });

  it('is trusted by its discovery document and keys, with roles of the service and their prefix', async () => {
    assert.equal((await guarded.ask(await issuer.token())).status, 200);
    const without = await issuer.token({ resource_access: {} });
    assert.equal((await guarded.ask(without)).status, 403);
    const elsewhere = await issuer.token({ resource_access: { dmm: { roles: ['dg_user'] } } });
    assert.equal((await guarded.ask(elsewhere)).status, 403);
  });

  it('is asked for its keys once for many tokens', async () => {
    const token = await issuer.token();
    const answers = await Promise.all(Array.from({ length: 50 }, () => guarded.ask(token)));
    assert.deepEqual([...new Set(answers.map(({ status }) => status))], [200]);
    assert.equal(issuer.asked, 1);
  });

  it('is believed about nobody else: issuer, audience and type are held against what is expected', async () => {
    const wrong = [{ iss: 'http://127.0.0.1:1/realms/met' }, { aud: 'dmm' }, { typ: 'ID' }, { exp: 1 }, { iat: 9e9 }];
    for (const changes of wrong) {
      assert.equal((await guarded.ask(await issuer.token(changes))).status, 401, JSON.stringify(changes));
    }
  });

  it('may follow the JWT profile of access tokens (RFC 9068), which names type and client otherwise', async () => {
    const profiled = { typ: undefined, azp: undefined, client_id: 'portal' };
    assert.equal((await guarded.ask(await issuer.token(profiled, undefined, 'at+jwt'))).status, 200);
    assert.equal((await guarded.ask(await issuer.token(profiled))).status, 401, 'without its type in the header');
    assert.equal((await guarded.ask(await issuer.token({ typ: 'ID' }, undefined, 'at+jwt'))).status, 401);
  });

  it('is not asked again and again for a key that it does not have', async () => {
    const token = await issuer.token({}, 'no-such-key');
    for (let k = 0; k < 20; k++) assert.equal((await guarded.ask(token)).status, 401);
    assert.ok(issuer.asked <= 2, `${issuer.asked}`);
  });

  it('goes on being trusted by the keys that it had while it is away', async () => {
    const token = await issuer.token();
    assert.equal((await guarded.ask(token)).status, 200);
    issuer.away = true;
    const unknown = await issuer.token({}, 'no-such-key');
    for (let k = 0; k < 5; k++) {
      assert.equal((await guarded.ask(unknown)).status, 401);
      assert.equal((await guarded.ask(token)).status, 200);
    }
  });

  it('that was away from the beginning is told as that, is asked less and less often, and found again', async () => {
    issuer.away = true;
    const token = await issuer.token();
    for (let k = 0; k < 20; k++) {
      const { status, body } = await guarded.ask(token);
      assert.deepEqual([status, body['code']], [503, 'issuer_unavailable']);
    }
    issuer.away = false;
    await until('it is found again', async () => (await guarded.ask(token)).status === 200, 5_000);
  });

  it('whose discovery document names another issuer is not trusted', async () => {
    issuer.claimed = 'https://evil.example/realms/met';
    const { status, body } = await guarded.ask(await issuer.token());
    assert.deepEqual([status, body['code']], [503, 'issuer_unavailable']);
  });

  it('may have its keys elsewhere, but not on this machine or near it unless that is listed', async () => {
    issuer.keysAt = issuer.issuer.replace('127.0.0.1', 'localhost');
    const { status, body } = await guarded.ask(await issuer.token());
    assert.deepEqual([status, body['code']], [503, 'issuer_unavailable']);
    assert.equal(issuer.asked, 0);
    const verifier = externalIssuer({ authIssuer: issuer.issuer, authKeyHosts: ['localhost'] }, Date.now);
    await verifier.verify(await issuer.token(), 'detect');
    assert.equal(issuer.asked, 1);
  });

  it('is told of without its address, also where it is away', async () => {
    const verifier = externalIssuer({ authIssuer: issuer.issuer, authKeyHosts: [] }, Date.now);
    assert.equal(await verifier.check(), 'the issuer answers');
    issuer.away = true;
    assert.match(await verifier.check(), /^the issuer does not answer, its keys of 0 min ago/);
  });
});
