import assert from 'node:assert/strict';
import { HalcyonError } from '../../../schemas/errors.ts';
import { auditRecordShape } from '../../../schemas/http/answers/audit-answer.ts';
import { pageShape } from '../../../schemas/http/answers/page-answer.ts';
import { accessClaims } from '../../../services/access/access-claims.ts';
import { OAuthError } from '../../../services/access/oauth-error.ts';
import type { TokenVerifier } from '../../../services/access/token-verifier.ts';
import { ENDPOINTS } from '../../../services/api/registry.ts';
import { auditTrail } from '../../../services/audit-trail/read-audit.ts';
import { AuditFolderOfTest } from '../audit/audit-folder.ts';
import { FakeParts } from './fake-parts.ts';
import { RunningApplication } from './running-application.ts';
import { someStation } from './some-records.ts';

/** With a method that changes things they only read. */
const READING = ['convert-graph', 'detect', 'display-pattern', 'preview-alert-rule', 'validate-pattern'];
const BODY = JSON.stringify({ station: 'a', network: 'north', from: '2026-03-01T09:00:00Z', reason: 'new' });
const POST = { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: BODY };

/** Takes tokens that are the names of their roles, with dots between them. */
const BY_ROLES: TokenVerifier = {
  issuer: 'https://issuer.example.org',
  verify: async (token) => {
    if (token === 'bad') throw new OAuthError('invalid_token', 'the token is none of this issuer');
    return accessClaims.parse({
      iss: 'https://issuer.example.org',
      sub: 'sub-ada',
      aud: 'detect',
      exp: 4_000_000_000,
      iat: 1,
      jti: 'j',
      typ: 'Bearer',
      azp: 'web',
      preferred_username: 'ada',
      realm_access: { roles: token.split('.') },
    });
  },
  check: async () => '',
  close: () => undefined,
};

