import assert from 'node:assert/strict';
import { SpanKind } from '@opentelemetry/api';
import type { AnsweredRequest } from '../../../../services/telemetry/answered-request.ts';
import { currentRequest } from '../../../../services/telemetry/current-request.ts';
import { until } from '../../../until.ts';
import { FakeParts } from '../../api/fake-parts.ts';
import { RunningApplication } from '../../api/running-application.ts';
import { RecordedSpans } from '../../telemetry/recorded-spans.ts';

const UUID = /^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/;

/** Parts whose log notes the request that it was written in. */
class NotedParts extends FakeParts {
  readonly noted: (string | null)[] = [];
  readonly answered: (AnsweredRequest & { readonly id: string | null })[] = [];

  override parts(): ReturnType<FakeParts['parts']> {
    return {
      ...super.parts(),
      metrics: () => Promise.reject(new Error('the reader is broken')),
      logFailure: () => this.noted.push(currentRequest()),
      logAccess: (answered) => this.answered.push({ ...answered, id: currentRequest() }),
    } as ReturnType<FakeParts['parts']>;
  }
}

describe('the id of a request', () => {
  let parts: NotedParts;
  let application: RunningApplication;
  beforeEach(async () => {
    parts = new NotedParts();
    application = await new RunningApplication(parts).start();
  });
  afterEach(() => application.stop());
  const idOf = async (given?: string, path = '/healthz') => {
    const headers = given === undefined ? {} : { 'X-Request-Id': given };
    return (await application.request(path, { headers })).headers.get('X-Request-Id') ?? '';
  };

  it('is the one that it came with where that is sane, else a new one', async () => {
    for (const sane of ['7d1f', 'a-b_c.d:e/f+g=@', 'x'.repeat(128)]) assert.equal(await idOf(sane), sane);
    for (const other of [undefined, '', 'two words', 'x'.repeat(129), '<script>', 'a"b', 'a;b']) {
      assert.match(await idOf(other), UUID);
    }
    assert.notEqual(await idOf(), await idOf());
    assert.equal(await idOf('refused', '/nothing/here'), 'refused');
  });

  it('is in what the log gets of it: failures, and the line of the request', async () => {
    await idOf('of-a-failure', '/metrics');
    await idOf('of-another', '/healthz?token=geheim');
    await until('both are in the log', () => parts.answered.length >= 2);
    assert.deepEqual(parts.noted, ['of-a-failure']);
    const [failed, good] = parts.answered;
    assert.deepEqual([failed.id, failed.status, failed.path], ['of-a-failure', 500, '/metrics']);
    assert.deepEqual(
      { ...good, milliseconds: 0 },
      {
        id: 'of-another',
        method: 'GET',
        path: '/healthz',
        status: 200,
        milliseconds: 0,
        client: '127.0.0.1',
      },
    );
    assert.equal(currentRequest(), null);
  });

  it('is in the span of the request, which goes on in the trace that it came in', async () => {
    const spans = new RecordedSpans();
    spans.start();
    const headers = { 'X-Request-Id': 'traced', traceparent: `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01` };
    await application.request('/api/v1/stations/some%20station', { headers });
    await application.request('/healthz', { headers });
    const [span, ...more] = spans.ended();
    assert.deepEqual(more, [], 'nobody traces who only asks how it is');
    assert.equal(span.name, 'GET /api/v1/stations/:id');
    assert.equal(span.kind, SpanKind.SERVER);
    assert.equal(span.spanContext().traceId, 'a'.repeat(32));
    assert.deepEqual(span.attributes, {
      'http.request.method': 'GET',
      'url.path': '/api/v1/stations/some%20station',
      'url.scheme': 'http',
      'http.response.header.x-request-id': ['traced'],
      'http.route': '/api/v1/stations/:id',
      'http.response.status_code': 404,
    });
    await spans.stop();
  });
});
