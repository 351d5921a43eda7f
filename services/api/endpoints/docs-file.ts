import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { HalcyonError } from '../../../schemas/errors.ts';
import { packageFile } from '../../../schemas/package-root.ts';
import { endpoint } from '../../http/endpoint.ts';
import { query } from '../../http/query-fields.ts';

/** The files of Swagger UI and of Redoc that their pages need: where the build has put them, and what they are. */
const FILES: Readonly<Record<string, { readonly folder: string; readonly type: string }>> = {
  'swagger-ui.css': { folder: 'swagger-ui', type: 'text/css; charset=utf-8' },
  'swagger-ui-bundle.js': { folder: 'swagger-ui', type: 'text/javascript; charset=utf-8' },
  'redoc.standalone.js': { folder: 'redoc', type: 'text/javascript; charset=utf-8' },
};

/** A file that the build has taken from a package. @throws HalcyonError `not_found` where nothing is built */
async function builtFile(folder: string, file: string): Promise<string> {
  try {
    return await readFile(packageFile('dist', folder, file), 'utf8');
  } catch (cause) {
    throw new HalcyonError('not_found', 'the pages are not built: npm run build', { cause });
  }
}

export const docsFile = endpoint({
  name: 'docs-file',
  method: 'GET',
  path: '/docs/:file',
  description:
    'A file that a page of the API loads: `swagger-ui.css`, `swagger-ui-bundle.js` or `redoc.standalone.js`.',
  pathParameters: z.object({ file: z.string().meta({ examples: ['swagger-ui.css'] }) }),
  query: query({}),
  success: {
    status: 200,
    description: 'The file.',
    content: { 'text/css': z.string(), 'text/javascript': z.string() },
  },
  errors: { 404: 'There is no such file.' },
  shared: 'document',
  async answer({ path: { file } }) {
    const known = Object.hasOwn(FILES, file) ? FILES[file] : undefined;
    if (known === undefined)
      throw new HalcyonError('not_found', `there is no such file; ${Object.keys(FILES).join(', ')} are there`);
    return { status: 200, body: await builtFile(known.folder, file), type: known.type };
  },
});
