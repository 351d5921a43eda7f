import { wholeAlertShape } from '../../../../schemas/http/answers/alert-answer.ts';
import { wholeAlert } from '../../answers/whole-alert.ts';
import { query } from '../../query-fields.ts';
import { endpoint, json } from '../endpoint.ts';
import { idOf, idPath } from './alert-id.ts';

export const getAlert = endpoint({
  name: 'get-alert',
  method: 'GET',
  part: 'detection',
  roles: ['user'],
  path: '/api/v1/alerts/:id',
  description: 'One alert with what was said of it, and what became of telling it to whom.',
  pathParameters: idPath,
  query: query({}),
  success: json('The alert.', wholeAlertShape),
  errors: { 404: 'There is no alert of this id.' },
  answer: async (call, { alerts }) => ({
    status: 200,
    body: await wholeAlert(alerts.catalogue, idOf(call.path, 'alert')),
  }),
});
