import { register } from '../operations/register.ts';
import { REGISTER_EXAMPLE } from './graph-examples.ts';
import { graphRequest } from './graph-request.ts';

export const registerDataset = graphRequest({
  name: 'register-dataset',
  method: 'POST',
  path: '/dmm/api/v1/dataset/register',
  action: 'dataset.register',
  description:
    'Registers the dataset of a pattern whose `Process` is `register`. It is `Staged` while its files are on the ' +
    'scratchpad, `Ready` where `archivedAt` is elsewhere. A dataset id that is no UUID is replaced by a new one, in the ' +
    'whole graph and for the files uploaded for it.',
  code: 201,
  message: 'Dataset registered',
  errors: {
    400: 'The graph is no pattern to register a dataset; everything that is wrong is named.',
    409: 'It is registered already.',
  },
  example: REGISTER_EXAMPLE,
  does: register,
});
