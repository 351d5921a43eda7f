import assert from 'node:assert/strict';
import { accessClaims } from '../../../../services/access/access-claims.ts';
import type { TokenVerifier } from '../../../../services/access/token-verifier.ts';
import { FakeParts, NOON } from '../../api/fake-parts.ts';
import { RunningApplication } from '../../api/running-application.ts';
import { deadLetter } from '../../stores/records.ts';

const ID = '0123456789abcdef0123456789abcdef';
/** Takes tokens that are the names of a role, with a dot before its network. */
const BY_ROLE: TokenVerifier = {
  issuer: 'https://issuer.example.org',
  verify: async (token) =>
    accessClaims.parse({
      iss: 'https://issuer.example.org',
      sub: 'sub-ada',
      aud: 'detect',
      exp: 4_000_000_000,
      iat: 1,
      jti: 'j',
      typ: 'Bearer',
      azp: 'web',
      preferred_username: 'ada',
      realm_access: { roles: [token.replace('.', '@')] },
    }),
  check: async () => '',
  close: () => undefined,
};

describe('dead letters over HTTP', () => {
  let parts: FakeParts;
  let running: RunningApplication;
  beforeEach(async () => {
    parts = new FakeParts({ HALCYON_AUTH: 'required' });
    parts.access = { verifier: BY_ROLE, rolePrefix: '' };
    // They are bound to networks with everything else, and are not asked here.
    parts.datasets = {} as FakeParts['datasets'];
    const body = Buffer.from('{"station_id":"b"}').toString('base64');
    parts.letters = [deadLetter('north', ID, NOON, { body, reason: 'invalid_time' })];
    running = await new RunningApplication(parts).start();
  });
  afterEach(() => running.stop());

  const as = (role: string, method = 'GET'): RequestInit => ({ method, headers: { Authorization: `Bearer ${role}` } });
  const replay = (role: string, id = ID) => running.request(`/api/v1/dead-letters/${id}/replay`, as(role, 'POST'));

  it('are listed with their reason and their text', async () => {
    const { body } = await running.request('/api/v1/dead-letters?reason=invalid_time', as('curator'));
    const [letter] = (body as { dead_letters: Record<string, unknown>[] }).dead_letters;
    assert.equal(letter['id'], ID);
    assert.equal(letter['reason'], 'invalid_time');
    assert.equal(letter['text'], '{"station_id":"b"}');
    assert.equal(letter['replayed'], null);
  });

  it('are submitted again, which is recorded, and marked where they are accepted', async () => {
    parts.results = [{ status: 'accepted', network: 'north', station: 'b', time: NOON }];
    const { status, body } = await replay('curator');
    assert.equal(status, 200);
    assert.equal((body as { status: string }).status, 'accepted');
    assert.deepEqual(
      parts.submitted.map(({ network, source, items }) => [network, source, items[0].fields]),
      [['north', 'push', { station_id: 'b' }]],
    );
    assert.equal(parts.letters.at(-1)?.replayed, NOON);
    const { action, about, network, result } = parts.recorded.at(-1) ?? assert.fail('nothing is recorded');
    assert.deepEqual(
      [action, about, network, result],
      ['dead-letter.replay', { kind: 'dead letter', id: ID }, 'north', 'done'],
    );
  });

  it('stay where they are still unreadable', async () => {
    parts.results = [{ status: 'dead_letter', id: ID, reason: 'invalid_time', detail: 'no time' }];
    const { body } = await replay('curator');
    assert.deepEqual(body, { status: 'dead_letter', id: ID, reason: 'invalid_time', detail: 'no time' });
    assert.equal(parts.letters.length, 1);
  });

  it('are for curators, of their networks', async () => {
    assert.equal((await replay('user')).status, 403);
    assert.equal((await running.request('/api/v1/dead-letters', as('feed'))).status, 403);
    assert.equal((await replay('curator.south')).status, 404);
    const listed = await running.request('/api/v1/dead-letters?network=north', as('curator.south'));
    assert.equal(listed.status, 403);
    assert.equal((await replay('curator', 'f'.repeat(32))).status, 404);
    assert.equal((await replay('curator', 'none')).status, 404);
    assert.deepEqual(parts.submitted, []);
  });
});
