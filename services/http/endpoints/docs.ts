import { z } from 'zod';
import { endpointPage } from '../pages/endpoint-page.ts';
import { STYLE_POLICY } from '../pages/page.ts';
import { query } from '../query-fields.ts';
import { type Endpoint, endpoint } from './endpoint.ts';

/** The documentation page of the endpoints given; it takes them late, as it is one of them itself. */
export function docs(endpoints: () => readonly Endpoint[]): Endpoint {
  return endpoint({
    name: 'docs',
    method: 'GET',
    path: '/docs',
    description: 'Every endpoint of this process with its parameters, as a page.',
    pathParameters: z.object({}),
    query: query({}),
    async answer(_call, { parts }) {
      return {
        status: 200,
        body: endpointPage(endpoints().filter(({ part }) => part === null || parts.has(part))),
        type: 'text/html; charset=utf-8',
        headers: { 'Content-Security-Policy': STYLE_POLICY },
      };
    },
  });
}