describe('what is recorded of endpoints', () => {
  let running: RunningApplication;
  let parts: FakeParts;

  beforeEach(async () => {
    parts = new FakeParts({ HALCYON_AUTH: 'required' });
    parts.access = { verifier: BY_ROLES, rolePrefix: '' };
    parts.stations = [someStation()];
    running = await new RunningApplication(parts).start();
  });
  afterEach(() => running.stop());

  const as = (token: string, init: RequestInit = {}): RequestInit => ({
    ...init,
    headers: { ...init.headers, Authorization: `Bearer ${token}`, 'X-Request-Id': 'r-1' },
  });

  it('is named by every endpoint that changes something', () => {
    const changing = ENDPOINTS.filter(({ method }) => method !== 'GET');
    assert.ok(changing.length > 20);
    assert.deepEqual(
      changing
        .filter(({ audit }) => audit === undefined || audit === null)
        .map(({ name }) => name)
        .sort(),
      READING,
    );
  });

  it('is who did what, from where, to what, by which role', async () => {
    const answer = await running.request('/api/v1/maintenance', as('user.curator', POST));
    assert.equal(answer.status, 200, answer.text);
    assert.deepEqual(parts.recorded, [
      {
        action: 'maintenance.enter',
        who: { id: 'sub-ada', username: 'ada', client: 'web' },
        from: '127.0.0.1',
        requestId: 'r-1',
        role: 'curator',
        about: { kind: 'station', id: 'a' },
        network: 'north',
        result: 'done',
      },
    ]);
  });

  it('is there before the answer is', async () => {
    let finish = () => {};
    let isRecorded = false;
    parts.audit = {
      record: (event) => {
        parts.recorded.push(event);
        return new Promise((resolve) => {
          finish = () => {
            isRecorded = true;
            resolve();
          };
          setImmediate(() => finish());
        });
      },
    };
    await running.stop();
    running = await new RunningApplication(parts).start();
    await running.request('/api/v1/maintenance', as('curator', POST));
    assert.ok(isRecorded);
  });

  it('says by which role somebody was let in whose role includes the one that is asked for', async () => {
    const task = { ...POST, body: JSON.stringify({ name: 'Heat days', request: 'Which were they?' }) };
    assert.equal((await running.request('/api/v1/tasks/', as('curator', task))).status, 201);
    assert.equal(parts.recorded[0].role, 'curator');
  });

  it('says by which role an administrator was let in', async () => {
    await running.request('/api/v1/maintenance', as('admin', POST));
    assert.equal(parts.recorded[0].role, 'admin');
  });

  it('is that it was refused, where it was for what was asked', async () => {
    const unknown = { ...POST, body: BODY.replace('"a"', '"nowhere"') };
    assert.equal((await running.request('/api/v1/maintenance', as('curator', unknown))).status, 404);
    const [{ action, result, reason, about }] = parts.recorded;
    assert.deepEqual(
      [action, result, reason, about],
      ['maintenance.enter', 'refused', 'unknown_station', { kind: 'station', id: 'nowhere' }],
    );
  });

  it('is that it failed, where something is away', async () => {
    parts.trouble = async () => {
      throw new HalcyonError('store_unavailable', 'the store does not answer');
    };
    assert.equal((await running.request('/api/v1/maintenance', as('curator', POST))).status, 503);
    parts.trouble = async () => {
      throw new Error('a mistake');
    };
    assert.equal((await running.request('/api/v1/maintenance', as('curator', POST))).status, 500);
    assert.deepEqual(
      parts.recorded.map(({ result, reason }) => [result, reason]),
      [
        ['failed', 'store_unavailable'],
        ['failed', 'internal'],
      ],
    );
  });

  it('is every refusal for who sent it, of what only reads too, once', async () => {
    await running.request('/api/v1/maintenance', POST);
    await running.request('/api/v1/maintenance', as('user', POST));
    await running.request('/api/v1/stations/a?network=north', as('bad'));
    await running.request('/api/v1/stations/a?network=north', as('feed'));
    assert.deepEqual(
      parts.recorded.map(({ action, result, reason, who, about }) => [
        action,
        result,
        reason,
        who?.username,
        about?.id,
      ]),
      [
        ['maintenance.enter', 'refused', 'unauthorized', null, 'POST /api/v1/maintenance'],
        ['maintenance.enter', 'refused', 'forbidden', 'ada', 'POST /api/v1/maintenance'],
        ['access', 'refused', 'unauthorized', null, 'GET /api/v1/stations/:id'],
        ['access', 'refused', 'forbidden', 'ada', 'GET /api/v1/stations/:id'],
      ],
    );
    assert.doesNotMatch(JSON.stringify(parts.recorded), /Bearer|"bad"/);
  });

  it('is nothing of what only reads', async () => {
    assert.equal((await running.request('/api/v1/stations', as('user'))).status, 200);
    assert.equal((await running.request('/nowhere', as('user'))).status, 404);
    assert.deepEqual(parts.recorded, []);
  });

  it('is pushes with their network', async () => {
    parts.results = [];
    await running.request('/api/v1/observations?network=north', as('feed', { ...POST, body: '[]' }));
    const [{ action, network, role }] = parts.recorded;
    assert.deepEqual([action, network, role], ['observations.push', 'north', 'feed']);
  });

  it('is answered to administrators alone, in all its forms, and that it was read is recorded', async () => {
    const folder = await AuditFolderOfTest.make();
    try {
      await folder.run([3]);
      parts.auditTrail = auditTrail(folder.audit);
      await running.stop();
      running = await new RunningApplication(parts).start();
      assert.equal((await running.request('/api/v1/audit', as('curator'))).status, 403);
      const first = await running.request('/api/v1/audit?limit=2&action=silence.add', as('admin'));
      const page = first.as(pageShape('records', auditRecordShape));
      assert.deepEqual(
        page.records.map(({ about }) => about?.id),
        ['0-2', '0-1'],
      );
      const cursor = page.next_cursor ?? assert.fail('there is more');
      const rest = await running.request(`/api/v1/audit?limit=2&action=silence.add&cursor=${cursor}`, as('admin'));
      assert.deepEqual(
        [rest.as(pageShape('records', auditRecordShape)).records.map(({ about }) => about?.id), rest.body],
        [['0-0'], { ...(rest.body as object), next_cursor: null }],
      );
      const csv = await running.request('/api/v1/audit?limit=all&format=csv', as('admin'));
      assert.match(
        csv.text,
        /^time,since,count,who_id,who_username,who_client,role,from,action,about_kind,about_id,network/,
      );
      assert.equal(csv.text.trim().split(/\r?\n/).length, 1 + 5);
      assert.equal((await running.request('/api/v1/audit?action=nothing', as('admin'))).status, 422);
      assert.equal((await running.request('/api/v1/audit?format=geojson', as('admin'))).status, 406);
      const reads = parts.recorded.filter(({ action }) => action === 'audit.read');
      assert.deepEqual(
        reads.map(({ result }) => result),
        ['refused', 'done', 'done', 'done'],
      );
    } finally {
      await folder.close();
    }
  });
});
