import { z } from 'zod';
import { HalcyonError } from '../../../schemas/errors.ts';
import { datasetSuccessEnvelope } from '../../../schemas/http/datasets/envelopes.ts';
import { endpoint, json } from '../../http/endpoint.ts';
import { query } from '../../http/query-fields.ts';
import { filesOf } from '../catalogue/dataset-files.ts';
import { readableDataset, statesOf } from '../catalogue/dataset-records.ts';
import { catalogued } from '../dataset-id.ts';
import { listedNetwork, wholeDataset } from '../dataset-record-answer.ts';
import { mayChange } from '../operations/ownership.ts';
import type { DatasetEndpointDependencies } from './dataset-endpoint-dependencies.ts';
import { EXAMPLE_DATASET } from './graph-examples.ts';

export const getDataset = endpoint({
  name: 'get-dataset',
  method: 'GET',
  part: 'datasets',
  roles: ['user'],
  path: '/dmm/api/v1/dataset/:dataset_id',
  description:
    'A dataset in Croissant terms with its state and when it changed, its files with what was found of them beside what ' +
    'is declared, how a query made it, and its whole property graph.',
  pathParameters: z.object({ dataset_id: z.string().meta({ examples: [EXAMPLE_DATASET] }) }),
  query: query({}),
  success: json('The dataset.', datasetSuccessEnvelope),
  errors: { 404: 'There is no dataset of this id.' },
  async answer({ path, caller }, { datasets: { catalogue, networks, scope } }: DatasetEndpointDependencies) {
    const id = catalogued(path.dataset_id);
    const envelope = { code: 200, message: 'Dataset found' };
    const network = await networks.find(id);
    if (network !== null) {
      const dataset = { ...listedNetwork(network), nodes: network.graph.nodes, edges: network.graph.edges };
      return { status: 200, body: { ...envelope, dataset } };
    }
    const record = await readableDataset(catalogue, id, scope);
    if (record === null) throw new HalcyonError('not_found', 'there is no dataset of this id');
    const dataset = wholeDataset(record, await statesOf(catalogue, id), await filesOf(catalogue, id));
    return { status: 200, body: { ...envelope, dataset: { ...dataset, mayChange: mayChange(caller, record) } } };
  },
});
