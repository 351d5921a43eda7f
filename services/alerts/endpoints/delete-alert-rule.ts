import { alertRuleShape } from '../../../schemas/http/answers/alert-rule-answer.ts';
import { nameOf } from '../../access/caller.ts';
import { endpoint, json } from '../../http/endpoint.ts';
import { query } from '../../http/query-fields.ts';
import { alertRuleAnswer } from '../answers/alert-rule-answer.ts';
import { deleteRule } from '../records/rule-records.ts';
import type { AlertEndpointDependencies } from './alert-endpoint-dependencies.ts';
import { idPath, missing } from './alert-id.ts';
import { ruleInScope } from './in-scope.ts';

export const deleteAlertRule = endpoint({
  name: 'delete-alert-rule',
  method: 'DELETE',
  part: 'detection',
  roles: ['curator'],
  path: '/api/v1/alert-rules/:id',
  description:
    'Deletes a rule; alerts that it has raised stay, and are resolved within some minutes. The same again changes nothing.',
  audit: { action: 'alert-rule.delete', of: ({ path }) => ({ about: { kind: 'alert-rule', id: path.id } }) },
  pathParameters: idPath,
  query: query({}),
  success: json('The rule that was.', alertRuleShape),
  errors: { 404: 'There never was a rule of this id.' },
  async answer({ path, caller, scope }, { alerts, now }: AlertEndpointDependencies) {
    const { id, networks } = await ruleInScope(alerts.catalogue, path, scope);
    scope.assertIncludesAll(networks);
    const rule = await deleteRule(alerts.catalogue, id, nameOf(caller), now());
    if (rule === null) throw missing('rule');
    return { status: 200, body: alertRuleAnswer(rule, caller) };
  },
});
