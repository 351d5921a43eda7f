import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { HalcyonError } from '../../../schemas/errors.ts';
import { packageFile } from '../../../schemas/package-root.ts';
import { endpoint } from '../../http/endpoint.ts';
import { query } from '../../http/query-fields.ts';

/** The files of Swagger UI that its page needs, and what they are. */
const FILES: Readonly<Record<string, string>> = {
  'swagger-ui.css': 'text/css; charset=utf-8',
  'swagger-ui-bundle.js': 'text/javascript; charset=utf-8',
};

/** A file that the build has taken from Swagger UI. @throws HalcyonError `not_found` where nothing is built */
async function builtFile(file: string): Promise<string> {
  try {
    return await readFile(packageFile('dist', 'swagger-ui', file), 'utf8');
  } catch (cause) {
    throw new HalcyonError('not_found', 'the pages are not built: npm run build', { cause });
  }
}

export const docsFile = endpoint({
  name: 'docs-file',
  method: 'GET',
  path: '/docs/:file',
  description: 'A file that the page at `/docs` loads: `swagger-ui.css` or `swagger-ui-bundle.js`.',
  pathParameters: z.object({ file: z.string().meta({ examples: ['swagger-ui.css'] }) }),
  query: query({}),
  success: {
    status: 200,
    description: 'The file.',
    content: { 'text/css': z.string(), 'text/javascript': z.string() },
  },
  errors: { 404: 'There is no such file.' },
  async answer({ path: { file } }) {
    const type = Object.hasOwn(FILES, file) ? FILES[file] : undefined;
    if (type === undefined)
      throw new HalcyonError('not_found', `there is no such file; ${Object.keys(FILES).join(', ')} are there`);
    return { status: 200, body: await builtFile(file), type };
  },
});
