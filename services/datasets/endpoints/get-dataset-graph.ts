import { z } from 'zod';
import { HalcyonError } from '../../../schemas/errors.ts';
import { datasetSuccessEnvelope } from '../../../schemas/http/datasets/envelopes.ts';
import { endpoint, json } from '../../http/endpoint.ts';
import { query } from '../../http/query-fields.ts';
import { readableDataset } from '../catalogue/dataset-records.ts';
import { catalogued } from '../dataset-id.ts';
import { shownGraph } from '../graphs/shown-graph.ts';
import type { DatasetEndpointDependencies } from './dataset-endpoint-dependencies.ts';
import { EXAMPLE_DATASET } from './graph-examples.ts';

export const getDatasetGraph = endpoint({
  name: 'get-dataset-graph',
  method: 'GET',
  part: 'datasets',
  roles: ['user'],
  path: '/dmm/api/v1/dataset/get/:dataset_id',
  description:
    'A dataset as a property graph in PG-JSON, its state as `status` of its node: what `dataset/search` shows of each, for ' +
    'clients of later versions of the platform. `dataset/{dataset_id}` says more of it.',
  pathParameters: z.object({ dataset_id: z.string().meta({ examples: [EXAMPLE_DATASET] }) }),
  query: query({}),
  success: json('The graph of the dataset.', datasetSuccessEnvelope),
  errors: { 404: 'There is no dataset of this id.' },
  async answer({ path }, { datasets: { catalogue, networks, scope } }: DatasetEndpointDependencies) {
    const id = catalogued(path.dataset_id);
    const network = await networks.find(id);
    const record = network ?? (await readableDataset(catalogue, id, scope));
    if (record === null) throw new HalcyonError('not_found', 'there is no dataset of this id');
    const state = 'state' in record ? record.state : 'Ready';
    const dataset = shownGraph({ id: record.id, state, graph: record.graph });
    return { status: 200, body: { code: 200, message: 'Dataset found', dataset } };
  },
});
