import assert from 'node:assert/strict';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { z } from 'zod';
import { ERRORS, type ErrorCode } from '../../../schemas/errors.ts';
import { OAUTH_ERRORS, type OAuthErrorCode } from '../../../services/access/oauth-error.ts';
import { openApiDocument } from '../../../services/api/openapi/openapi-document.ts';
import { ENDPOINTS } from '../../../services/api/registry.ts';
import { DATASET_PREFIX } from '../../../services/datasets/dataset-errors.ts';
import { IDENTITY_ENDPOINTS } from '../../../services/identity/endpoints/registry.ts';

/** A parameter, body or answer of the document. */
interface Described {
  readonly name?: string;
  readonly schema: Readonly<Record<string, unknown>>;
  readonly examples?: Readonly<Record<string, { readonly value: unknown }>>;
}

interface Operation {
  readonly operationId: string;
  readonly parameters?: readonly (Described & { readonly name: string; readonly in: string })[];
  readonly requestBody?: { readonly content: Readonly<Record<string, Described>> };
  readonly responses: Readonly<Record<string, { readonly content?: Readonly<Record<string, Described>> }>>;
}

/** Whether an error is one of a status, as far as it says which it is. */
function tellsOf(shown: unknown, status: number): boolean {
  const { code, detail, error } = shown as { code?: unknown; detail?: { code?: number }; error?: string };
  if (typeof code === 'string') return ERRORS[code as ErrorCode].status === (status === 431 ? 413 : status);
  if (detail?.code !== undefined) return detail.code === status;
  return error === undefined || (OAUTH_ERRORS[error as OAuthErrorCode] ?? 404) === status;
}

/** What only an answer gives: the place where the one before ended, what it was, how long it is. */
const OF_AN_ANSWER = ['cursor', '$skiptoken', 'last_event_id', 'Last-Event-ID', 'If-None-Match', 'If-Range', 'Range'];

const INFO = { title: 'Halcyon', version: '0', description: '' };
const DOCUMENTS = {
  'the document of all': openApiDocument(ENDPOINTS, {
    guarded: true,
    tokenPath: '/t',
    info: INFO,
    prefix: '',
    identity: IDENTITY_ENDPOINTS,
  }),
  'that of the datasets': openApiDocument(
    ENDPOINTS.filter(({ part }) => part === 'datasets'),
    { guarded: false, tokenPath: null, info: INFO, prefix: DATASET_PREFIX },
  ),
};

