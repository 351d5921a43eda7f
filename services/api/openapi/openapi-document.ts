import { z } from 'zod';
import {
  type CreateDocumentOptions,
  createDocument,
  type oas31,
  type ZodOpenApiMediaTypeObject,
  type ZodOpenApiOperationObject,
  type ZodOpenApiPathsObject,
  type ZodOpenApiResponsesObject,
} from 'zod-openapi';
import { datasetError } from '../../../schemas/http/datasets/envelopes.ts';
import { errorBody, httpValidationError } from '../../../schemas/http/errors/http-validation-error.ts';
import type { Part } from '../../../schemas/parts.ts';
import { rolesEnoughFor } from '../../access/roles.ts';
import type { Endpoint } from '../../http/endpoint.ts';
import type { IdentityEndpoint } from '../../identity/identity-endpoint.ts';
import { errorHeaders, HEADER_COMPONENTS, isPartial, isTagged, successHeaders } from './answer-headers.ts';
import { errorContent } from './error-content.ts';
import { IDENTITY_TAG, identityOperations } from './identity-operations.ts';

/** What the document says beside the endpoints. */
export interface DocumentOptions {
  /** True where tokens are needed. */
  readonly guarded: boolean;
  /** Path of the token endpoint of this process; null where it has no identity service. */
  readonly tokenPath: string | null;
  readonly info: { readonly title: string; readonly version: string; readonly description: string };
  /** Beginning of every path, which is left out of them and said once; '' for none. */
  readonly prefix: string;
  /** Endpoints of identity, of all realms; empty where this process has none. */
  readonly identity?: readonly IdentityEndpoint[];
}

/** What the endpoints of a part are called together, and what they are for. */
const TAGS: Readonly<Partial<Record<Part, readonly [name: string, description: string]>>> = {
  datasets: ['Datasets', 'Files and what is known of them: uploaded, registered, loaded, updated, queried.'],
  patterns: ['Analytical patterns', 'Patterns, tasks, and what links them.'],
  detection: ['Detection', 'Stations, observations, anomalies, and detection on demand.'],
  feed: ['Intake', 'What comes in: observations and stations.'],
  identity: ['Users and clients', 'Who gets tokens, and what they may do with them.'],
};
const RUNNING = ['Running', 'How this process is.'] as const;

/** The OpenAPI 3.1 document of some endpoints, made from the schemas that validate their requests. */
export function openApiDocument(endpoints: readonly Endpoint[], options: DocumentOptions): oas31.OpenAPIObject {
  const paths: Record<string, Record<string, ZodOpenApiOperationObject>> = {};
  for (const endpoint of endpoints) {
    const path = pathOf(endpoint, options);
    paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: operationOf(endpoint, options) };
  }
  const { identity = [] } = options;
  for (const endpoint of identity) paths[`/oauth/realms/{realm}${endpoint.path}`] = identityOperations(endpoint);
  // What every process has comes last.
  const used = new Map(
    endpoints.map(({ part }) => tagOf(part)).toSorted((a, b) => Number(a === RUNNING) - Number(b === RUNNING)),
  );
  const document = createDocument(
    {
      openapi: '3.1.0',
      info: { ...options.info },
      ...(options.prefix !== '' && { servers: [{ url: options.prefix }] }),
      tags: [...used, ...(identity.length > 0 ? [IDENTITY_TAG] : [])].map(([name, description]) => ({
        name,
        description,
      })),
      paths: paths as ZodOpenApiPathsObject,
      components: {
        headers: HEADER_COMPONENTS,
        ...((options.guarded || identity.length > 0) && { securitySchemes: securitySchemes(options) }),
      },
    },
    { override: withWhatWasGiven },
  );
  for (const endpoint of endpoints) sayDefaults(document, endpoint, pathOf(endpoint, options));
  return document;
}

/** The path of an endpoint as the document has it. */
function pathOf({ path }: Endpoint, { prefix }: DocumentOptions): string {
  return path.slice(prefix.length).replace(/[:*](\w+)/g, '{$1}');
}

/** Adds the defaults of parameters whose schema has a name: the reference to it is all that is written of them. */
function sayDefaults(document: oas31.OpenAPIObject, { method, query }: Endpoint, path: string): void {
  const operation = document.paths?.[path]?.[method.toLowerCase() as 'get'];
  for (const parameter of operation?.parameters ?? []) {
    if (!('name' in parameter) || parameter.schema === undefined || !('$ref' in parameter.schema)) continue;
    const field: unknown = query.shape[parameter.name];
    if (field instanceof z.ZodDefault) parameter.schema = { ...parameter.schema, default: field.def.defaultValue };
  }
}

/**
 * Gives the schema of a field that is read from a text its examples and its default back: Zod leaves them out there, as
 * they might be of what is read instead.
 */
const withWhatWasGiven: NonNullable<CreateDocumentOptions['override']> = ({ jsonSchema, zodSchema, io }) => {
  if (io !== 'input') return;
  if (zodSchema instanceof z.ZodType) {
    const { examples } = zodSchema.meta() ?? {};
    if (Array.isArray(examples)) jsonSchema.examples ??= examples;
  }
  if (zodSchema instanceof z.ZodDefault || zodSchema instanceof z.ZodPrefault) {
    jsonSchema.default ??= zodSchema.def.defaultValue as typeof jsonSchema.default;
  }
};

