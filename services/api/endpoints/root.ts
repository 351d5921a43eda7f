import { z } from 'zod';
import { PACKAGE_VERSION } from '../../../schemas/package-version.ts';
import { endpoint } from '../../http/endpoint.ts';
import { query } from '../../http/query-fields.ts';
import { landingPage } from '../pages/landing-page.ts';
import { STYLE_POLICY } from '../pages/page.ts';
import type { ProcessDependencies } from './process-dependencies.ts';

export const root = endpoint({
  name: 'root',
  method: 'GET',
  path: '/',
  description: 'Name and version, and where the documentation is; a page with links for `Accept: text/html`.',
  pathParameters: z.object({}),
  query: query({}),
  success: {
    status: 200,
    description: 'Name, version and the path of the documentation.',
    content: {
      'application/json': z.object({ name: z.string(), version: z.string(), docs: z.string() }),
      'text/html': z.string(),
    },
  },
  async answer(call, parts: ProcessDependencies) {
    const headers = { Vary: 'Accept' };
    if (call.preferred(['application/json', 'text/html']) === 'application/json')
      return { status: 200, body: { name: 'halcyon', version: PACKAGE_VERSION, docs: '/docs' }, headers };
    return {
      status: 200,
      body: landingPage(PACKAGE_VERSION, parts.parts.has('web')),
      type: 'text/html; charset=utf-8',
      headers: { ...headers, 'Content-Security-Policy': STYLE_POLICY },
    };
  },
});
