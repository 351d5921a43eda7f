import assert from 'node:assert/strict';
import { accessClaims } from '../../../../services/access/access-claims.ts';
import type { TokenVerifier } from '../../../../services/access/token-verifier.ts';
import { FakeParts } from '../../api/fake-parts.ts';
import { RunningApplication } from '../../api/running-application.ts';
import { NOON } from '../../api/some-records.ts';
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

  describe('of BUFR', () => {
    const message = Buffer.alloc(40);
    message.write('BUFR');
    message.writeUIntBE(40, 4, 3);
    message[7] = 4;
    message.write('7777', 36);
    /** A report of a station of block 6 that may have been registered. */
    const report = (station: number) =>
      [
        ...[['001001', 6] as const, ['001002', station] as const, ['004001', 2026] as const, ['004002', 3] as const],
        ...[['004003', 1] as const, ['004004', 11] as const, ['004005', 50] as const, ['012101', 281.15] as const],
      ].map(([code, value]) => ({ code, value }));
    beforeEach(() => {
      const kept = { body: message.toString('base64'), mediaType: 'application/bufr', source: 'wis2:topic' };
      parts.letters = [deadLetter('north', ID, NOON, kept)];
    });

    it('are decoded and submitted report by report', async () => {
      parts.bufr = { title: 'a decoder', decode: async () => [report(700), report(610)] };
      parts.results = [
        { status: 'dead_letter', id: 'f'.repeat(32), reason: 'unknown_station', detail: 'not registered' },
        { status: 'accepted', network: 'north', station: '0-20000-0-06610', time: NOON },
      ];
      const { body } = await replay('curator');
      assert.equal((body as { station_id: string }).station_id, '0-20000-0-06610');
      const [{ network, source, items }] = parts.submitted;
      assert.deepEqual([network, source], ['north', 'wis2']);
      assert.deepEqual(
        items.map(({ fields }) => [fields?.['station_id'], fields?.['temp_out']]),
        [
          ['0-20000-0-06700', 281.15],
          ['0-20000-0-06610', 281.15],
        ],
      );
      assert.equal(parts.letters.at(-1)?.replayed, NOON);
    });

    it('stay with the reason where they are not decoded', async () => {
      const { body } = await replay('curator');
      const detail = 'the BUFR message is not decoded: no decoder is installed';
      assert.deepEqual(body, { status: 'dead_letter', id: ID, reason: 'unreadable', detail });
      assert.deepEqual(parts.submitted, []);
      assert.equal(parts.letters.at(-1)?.replayed, null);
    });
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
