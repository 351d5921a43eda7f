import { ruleBody } from '../../../schemas/http/alerts/rule-body.ts';
import { alertRuleShape } from '../../../schemas/http/answers/alert-rule-answer.ts';
import { nameOf } from '../../access/caller.ts';
import { endpoint, json } from '../../http/endpoint.ts';
import { query } from '../../http/query-fields.ts';
import { alertRuleAnswer } from '../answers/alert-rule-answer.ts';
import { changeRule } from '../records/rule-records.ts';
import { ruleOfBody } from '../rules/alert-rule.ts';
import type { AlertEndpointDependencies } from './alert-endpoint-dependencies.ts';
import { idPath, missing } from './alert-id.ts';
import { assertChannels } from './assert-channels.ts';
import { assertPlaces } from './assert-places.ts';
import { ruleInScope } from './in-scope.ts';

export const putAlertRule = endpoint({
  name: 'put-alert-rule',
  method: 'PUT',
  part: 'detection',
  roles: ['curator'],
  path: '/api/v1/alert-rules/:id',
  description:
    'Replaces a rule as a whole; it looks at verdicts that are given from now on, and alerts that it has raised go on. A ' +
    'webhook whose secret is left out keeps the one that the rule has for its URL; null takes it away.',
  audit: { action: 'alert-rule.change', of: ({ path }) => ({ about: { kind: 'alert-rule', id: path.id } }) },
  pathParameters: idPath,
  query: query({}),
  body: { kind: 'json', schema: ruleBody, limit: 'bodyBytes' },
  success: json('The rule.', alertRuleShape),
  errors: { 404: 'There is no rule of this id, or no network or station that it names.' },
  async answer({ path, body, caller, scope }, { alerts, store, now }: AlertEndpointDependencies) {
    assertChannels(body, alerts);
    const rule = await alerts.catalogue.transaction(async (statements) => {
      const before = await ruleInScope(statements, path, scope);
      const definition = ruleOfBody(body, before);
      for (const one of [before, definition]) scope.assertIncludesAll(one.networks);
      await assertPlaces(store, definition, before);
      return changeRule(statements, before.id, definition, nameOf(caller), now());
    });
    if (rule === null) throw missing('rule');
    return { status: 200, body: alertRuleAnswer(rule, caller) };
  },
});