function tagOf(part: Part | null): readonly [string, string] {
  return (part === null ? undefined : TAGS[part]) ?? RUNNING;
}

function operationOf(endpoint: Endpoint, { guarded, tokenPath }: DocumentOptions): ZodOpenApiOperationObject {
  const { name, part, roles, pathParameters, query, description } = endpoint;
  const locked = guarded && roles !== null;
  const needed = locked ? `\n\nNeeds one of the roles: ${rolesEnoughFor(roles).join(', ')}.` : '';
  const schemes = [{ bearer: [] }, ...(tokenPath === null ? [] : [{ password: [] }])];
  return {
    operationId: name,
    summary: summaryOf(name),
    description: `${description}${needed}`,
    tags: [tagOf(part)[0]],
    requestParams: { path: pathParameters, query, ...headerParameters(endpoint) },
    ...(endpoint.body.kind !== 'none' && {
      requestBody: { required: true, content: bodyContent(endpoint) },
    }),
    responses: responsesOf(endpoint, locked),
    ...(guarded && { security: locked ? schemes : [] }),
  };
}

/** Headers of a request, by what they are for. */
function headerParameters(endpoint: Endpoint) {
  const { requestHeaders } = endpoint;
  const headers = {
    ...(isTagged(endpoint) && {
      'If-None-Match': 'The `ETag` of an earlier answer: 304 where nothing has changed.',
    }),
    ...requestHeaders,
  };
  const fields = Object.entries(headers).map(([name, what]) => [name, z.string().describe(what).optional()] as const);
  return fields.length === 0 ? {} : { header: z.object(Object.fromEntries(fields)) };
}

/** `list-anomalies` as people write it: List anomalies. */
function summaryOf(name: string): string {
  const words = name.replaceAll('-', ' ');
  return `${words[0].toUpperCase()}${words.slice(1)}`;
}

/** What the body may be, by media type; bodies of one schema at several endpoints have their examples here. */
function bodyContent({ body }: Endpoint): Readonly<Record<string, ZodOpenApiMediaTypeObject>> {
  if (body.kind === 'none') return {};
  if (body.kind === 'bytes') return contentOf(body.content);
  const content = contentOf(body.kind === 'json' ? { 'application/json': body.schema } : body.content);
  if (body.examples === undefined) return content;
  const examples = Object.fromEntries(body.examples.map((value, at) => [`example-${at + 1}`, { value }]));
  return Object.fromEntries(Object.entries(content).map(([type, one]) => [type, { ...one, examples }]));
}

function contentOf(schemas: Readonly<Record<string, z.ZodType>>) {
  return Object.fromEntries(Object.entries(schemas).map(([type, schema]) => [type, { schema }]));
}

function responsesOf(endpoint: Endpoint, locked: boolean): ZodOpenApiResponsesObject {
  const { success, body } = endpoint;
  const errors: Record<number, string> = {
    403: 'Refused: it came from a page or by a name that is not allowed, or the roles are not enough.',
    ...(endpoint.shared === null && {
      429: 'Who asks has a share of what all have, and has it; Retry-After says when to go on.',
    }),
    431: 'The address or the headers are too large.',
    500: 'It failed; the log holds why.',
    503: 'Something that it needs is away or busy.',
    ...(locked && { 401: 'There is no good token.' }),
    ...(body.kind !== 'none' && {
      408: 'The body paused for too long.',
      413: 'The body is too large.',
      415: 'The body is of another media type.',
    }),
  };
  const errorForm = endpoint.part === 'datasets' ? datasetError : errorBody;
  const responses: ZodOpenApiResponsesObject = {
    [String(success.status) as '200']: {
      description: success.description,
      content: contentOf(success.content),
      headers: successHeaders(endpoint, success.headers ?? {}),
    },
    ...(isPartial(endpoint) && {
      '206': {
        description: 'The part of it that `Range` asks for.',
        content: contentOf(success.content),
        headers: successHeaders(endpoint, {
          ...success.headers,
          'Content-Range': 'Which bytes these are, of how many.',
        }),
      },
    }),
    ...((isTagged(endpoint) || isPartial(endpoint)) && {
      '304': { description: 'It is as it was.', headers: successHeaders(endpoint, success.headers ?? {}) },
    }),
    '422': {
      description: 'What was sent is not what is expected.',
      content: errorContent(httpValidationError, 422, ''),
      headers: errorHeaders(422),
    },
  };
  for (const [status, description] of Object.entries(errors)) {
    const format = status === '431' ? errorBody : errorForm;
    const content = errorContent(format, Number(status), description);
    responses[status as '500'] = { description, content, headers: errorHeaders(Number(status)) };
  }
  for (const [status, error] of Object.entries(endpoint.errors)) {
    const { description, schema } = typeof error === 'string' ? { description: error, schema: errorForm } : error;
    const content = errorContent(schema, Number(status), description);
    responses[status as '404'] = { description, content, headers: errorHeaders(Number(status)) };
  }
  return responses;
}

function securitySchemes({ tokenPath, identity = [] }: DocumentOptions): Record<string, oas31.SecuritySchemeObject> {
  return {
    bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
    ...(identity.length > 0 && { client: { type: 'http', scheme: 'basic' } }),
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
