import assert from 'node:assert/strict';
import { SignJWT } from 'jose';
import { ROLES } from '../../../services/access/roles.ts';
import type { TokenVerifier } from '../../../services/access/token-verifier.ts';
import { ENDPOINTS } from '../../../services/api/registry.ts';
import { PublishedKeys } from '../../../services/identity/keys/published-keys.ts';
import { ownIssuer } from '../../../services/identity/own-issuer.ts';
import { until } from '../../until.ts';
import { RunningIdentity } from '../identity/running-identity.ts';
import { ALLOWED, serviceOf } from './allowed-roles.ts';
import { GuardedServices } from './guarded-services.ts';

interface Operation {
  readonly tags: readonly string[];
  readonly security?: unknown;
}

describe('access control', () => {
  let identity: RunningIdentity;
  let verifier: TokenVerifier;
  let guarded: GuardedServices;

  /** A token of a user with one role for a service. */
  const tokenOf = async (username: string, scope = 'detect'): Promise<string> => {
    const { body } = await identity.login({ username, scope, client_id: 'everything' });
    return String(body['access_token']);
  };

  before(async () => {
    identity = await RunningIdentity.start();
    await identity.client('everything', { scopes: ['dmm', 'aps', 'detect'] });
    const hash = (await identity.catalogue.query("SELECT password FROM identity_users WHERE username = 'ada'"))[0];
    for (const role of ROLES) {
      await identity.user(`the-${role}`, { password: String(hash?.['password']), roles: [role] });
    }
    await identity.user('nobody', { password: String(hash?.['password']) });
    const { catalogue, parts } = identity;
    verifier = await ownIssuer({
      catalogue,
      keys: new PublishedKeys(catalogue, parts.now),
      realm: 'halcyon',
      issuer: () => parts.issuerOf('halcyon'),
      now: parts.now,
    });
    guarded = await GuardedServices.start(verifier);
  });
  after(async () => {
    await guarded.stop();
    verifier.close();
    await identity.stop();
  });

  it('asks for a token, and names no mistake, where none is shown', async () => {
    for (const endpoint of ENDPOINTS.filter(({ name }) => name in ALLOWED)) {
      const { status, challenge, body } = await guarded.ask(null, pathOf(endpoint.path), { method: endpoint.method });
      assert.deepEqual([status, challenge], [401, 'Bearer realm="halcyon"'], endpoint.name);
      const detail = `this needs an access token for the service ${serviceOf(endpoint.part)}`;
      const platforms = { detail: { code: 401, error: detail } };
      assert.deepEqual(body, endpoint.part === 'datasets' ? platforms : { detail, code: 'unauthorized' });
    }
  });

  it('leaves health, metrics and documentation to everybody', async () => {
    const open = ENDPOINTS.filter(({ name }) => !(name in ALLOWED));
    assert.deepEqual(open.map(({ name }) => name).sort(), [
      'datasets-openapi',
      'datasets-redoc',
      'datasets-swagger',
      'docs',
      'docs-error',
      'docs-file',
      'health',
      'healthz',
      'metrics',
      'openapi',
      'readyz',
      'root',
    ]);
    for (const { path, method } of open) {
      assert.equal(
        (await guarded.ask(null, path.replace(':file', 'swagger-ui.css').replace(':code', 'not_found'), { method }))
          .status,
        200,
        path,
      );
    }
  });

  it('says in the document of the endpoints which roles they need', async () => {
    const document = await (await fetch(`${guarded.url}/api/v1/openapi.json`)).text();
    assert.match(document, /Needs one of the roles: admin, curator, feed/);
    assert.match(document, /"scheme":"bearer"/);
    const open = await (await fetch(`${identity.url}/api/v1/openapi.json`)).text();
    assert.doesNotMatch(open, /Needs one of/);
    const { paths } = JSON.parse(open) as { paths: Record<string, Record<string, Operation>> };
    const operations = Object.values(paths).flatMap((methods) => Object.values(methods));
    const secured = operations.filter(({ security }) => security !== undefined);
    assert.ok(operations.length > 10);
    assert.deepEqual(
      [...new Set(secured.flatMap(({ tags }) => tags))],
      ['Identity'],
      'who has a token is asked for it there',
    );
  });

  it('has a stream end with its token', async () => {
    const token = await tokenOf('the-user');
    const [, claims] = token.split('.');
    const { exp } = JSON.parse(Buffer.from(claims, 'base64url').toString()) as { exp: number };
    assert.equal((await guarded.ask(token, '/api/v1/stream')).status, 200);
    assert.equal(guarded.services.streamsAsked.at(-1)?.expires, exp * 1000);
  });

  it('lets in by role, as decided for each endpoint', async () => {
    const tokens: { role: string; service: string; token: string }[] = [];
    for (const service of ['detect', 'aps', 'dmm']) {
      for (const role of ROLES) tokens.push({ role, service, token: await tokenOf(`the-${role}`, service) });
      tokens.push({ role: 'none', service, token: await tokenOf('nobody', service) });
    }
    for (const { name, path, method, part } of ENDPOINTS.filter((one) => one.name in ALLOWED)) {
      const allowed: readonly string[] = ALLOWED[name];
      for (const { role, service, token } of tokens) {
        if (service !== serviceOf(part)) {
          assert.equal(
            (await guarded.ask(token, pathOf(path), { method })).status,
            401,
            `${name} with a token for ${service}`,
          );
          continue;
        }
        const { status, challenge, body } = await guarded.ask(token, pathOf(path), { method });
        const what = `${name} by ${role}: ${status}`;
        if (allowed.includes(role)) {
          assert.ok(status !== 401 && status !== 403, what);
        } else {
          assert.equal(status, 403, what);
          assert.match(challenge, /^Bearer realm="halcyon", error="insufficient_scope", /);
          if (part !== 'datasets') assert.equal(body['code'], 'forbidden');
        }
      }
    }
  });

  it('refuses a token for another service, of another realm, and what is no token', async () => {
    const foreign = await identity.post(
      'token',
      { grant_type: 'client_credentials' },
      { basic: 'aps:secret of aps: 100 %', realm: 'other' },
    );
    const refused = [await tokenOf('the-user', 'dmm'), String(foreign.body['access_token']), 'abc', 'a.b.c'];
    for (const token of refused) {
      const { status, challenge, body } = await guarded.ask(token);
      assert.equal(status, 401);
      assert.match(challenge, /^Bearer realm="halcyon", error="invalid_token", error_description="[^"]+"$/);
      assert.equal(body['code'], 'unauthorized');
    }
  });

  it('refuses a token that claims to be signed with nothing, or with the public key as a secret', async () => {
    const token = await tokenOf('the-user');
    const [, payload = ''] = token.split('.');
    const none = `${Buffer.from('{"alg":"none","typ":"JWT"}').toString('base64url')}.${payload}.`;
    const { keys } = await identity.parts.keys.published('halcyon');
    const claims = JSON.parse(Buffer.from(payload, 'base64url').toString()) as Record<string, unknown>;
    const hs256 = await new SignJWT(claims)
      .setProtectedHeader({ alg: 'HS256', kid: String(keys[0]?.kid) })
      .sign(Buffer.from(JSON.stringify(keys[0])));
    for (const forged of [none, hs256]) assert.equal((await guarded.ask(forged)).status, 401);
    assert.equal((await guarded.ask(token)).status, 200);
  });

  it('takes a token up to half a minute past its end, for clocks that differ, and no longer', async () => {
    const token = await tokenOf('the-user');
    try {
      identity.ahead = 325_000;
      assert.equal((await guarded.ask(token)).status, 200);
      identity.ahead = 335_000;
      const { status, body } = await guarded.ask(token);
      assert.deepEqual([status, body['detail']], [401, 'the token has expired']);
    } finally {
      identity.ahead = 0;
    }
  });

  it('refuses a revoked token within five seconds', async () => {
    const [token, other] = [await tokenOf('the-user'), await tokenOf('the-user')];
    assert.equal((await guarded.ask(token)).status, 200);
    await identity.post('revoke', { token, client_id: 'everything' });
    await until('it is refused', async () => (await guarded.ask(token)).status === 401, 5_000);
    assert.equal((await guarded.ask(token)).body['detail'], 'the token was revoked');
    assert.equal((await guarded.ask(other)).status, 200, 'another token of the same user is good');
  });

  it('judges before it reads a body', async () => {
    const body = JSON.stringify([{ station_id: 'x'.repeat(100_000) }]);
    const headers = { 'Content-Type': 'application/json' };
    const answer = await guarded.ask(null, '/api/v1/stations', { method: 'POST', headers, body });
    assert.equal(answer.status, 401);
    assert.deepEqual(guarded.services.registered, []);
  });
});

/** A path with its parameters filled in. */
function pathOf(path: string): string {
  return path.replaceAll(/[:*]\w+/g, 'x');
}
