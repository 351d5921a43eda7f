import { z } from 'zod';
import type { Part } from '../../../schemas/parts.ts';
import { DATASET_PREFIX } from '../../datasets/dataset-errors.ts';
import { type Endpoint, endpoint } from '../../http/endpoint.ts';
import { query } from '../../http/query-fields.ts';
import { type DocumentPage, REDOC, SWAGGER_UI } from '../pages/docs-page.ts';

export const docs = viewer({
  name: 'docs',
  path: '/docs',
  description: 'Every endpoint of this process with its parameters, as a page to read and to try them (Swagger UI).',
  document: '/api/v1/openapi.json',
  shown: SWAGGER_UI,
});

/** The same of the dataset API alone, at the paths where later versions of the platform have it. */
export const DATASET_VIEWERS: readonly Endpoint<unknown>[] = [
  viewer({
    name: 'datasets-swagger',
    part: 'datasets',
    path: `${DATASET_PREFIX}/api/v1/swagger`,
    description:
      'The endpoints of the dataset API with their parameters, as a page to read and to try them (Swagger UI).',
    document: `${DATASET_PREFIX}/api/v1/openapi.json`,
    shown: SWAGGER_UI,
  }),
  viewer({
    name: 'datasets-redoc',
    part: 'datasets',
    path: `${DATASET_PREFIX}/api/v1/redoc`,
    description: 'The endpoints of the dataset API with their parameters, as a page to read (Redoc).',
    document: `${DATASET_PREFIX}/api/v1/openapi.json`,
    shown: REDOC,
  }),
];

/** A page that shows an OpenAPI document. */
function viewer(definition: {
  readonly name: string;
  readonly part?: Part;
  readonly path: string;
  readonly description: string;
  /** Path of the document. */
  readonly document: string;
  readonly shown: DocumentPage;
}): Endpoint<unknown> {
  const { document, shown, ...rest } = definition;
  return endpoint({
    ...rest,
    method: 'GET',
    pathParameters: z.object({}),
    query: query({}),
    success: { status: 200, description: 'The page.', content: { 'text/html': z.string() } },
    async answer() {
      return {
        status: 200,
        body: shown.page(document),
        type: 'text/html; charset=utf-8',
        headers: { 'Content-Security-Policy': shown.policy },
      };
    },
  });
}
