import { z } from 'zod';
import { endpoint } from '../../http/endpoint.ts';
import { query } from '../../http/query-fields.ts';
import { DOCS_POLICY, docsPage } from '../pages/docs-page.ts';

export const docs = endpoint({
  name: 'docs',
  method: 'GET',
  path: '/docs',
  description: 'Every endpoint of this process with its parameters, as a page to read and to try them (Swagger UI).',
  pathParameters: z.object({}),
  query: query({}),
  success: { status: 200, description: 'The page.', content: { 'text/html': z.string() } },
  async answer() {
    return {
      status: 200,
      body: docsPage('/api/v1/openapi.json'),
      type: 'text/html; charset=utf-8',
      headers: { 'Content-Security-Policy': DOCS_POLICY },
    };
  },
});
