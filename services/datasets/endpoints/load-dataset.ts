import { load } from '../operations/load.ts';
import { LOAD_EXAMPLE } from './graph-examples.ts';
import { graphRequest } from './graph-request.ts';

export const loadDataset = graphRequest({
  name: 'load-dataset',
  method: 'PUT',
  path: '/dmm/api/v1/dataset/load',
  action: 'dataset.load',
  description:
    'Moves the files of a dataset from the scratchpad to permanent storage: each is copied, its SHA-256 compared, and only ' +
    'then removed where it was. The dataset is then `Loaded`. What ended on the way is gone on with by doing it again.',
  code: 200,
  message: 'Dataset loaded',
  errors: {
    400: 'The graph is no pattern to load a dataset; everything that is wrong is named.',
    404: 'The dataset is not known, or files of it are not on the scratchpad.',
    409: 'It has been loaded, or is deleted.',
  },
  timeLimit: 'storageMs',
  example: LOAD_EXAMPLE,
  does: load,
});
