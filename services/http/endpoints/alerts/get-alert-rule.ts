import { alertRuleShape } from '../../../../schemas/http/answers/alert-rule-answer.ts';
import { ruleWithId } from '../../../alerts/records/rule-records.ts';
import { alertRuleAnswer } from '../../answers/alert-rule-answer.ts';
import { query } from '../../query-fields.ts';
import { endpoint, json } from '../endpoint.ts';
import { idOf, idPath, missing } from './alert-id.ts';

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
  async answer({ path, caller }, { alerts }) {
    const rule = await ruleWithId(alerts.catalogue, idOf(path, 'rule'));
    if (rule === null || rule.deleted) throw missing('rule');
    return { status: 200, body: alertRuleAnswer(rule, caller) };
  },
});
