import { z } from 'zod';
import { PACKAGE_VERSION } from '../../../schemas/package-version.ts';
import type { Part } from '../../../schemas/parts.ts';
import { DATASET_PREFIX } from '../../datasets/dataset-errors.ts';
import { type Endpoint, endpoint, json } from '../../http/endpoint.ts';
import { query } from '../../http/query-fields.ts';
import { IDENTITY_ENDPOINTS } from '../../identity/endpoints/registry.ts';
import { OPENID_PATH } from '../../identity/identity-endpoint.ts';
import { DEFAULT_REALM } from '../../identity/state/realms.ts';
import { openApiDocument } from '../openapi/openapi-document.ts';
import type { ProcessDependencies } from './process-dependencies.ts';

/** Endpoints of a process with some parts. */
type EndpointsOf = (parts: ReadonlySet<Part>) => readonly Endpoint[];

/** The OpenAPI document of a process's endpoints; it takes them late, as it is one of them itself. */
export function openapi(endpoints: EndpointsOf): Endpoint<ProcessDependencies> {
  return document(endpoints, {
    name: 'openapi',
    path: '/api/v1/openapi.json',
    description: 'The endpoints of this process as an OpenAPI 3.1 document.',
    info: {
      title: 'Halcyon',
      version: PACKAGE_VERSION,
      description: 'Watches networks of weather stations and tells sensor failures from weather.',
    },
    prefix: '',
  });
}

/** The document of the dataset API by itself, whose paths are those of its own prefix. */
export function datasetsOpenapi(endpoints: EndpointsOf): Endpoint<ProcessDependencies> {
  return document((parts) => endpoints(parts).filter(({ part }) => part === 'datasets'), {
    name: 'datasets-openapi',
    part: 'datasets',
    path: `${DATASET_PREFIX}/api/v1/openapi.json`,
    description: 'The endpoints of the dataset API as an OpenAPI 3.1 document.',
    info: {
      title: 'Halcyon datasets',
      version: '1.0.0',
      description: 'Uploads, registers, loads, updates and queries datasets.',
    },
    prefix: DATASET_PREFIX,
  });
}

function document(
  endpoints: EndpointsOf,
  definition: {
    readonly name: string;
    readonly part?: Part;
    readonly path: string;
    readonly description: string;
    readonly info: { readonly title: string; readonly version: string; readonly description: string };
    readonly prefix: string;
  },
): Endpoint<ProcessDependencies> {
  const { info, prefix, ...rest } = definition;
  return endpoint({
    ...rest,
    method: 'GET',
    pathParameters: z.object({}),
    query: query({}),
    success: json('The document.', z.record(z.string(), z.unknown())),
    shared: 'document',
    async answer(_call, { parts, access, identity }: ProcessDependencies) {
      const tokenPath = identity === undefined ? null : `/oauth/realms/${DEFAULT_REALM}${OPENID_PATH}/token`;
      const guarded = access.verifier !== null;
      const tokens = identity === undefined || prefix !== '' ? [] : IDENTITY_ENDPOINTS;
      const options = { guarded, tokenPath, info, prefix, identity: tokens };
      return { status: 200, body: openApiDocument(endpoints(parts), options) };
    },
  });
}
