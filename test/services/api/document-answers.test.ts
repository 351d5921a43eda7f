import assert from 'node:assert/strict';
import { openApiDocument } from '../../../services/api/openapi/openapi-document.ts';
import { ENDPOINTS } from '../../../services/api/registry.ts';
import { RunningApplication } from './running-application.ts';

interface Answer {
  readonly headers?: Readonly<Record<string, object>>;
  readonly content?: Readonly<Record<string, { readonly schema: Readonly<Record<string, unknown>> }>>;
}

interface Operation {
  readonly operationId: string;
  readonly parameters?: readonly { readonly in: string; readonly name: string }[];
  readonly responses: Readonly<Record<string, Answer>>;
}

/** Headers of an answer that say something of it; the others are the connection's or keep a browser from harm. */
const TOLD = ['etag', 'link', 'retry-after', 'www-authenticate', 'x-request-id', 'content-disposition'];

describe('the answers in the OpenAPI document', () => {
  const running = new RunningApplication();
  before(() => running.start());
  after(() => running.stop());
  const document = openApiDocument(ENDPOINTS, {
    guarded: true,
    tokenPath: null,
    info: { title: 'Halcyon', version: '0', description: '' },
    prefix: '',
  });
  const operations = Object.values(document.paths ?? {}).flatMap((item) => Object.values(item ?? {}) as Operation[]);
  const operation = (id: string): Operation => {
    const found = operations.find(({ operationId }) => operationId === id);
    assert.ok(found, id);
    return found;
  };

  it('have the headers that are sent, the link to the next page among them', async () => {
    running.parts.next = 'behind-the-first';
    const sent: readonly [string, Response | { status: number; headers: Headers }][] = [
      ['list-stations', await running.request('/api/v1/stations')],
      ['list-stations', await running.request('/api/v1/stations?limit=1')],
      ['list-stations', await running.request('/api/v1/stations?limit=0')],
      ['get-station', await running.request('/api/v1/stations/nowhere')],
      ['readyz', await running.request('/readyz')],
    ];
    running.parts.next = null;
    assert.match(sent[1][1].headers.get('link') ?? '', /rel="next"/);
    for (const [id, { status, headers }] of sent) {
      const told = Object.keys(operation(id).responses[String(status)]?.headers ?? {}).map((name) =>
        name.toLowerCase(),
      );
      const missing = TOLD.filter((name) => headers.has(name) && !told.includes(name));
      assert.deepEqual(missing, [], `${id} ${status}`);
    }
  });

  it('say with each 401 what to show, and with each 503 when to come back', () => {
    for (const { operationId, responses } of operations) {
      if (responses['401'] !== undefined) assert.ok(responses['401'].headers?.['WWW-Authenticate'], operationId);
      assert.ok(responses['503'].headers?.['Retry-After'], operationId);
    }
  });

  it('have 304 where an ETag is sent, and the header that asks for it', () => {
    for (const { name, formats, shared } of ENDPOINTS) {
      const { responses, parameters = [] } = operation(name);
      const isTagged = formats.length > 0 || shared === 'document' || name === 'download-file';
      assert.equal(responses['304'] !== undefined, isTagged, name);
      const asked = parameters.some((one) => one.in === 'header' && one.name === 'If-None-Match');
      assert.equal(asked, isTagged, name);
    }
  });

  it('have 206 and 416 where a part can be asked for', () => {
    const { responses, parameters = [] } = operation('download-file');
    assert.ok(responses['206'].headers?.['Content-Range']);
    assert.ok(responses['416']);
    const asked = parameters.flatMap((one) => (one.in === 'header' ? [one.name] : []));
    assert.deepEqual(asked, ['If-None-Match', 'Range', 'If-Range']);
  });

  it('have 431, which any address that is too long is answered', async () => {
    const long = await running.request(`/sensorthings/v1.1/${'0'.repeat(20_000)}`);
    assert.equal(long.status, 431);
    for (const { operationId, responses } of operations) assert.ok(responses['431'], operationId);
  });

  it('have boxes as lists of one schema: tools read no tuples in answers', () => {
    for (const name of ['AlertRule', 'Silence']) {
      assert.ok(document.components?.schemas?.[name], name);
      assert.doesNotMatch(JSON.stringify(document.components.schemas[name]), /prefixItems/, name);
    }
  });

  it('describe an event of the stream by its fields, and the header by which a client goes on', () => {
    const { responses, parameters = [] } = operation('get-stream');
    const { schema } = responses['200'].content?.['text/event-stream'] ?? { schema: {} };
    assert.deepEqual(Object.keys(schema['properties'] ?? {}), ['id', 'event', 'data', 'retry']);
    assert.ok(parameters.some((one) => one.in === 'header' && one.name === 'Last-Event-ID'));
  });
});
