import { z } from 'zod';
import type { Part } from '../../../schemas/parts.ts';
import { DISCOVERY_PATH } from '../../identity/endpoints/discovery.ts';
import { DEFAULT_REALM } from '../../identity/state/realms.ts';
import { endpointPage } from '../pages/endpoint-page.ts';
import { STYLE_POLICY } from '../pages/page.ts';
import { query } from '../query-fields.ts';
import { type Endpoint, endpoint } from './endpoint.ts';

/** The documentation page of a process's endpoints; it takes them late, as it is one of them itself. */
export function docs(endpoints: (parts: ReadonlySet<Part>) => readonly Endpoint[]): Endpoint {
  return endpoint({
    name: 'docs',
    method: 'GET',
    path: '/docs',
    description: 'Every endpoint of this process with its parameters, as a page.',
    pathParameters: z.object({}),
    query: query({}),
    async answer(_call, { parts, access, identity }) {
      const options = {
        guarded: access.verifier !== null,
        discovery: identity === undefined ? null : `/oauth/realms/${DEFAULT_REALM}${DISCOVERY_PATH}`,
      };
      return {
        status: 200,
        body: endpointPage(endpoints(parts), options),
        type: 'text/html; charset=utf-8',
        headers: { 'Content-Security-Policy': STYLE_POLICY },
      };
    },
  });
}
