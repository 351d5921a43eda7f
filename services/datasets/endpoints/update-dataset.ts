import { update } from '../operations/update.ts';
import { UPDATE_EXAMPLE } from './graph-examples.ts';
import { graphRequest } from './graph-request.ts';

export const updateDataset = graphRequest({
  name: 'update-dataset',
  method: 'PUT',
  path: '/dmm/api/v1/dataset/update',
  action: 'dataset.update',
  description:
    'Changes the graphs of datasets, all or none: properties that are given replace those of the same name, further nodes ' +
    'and edges are added. A `Loaded` dataset is then `Ready`. `status` of a dataset node decides instead where it is a ' +
    'step forward, or `Deleted`; one that is no state is refused.',
  code: 200,
  message: 'Dataset updated',
  errors: {
    400: 'The graph is no pattern to update datasets; everything that is wrong is named.',
    404: 'A dataset is not known.',
    409: 'A dataset is deleted, or its files are elsewhere than the request says.',
  },
  example: UPDATE_EXAMPLE,
  does: update,
});
