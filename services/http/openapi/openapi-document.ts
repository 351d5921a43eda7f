import type { z } from 'zod';
import {
  createDocument,
  type oas31,
  type ZodOpenApiOperationObject,
  type ZodOpenApiPathsObject,
  type ZodOpenApiResponsesObject,
} from 'zod-openapi';
import { datasetError } from '../../../schemas/http/datasets/envelopes.ts';
import { errorBody, httpValidationError } from '../../../schemas/http/errors/http-validation-error.ts';
import type { Part } from '../../../schemas/parts.ts';
import type { Endpoint } from '../endpoints/endpoint.ts';

/** What the document says beside the endpoints. */
export interface DocumentOptions {
  /** True where tokens are needed. */
  readonly guarded: boolean;
  /** Path of the token endpoint of this process; null where it has no identity service. */
  readonly tokenPath: string | null;
  readonly info: { readonly title: string; readonly version: string; readonly description: string };
  /** Beginning of every path, which is left out of them and said once; '' for none. */
  readonly prefix: string;
}

/** What the endpoints of a part are called together, and what they are for. */
const TAGS: Readonly<Partial<Record<Part, readonly [name: string, description: string]>>> = {
  datasets: ['Datasets', 'Files and what is known of them: uploaded, registered, loaded, updated, queried.'],
  patterns: ['Analytical patterns', 'Patterns, tasks, and what links them.'],
  detection: ['Detection', 'Stations, observations, anomalies, and detection on demand.'],
  feed: ['Intake', 'What comes in: observations and stations.'],
};
const RUNNING = ['Running', 'How this process is.'] as const;

/** The OpenAPI 3.1 document of some endpoints, made from the schemas that validate their requests. */
export function openApiDocument(endpoints: readonly Endpoint[], options: DocumentOptions): oas31.OpenAPIObject {
  const paths: Record<string, Record<string, ZodOpenApiOperationObject>> = {};
  for (const endpoint of endpoints) {
    const path = endpoint.path.slice(options.prefix.length).replace(/[:*](\w+)/g, '{$1}');
    paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: operationOf(endpoint, options) };
  }
  // What every process has comes last.
  const used = new Map(
    endpoints.map(({ part }) => tagOf(part)).toSorted((a, b) => Number(a === RUNNING) - Number(b === RUNNING)),
  );
  return createDocument({
    openapi: '3.1.0',
    info: { ...options.info },
    ...(options.prefix !== '' && { servers: [{ url: options.prefix }] }),
    tags: [...used].map(([name, description]) => ({ name, description })),
    paths: paths as ZodOpenApiPathsObject,
    ...(options.guarded && { components: { securitySchemes: securitySchemes(options) } }),
  });
}

function tagOf(part: Part | null): readonly [string, string] {
  return (part === null ? undefined : TAGS[part]) ?? RUNNING;
}

function operationOf(endpoint: Endpoint, { guarded, tokenPath }: DocumentOptions): ZodOpenApiOperationObject {
  const { name, part, roles, pathParameters, query, description } = endpoint;
  const locked = guarded && roles !== null;
  const needed = locked ? `\n\nNeeds one of the roles: ${[...roles, 'admin'].join(', ')}.` : '';
  const schemes = [{ bearer: [] }, ...(tokenPath === null ? [] : [{ password: [] }])];
  return {
    operationId: name,
    summary: summaryOf(name),
    description: `${description}${needed}`,
    tags: [tagOf(part)[0]],
    requestParams: { path: pathParameters, query },
    ...(endpoint.body.kind !== 'none' && {
      requestBody: { required: true, content: contentOf(bodySchemas(endpoint)) },
    }),
    responses: responsesOf(endpoint, locked),
    ...(guarded && { security: locked ? schemes : [] }),
  };
}

/** `list-anomalies` as people write it: List anomalies. */
function summaryOf(name: string): string {
  const words = name.replaceAll('-', ' ');
  return `${words[0].toUpperCase()}${words.slice(1)}`;
}

function bodySchemas({ body }: Endpoint): Readonly<Record<string, z.ZodType>> {
  if (body.kind === 'none') return {};
  return body.kind === 'json' ? { 'application/json': body.schema } : body.content;
}

function contentOf(schemas: Readonly<Record<string, z.ZodType>>) {
  return Object.fromEntries(Object.entries(schemas).map(([type, schema]) => [type, { schema }]));
}

function responsesOf(endpoint: Endpoint, locked: boolean): ZodOpenApiResponsesObject {
  const { success, body } = endpoint;
  const errors: Record<number, string> = {
    403: 'Refused: it came from a page or by a name that is not allowed, or the roles are not enough.',
    500: 'It failed; the log holds why.',
    503: 'Something that it needs is away or busy.',
    ...(locked && { 401: 'There is no good token.' }),
    ...(body.kind !== 'none' && {
      408: 'The body paused for too long.',
      413: 'The body is too large.',
      415: 'The body is of another media type.',
    }),
  };
  const json = (schema: z.ZodType) => ({ 'application/json': { schema } });
  const errorForm = endpoint.part === 'datasets' ? datasetError : errorBody;
  const responses: ZodOpenApiResponsesObject = {
    [String(success.status) as '200']: { description: success.description, content: contentOf(success.content) },
    '422': { description: 'What was sent is not what is expected.', content: json(httpValidationError) },
  };
  for (const [status, description] of Object.entries(errors)) {
    responses[status as '500'] = { description, content: json(errorForm) };
  }
  for (const [status, error] of Object.entries(endpoint.errors)) {
    const { description, schema } = typeof error === 'string' ? { description: error, schema: errorForm } : error;
    responses[status as '404'] = { description, content: json(schema) };
  }
  return responses;
}

function securitySchemes({ tokenPath }: DocumentOptions): Record<string, oas31.SecuritySchemeObject> {
  return {
    bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
    ...(tokenPath !== null && {
      password: {
        type: 'oauth2',
        flows: {
          password: {
            tokenUrl: tokenPath,
            scopes: { aps: 'analytical patterns', detect: 'detection and observations', dmm: 'datasets' },
          },
        },
      },
    }),
  };
}
