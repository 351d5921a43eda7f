import assert from 'node:assert/strict';
import SwaggerParser from '@apidevtools/swagger-parser';
import { z } from 'zod';
import { openApiDocument } from '../../../services/api/openapi/openapi-document.ts';
import { ENDPOINTS } from '../../../services/api/registry.ts';
import { RunningApplication } from './running-application.ts';

/** Names that the interface document gives to schemas. */
const NAMED = [
  'APRequest',
  'APSuccessEnvelope',
  'AnalyticalPattern',
  'Body_data_workflow_api_v1_data_workflow_post',
  'CreatePayload',
  'CreateTaskInput',
  'DatasetState',
  'DatasetSuccessEnvelope',
  'DatasetType',
  'DatasetsSuccessEnvelope',
  'Edge',
  'HTTPValidationError',
  'Node',
  'PgJson',
  'PgJsonEdge',
  'PgJsonNode',
  'ValidationError',
  'ValidationPayload',
];

const OPERATION = z.object({ requestBody: z.object({ content: z.record(z.string(), z.unknown()) }).exactOptional() });
const DOCUMENT = z.object({
  openapi: z.string(),
  info: z.object({ title: z.string(), version: z.string() }),
  servers: z.array(z.object({ url: z.string() })).exactOptional(),
  paths: z.record(z.string(), z.record(z.string(), OPERATION)),
});

const PLAIN = {
  guarded: false,
  tokenPath: null,
  info: { title: 'Halcyon', version: '0', description: '' },
  prefix: '',
};

describe('the OpenAPI document', () => {
  const running = new RunningApplication();
  before(() => running.start());
  after(() => running.stop());
  const document = openApiDocument(ENDPOINTS, PLAIN);

  it('is valid OpenAPI 3.1 by a parser that is not ours', async () => {
    const described = (await running.request('/api/v1/openapi.json')).as(DOCUMENT);
    assert.equal(described.openapi, '3.1.0');
    await SwaggerParser.validate(structuredClone(described));
  });

  it('is there for the dataset API by itself, with its own version and paths', async () => {
    const described = (await running.request('/dmm/api/v1/openapi.json')).as(DOCUMENT);
    await SwaggerParser.validate(structuredClone(described));
    assert.equal(described.info.version, '1.0.0');
    assert.deepEqual(described.servers, [{ url: '/dmm' }]);
    const paths = Object.keys(described.paths);
    const inTheDocument = [
      '/api/v1',
      '/api/v1/data-workflow',
      '/api/v1/dataset',
      '/api/v1/dataset/load',
      '/api/v1/dataset/register',
      '/api/v1/dataset/update',
      '/api/v1/dataset/{dataset_id}',
      '/api/v1/polyglot/query',
      '/api/v1/test-relational-embedded',
    ];
    for (const path of inTheDocument) assert.ok(paths.includes(path), path);
    const { post } = described.paths['/api/v1/data-workflow'];
    assert.deepEqual(Object.keys(post?.requestBody?.content ?? {}), ['multipart/form-data']);
  });

  it('says the defaults that the interface document gives to parameters, and no others', () => {
    const { parameters = [] } = document.paths?.['/dmm/api/v1/dataset']?.get ?? {};
    const schemas = Object.fromEntries(parameters.flatMap((one) => ('name' in one ? [[one.name, one.schema]] : [])));
    assert.deepEqual(schemas['state'], { $ref: '#/components/schemas/DatasetState', default: 'Ready' });
    assert.ok(schemas['type'] !== undefined && !('default' in schemas['type']));
  });

  it('has every endpoint by the paths of the interface document', () => {
    const operations = Object.entries(document.paths ?? {}).flatMap(([path, item]) =>
      Object.keys(item ?? {}).map((method) => `${method.toUpperCase()} ${path}`),
    );
    const endpoints = ENDPOINTS.map(({ method, path }) => `${method} ${path.replace(/[:*](\w+)/g, '{$1}')}`);
    assert.deepEqual(operations.sort(), endpoints.sort());
    for (const path of ['/api/v1/aps/', '/api/v1/aps/{id}', '/api/v1/tasks/', '/api/v1/tasks/{id}/aps']) {
      assert.ok(document.paths?.[path] !== undefined, path);
    }
  });

  // With and without a slash at its end a path is the same: where two differed by it, each was answered by the methods of both.
  it('has no two paths that differ by a slash at their end', () => {
    const paths = Object.keys(document.paths ?? {}).map((path) => path.replace(/(?<=.)\/$/, ''));
    assert.deepEqual(
      paths.filter((path, k) => paths.indexOf(path) !== k),
      [],
    );
  });

  it('names its schemas as the interface document does, and each once', () => {
    const names = Object.keys(document.components?.schemas ?? {});
    for (const name of NAMED) assert.ok(names.includes(name), `${name} of ${names.join(', ')}`);
    assert.deepEqual(
      names.filter((name) => /Output$|Input\d|\d$/.test(name)),
      [],
    );
  });

  it('says what is required of PG-JSON', () => {
    const schemas = document.components?.schemas as Record<string, { required?: string[]; properties?: object }>;
    assert.deepEqual(schemas['PgJson']?.required, ['nodes', 'edges']);
    assert.deepEqual(schemas['AnalyticalPattern']?.required, ['nodes', 'edges']);
    assert.deepEqual(schemas['PgJsonNode']?.required, ['id', 'labels']);
    assert.deepEqual(schemas['PgJsonEdge']?.required, ['from', 'to', 'labels']);
    assert.deepEqual(schemas['ValidationPayload']?.required, ['valid', 'errors']);
    assert.deepEqual(schemas['CreateTaskInput']?.required, ['name', 'request']);
  });

  it('documents every query parameter', () => {
    for (const { name, method, path, queryNames } of ENDPOINTS) {
      const item = document.paths?.[path.replace(/[:*](\w+)/g, '{$1}')] as Record<
        string,
        { parameters?: { in: string; name: string }[] }
      >;
      const documented = (item[method.toLowerCase()]?.parameters ?? [])
        .filter((one) => one.in === 'query')
        .map((one) => one.name);
      assert.deepEqual(documented.sort(), [...queryNames].sort(), name);
    }
  });

  it('asks for tokens, and names roles, only where they are needed', () => {
    const text = JSON.stringify(openApiDocument(ENDPOINTS, { ...PLAIN, guarded: true, tokenPath: '/oauth/token' }));
    assert.match(text, /Needs one of the roles: admin, curator, feed\./);
    assert.match(text, /"tokenUrl":"\/oauth\/token"/);
    assert.doesNotMatch(JSON.stringify(document), /Needs one of|securitySchemes/);
  });
});
