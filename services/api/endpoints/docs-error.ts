import { z } from 'zod';
import { HalcyonError } from '../../../schemas/errors.ts';
import { endpoint } from '../../http/endpoint.ts';
import { query } from '../../http/query-fields.ts';
import { errorPage } from '../pages/error-page.ts';
import { STYLE_POLICY } from '../pages/page.ts';

export const docsError = endpoint({
  name: 'docs-error',
  method: 'GET',
  path: '/docs/errors/:code',
  description:
    'What an error means and what to do, as a page; the header `Link` of every error answer leads to its own.',
  pathParameters: z.object({ code: z.string().meta({ examples: ['not_found'] }) }),
  query: query({}),
  success: { status: 200, description: 'The page.', content: { 'text/html': z.string() } },
  errors: { 404: 'There is no error of that code.' },
  async answer({ path: { code } }) {
    const body = errorPage(code);
    if (body === null) throw new HalcyonError('not_found', 'there is no error of that code; docs/errors.md lists them');
    return {
      status: 200,
      body,
      type: 'text/html; charset=utf-8',
      headers: { 'Content-Security-Policy': STYLE_POLICY },
    };
  },
});
