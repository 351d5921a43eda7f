import { z } from 'zod';
import type { Part } from '../../../schemas/parts.ts';
import { OPENID_PATH } from '../../identity/endpoints/identity-endpoint.ts';
import { DEFAULT_REALM } from '../../identity/state/realms.ts';
import { openApiDocument } from '../openapi/openapi-document.ts';
import { query } from '../query-fields.ts';
import { type Endpoint, endpoint, json } from './endpoint.ts';

/** The OpenAPI document of a process's endpoints; it takes them late, as it is one of them itself. */
export function openapi(endpoints: (parts: ReadonlySet<Part>) => readonly Endpoint[]): Endpoint {
  return endpoint({
    name: 'openapi',
    method: 'GET',
    path: '/api/v1/openapi.json',
    description: 'The endpoints of this process as an OpenAPI 3.1 document.',
    pathParameters: z.object({}),
    query: query({}),
    success: json('The document.', z.record(z.string(), z.unknown())),
    async answer(_call, { parts, access, identity }) {
      const tokenPath = identity === undefined ? null : `/oauth/realms/${DEFAULT_REALM}${OPENID_PATH}/token`;
      return { status: 200, body: openApiDocument(endpoints(parts), { guarded: access.verifier !== null, tokenPath }) };
    },
  });
}
