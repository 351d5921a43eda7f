import { z } from 'zod';
import { type Endpoint, endpoint, json } from '../../http/endpoint.ts';
import { query } from '../../http/query-fields.ts';
import type { DatasetEndpointDependencies } from './dataset-endpoint-dependencies.ts';

const TITLE = 'Dataset API 1.0.0';

const answerShape = z
  .object({
    message: z.string(),
    endpoints: z.record(
      z.string(),
      z.object({ description: z.string(), methods: z.array(z.string()), url: z.string() }),
    ),
  })
  .meta({
    examples: [
      {
        message: TITLE,
        endpoints: {
          'get-dataset': { description: 'One dataset.', methods: ['GET'], url: '/dmm/api/v1/dataset/{dataset_id}' },
        },
      },
    ],
  });

/** The list of the dataset endpoints, made from themselves; it takes them late, as it is one of them. */
export function listDatasetEndpoints(endpoints: () => readonly Endpoint[]): Endpoint<DatasetEndpointDependencies> {
  return endpoint({
    name: 'list-dataset-endpoints',
    method: 'GET',
    part: 'datasets',
    roles: ['user'],
    path: '/dmm/api/v1',
    description: 'The endpoints of the dataset API with what they do.',
    pathParameters: z.object({}),
    query: query({}),
    success: json('Endpoints by name.', answerShape),
    async answer() {
      const listed = endpoints().map(({ name, description, method, path }) => {
        const url = path.replace(/:(\w+)/g, '{$1}');
        return [name, { description, methods: [method], url }] as const;
      });
      return { status: 200, body: { message: TITLE, endpoints: Object.fromEntries(listed) } };
    },
  });
}