for (const [name, document] of Object.entries(DOCUMENTS)) {
  describe(`the examples of ${name}`, () => {
    // Formats say what a text is; whether it is one is the service's affair.
    const ajv = new Ajv2020({ strict: false, validateFormats: false });
    ajv.addSchema({ $id: 'document', ...document });
    const operations = Object.entries(document.paths ?? {}).flatMap(([path, item]) =>
      Object.entries(item ?? {}).map(([method, operation]) => ({ path, method, ...(operation as Operation) })),
    );

    /** A schema of the document by itself, or what it refers to. */
    const resolved = (schema: Described['schema']): Described['schema'] => {
      const { $ref } = schema;
      if (typeof $ref !== 'string') return schema;
      const id = $ref.split('/').at(-1) ?? '';
      return (document.components?.schemas?.[id] ?? {}) as Described['schema'];
    };
    const examplesOf = ({ schema, examples }: Described): unknown[] => [
      ...Object.values(examples ?? {}).map(({ value }) => value),
      ...((resolved(schema)['examples'] as unknown[] | undefined) ?? []),
    ];

    it('are there for every parameter and every body', () => {
      const bare = operations.flatMap(({ operationId, parameters = [], requestBody }) => [
        ...parameters
          .filter((one) => !OF_AN_ANSWER.includes(one.name) && examplesOf(one).length === 0)
          .map((one) => `${operationId}: ${one.name}`),
        ...Object.entries(requestBody?.content ?? {})
          .filter(([, one]) => examplesOf(one).length === 0)
          .map(([type]) => `${operationId}: ${type}`),
      ]);
      assert.deepEqual(bare, []);
    });

    it('show an answer of every list, and of every form of error', () => {
      const bare: string[] = [];
      for (const { operationId, responses } of operations) {
        const isList = /^list-|^sensorthings-(?!path)/.test(operationId);
        for (const [status, { content = {} }] of Object.entries(responses)) {
          const answer = content['application/json'];
          if (answer === undefined || (status < '300' && !isList)) continue;
          const shown = examplesOf(answer);
          if (shown.length === 0) bare.push(`${operationId}: ${status}`);
          // What tools show is the first.
          if (status >= '300' && !tellsOf(shown[0], Number(status)))
            bare.push(`${operationId}: ${status} shows another`);
        }
      }
      assert.deepEqual(bare, []);
    });

    it('are right by their schemas, wherever they stand, and so are the defaults', () => {
      const wrong: string[] = [];
      let seen = 0;
      // Many places have the same schema.
      const compiled = new Map<string, ValidateFunction>();
      const hold = (place: string, schema: object, values: readonly unknown[]) => {
        const text = JSON.stringify(schema).replaceAll('"#/', '"document#/');
        const validate = compiled.get(text) ?? ajv.compile(JSON.parse(text) as object);
        compiled.set(text, validate);
        for (const value of values) {
          seen++;
          if (!validate(value)) wrong.push(`${place}: ${JSON.stringify(value)} ${ajv.errorsText(validate.errors)}`);
        }
      };
      const walk = (place: string, node: unknown) => {
        if (typeof node !== 'object' || node === null) return;
        const { schema, examples, default: usual } = node as Record<string, unknown>;
        if (Array.isArray(examples)) hold(place, node, examples);
        else if (typeof examples === 'object' && schema !== undefined) {
          hold(
            place,
            schema as object,
            Object.values(examples as object).map((one: { value: unknown }) => one.value),
          );
        }
        if (usual !== undefined && !place.endsWith('/properties')) hold(place, node, [usual]);
        for (const [key, child] of Object.entries(node)) {
          if (!['examples', 'default', 'enum', 'const'].includes(key)) walk(`${place}/${key}`, child);
        }
      };
      walk('', document);
      assert.deepEqual(wrong, []);
      assert.ok(seen > 10, `${seen} examples`);
    });

    it('make requests that their endpoint takes', () => {
      for (const { operationId, parameters = [], requestBody } of operations) {
        const endpoint = ENDPOINTS.find((one) => one.name === operationId);
        if (endpoint === undefined) continue;
        const given = (place: string) =>
          Object.fromEntries(
            parameters
              .filter((one) => one.in === place && examplesOf(one).length > 0)
              .map((one) => {
                const [first] = examplesOf(one);
                return [one.name, Array.isArray(first) ? first.map(String) : String(first)];
              }),
          );
        const results: z.ZodSafeParseResult<unknown>[] = [
          endpoint.pathParameters.safeParse(given('path')),
          endpoint.query.safeParse(given('query')),
        ];
        if (endpoint.body.kind === 'json') {
          for (const body of examplesOf(requestBody?.content['application/json'] ?? { schema: {} })) {
            results.push(endpoint.body.schema.safeParse(body));
          }
        }
        for (const { error } of results) assert.equal(error && z.prettifyError(error), undefined, operationId);
      }
    });
  });
}

describe('the document of the datasets', () => {
  it('says of each operation what the document of all says', () => {
    const options = { guarded: true, tokenPath: '/t', info: INFO, identity: [] };
    const all = openApiDocument(ENDPOINTS, { ...options, prefix: '' });
    const datasets = ENDPOINTS.filter(({ part }) => part === 'datasets');
    const own = openApiDocument(datasets, { ...options, prefix: DATASET_PREFIX });
    const paths = Object.entries(own.paths ?? {});
    assert.equal(paths.length, new Set(datasets.map(({ path }) => path)).size);
    for (const [path, item] of paths) assert.deepEqual(item, all.paths?.[DATASET_PREFIX + path], path);
    for (const [name, schema] of Object.entries(own.components?.schemas ?? {})) {
      assert.deepEqual(schema, all.components?.schemas?.[name], name);
    }
  });
});
