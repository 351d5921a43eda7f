import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { packageFile } from '../../../schemas/package-root.ts';
import { landingPage } from '../pages/landing-page.ts';
import { STYLE_POLICY } from '../pages/page.ts';
import { query } from '../query-fields.ts';
import { endpoint } from './endpoint.ts';

/** Version of the package. */
const { version } = JSON.parse(readFileSync(packageFile('package.json'), 'utf8')) as { version: string };

export const root = endpoint({
  name: 'root',
  method: 'GET',
  path: '/',
  description: 'Name and version, and where the documentation is; a page with links for `Accept: text/html`.',
  pathParameters: z.object({}),
  query: query({}),
  async answer(call) {
    const headers = { Vary: 'Accept' };
    if (!call.prefersHtml) return { status: 200, body: { name: 'halcyon', version, docs: '/docs' }, headers };
    return {
      status: 200,
      body: landingPage(version),
      type: 'text/html; charset=utf-8',
      headers: { ...headers, 'Content-Security-Policy': STYLE_POLICY },
    };
  },
});
