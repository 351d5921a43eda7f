import { z } from 'zod';
import { datasetSuccessEnvelope } from '../../../schemas/http/datasets/envelopes.ts';
import { endpoint, json } from '../../http/endpoint.ts';
import { query } from '../../http/query-fields.ts';
import { purge } from '../operations/purge.ts';
import type { DatasetEndpointDependencies } from './dataset-endpoint-dependencies.ts';
import { EXAMPLE_DATASET } from './graph-examples.ts';

/** What the answer says of a file that was removed. */
const removedFiles = z.array(z.object({ name: z.string(), contentSize: z.number(), sha256: z.string() }));

export const purgeDataset = endpoint({
  name: 'purge-dataset',
  method: 'DELETE',
  part: 'datasets',
  roles: ['admin'],
  path: '/dmm/api/v1/dataset/:dataset_id/files',
  description:
    'Removes the files of a deleted dataset from the storage for good. Its record stays: the graph, the states, how a query ' +
    'made it, and `filesRemoved`, the time. Again it removes nothing more.',
  audit: {
    action: 'dataset.purge',
    of: ({ path }, body) => {
      const { dataset } = (body ?? {}) as { readonly dataset?: { readonly files?: unknown } };
      const files = removedFiles.safeParse(dataset?.files).data ?? [];
      const detail = files.map(({ name, sha256 }) => `${name} (SHA-256 ${sha256})`).join(', ');
      return { about: { kind: 'dataset', id: path.dataset_id }, ...(detail !== '' && { detail }) };
    },
  },
  pathParameters: z.object({ dataset_id: z.string().meta({ examples: [EXAMPLE_DATASET] }) }),
  query: query({}),
  success: json('What was removed, with size and SHA-256.', datasetSuccessEnvelope),
  errors: { 404: 'There is no dataset of this id.', 409: 'It is not deleted, or it is a network.' },
  timeLimit: 'storageMs',
  async answer({ path }, { datasets, now }: DatasetEndpointDependencies) {
    const { id, files, since } = await purge(datasets, path.dataset_id, now());
    const removed = files.map(({ name, size, sha256 }) => ({ name, contentSize: size, sha256 }));
    const dataset = { '@id': id, status: 'Deleted', filesRemoved: since, files: removed };
    return { status: 200, body: { code: 200, message: 'Files removed', dataset } };
  },
});
