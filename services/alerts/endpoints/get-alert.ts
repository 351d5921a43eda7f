import { wholeAlertShape } from '../../../schemas/http/answers/alert-answer.ts';
import { endpoint, json } from '../../http/endpoint.ts';
import { query } from '../../http/query-fields.ts';
import { wholeAlert } from '../answers/whole-alert.ts';
import type { AlertEndpointDependencies } from './alert-endpoint-dependencies.ts';
import { idPath } from './alert-id.ts';
import { alertInScope } from './in-scope.ts';

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
  async answer({ path, scope }, { alerts: { catalogue } }: AlertEndpointDependencies) {
    const id = await alertInScope(catalogue, path, scope);
    return { status: 200, body: await wholeAlert(catalogue, id) };
  },
});
