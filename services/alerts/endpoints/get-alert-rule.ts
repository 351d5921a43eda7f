import { alertRuleShape } from '../../../schemas/http/answers/alert-rule-answer.ts';
import { endpoint, json } from '../../http/endpoint.ts';
import { query } from '../../http/query-fields.ts';
import { alertRuleAnswer } from '../answers/alert-rule-answer.ts';
import type { AlertEndpointDependencies } from './alert-endpoint-dependencies.ts';
import { idPath, missing } from './alert-id.ts';
import { ruleInScope } from './in-scope.ts';

export const getAlertRule = endpoint({
  name: 'get-alert-rule',
  method: 'GET',
  part: 'detection',
  roles: ['user'],
  path: '/api/v1/alert-rules/:id',
  description: 'One rule. Secrets are not shown.',
  pathParameters: idPath,
  query: query({}),
  success: json('The rule.', alertRuleShape),
  errors: { 404: 'There is no rule of this id.' },
  async answer({ path, caller, scope }, { alerts }: AlertEndpointDependencies) {
    const rule = await ruleInScope(alerts.catalogue, path, scope);
    if (rule.deleted) throw missing('rule');
    return { status: 200, body: alertRuleAnswer(rule, caller) };
  },
});
