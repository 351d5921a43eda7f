import type { Endpoint } from '../../http/endpoint.ts';
import { convertGraph } from './convert-graph.ts';
import type { DatasetEndpointDependencies } from './dataset-endpoint-dependencies.ts';
import { downloadFile } from './download-file.ts';
import { getDataset } from './get-dataset.ts';
import { getDatasetGraph } from './get-dataset-graph.ts';
import { getQueryResult } from './get-query-result.ts';
import { listDatasetEndpoints } from './list-dataset-endpoints.ts';
import { listDatasets } from './list-datasets.ts';
import { loadDataset } from './load-dataset.ts';
import { purgeDataset } from './purge-dataset.ts';
import { queryDatasets } from './query-datasets.ts';
import { registerDataset } from './register-dataset.ts';
import { searchDatasets } from './search-datasets.ts';
import { testRelationalEmbedded } from './test-relational-embedded.ts';
import { updateDataset } from './update-dataset.ts';
import { uploadFile } from './upload-file.ts';

/**
 * The endpoints of the dataset API, section 4.1 of the interface document, one to get a file of a dataset, one to remove its
 * files, and those that later versions of the platform have beside.
 */
export const DATASET_ENDPOINTS: readonly Endpoint<DatasetEndpointDependencies>[] = [
  listDatasetEndpoints(() => DATASET_ENDPOINTS),
  uploadFile,
  listDatasets,
  loadDataset,
  registerDataset,
  updateDataset,
  searchDatasets,
  getDatasetGraph,
  getDataset,
  queryDatasets,
  getQueryResult,
  convertGraph,
  testRelationalEmbedded,
  downloadFile,
  purgeDataset,
];
