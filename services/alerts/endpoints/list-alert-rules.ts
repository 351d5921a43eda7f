import { z } from 'zod';
import { alertRuleShape } from '../../../schemas/http/answers/alert-rule-answer.ts';
import { listShape } from '../../../schemas/http/answers/page-answer.ts';
import { endpoint, json } from '../../http/endpoint.ts';
import { query } from '../../http/query-fields.ts';
import { alertRuleAnswer } from '../answers/alert-rule-answer.ts';
import { allRules } from '../records/rule-records.ts';
import type { AlertEndpointDependencies } from './alert-endpoint-dependencies.ts';

export const listAlertRules = endpoint({
  name: 'list-alert-rules',
  method: 'GET',
  part: 'detection',
  roles: ['user'],
  path: '/api/v1/alert-rules',
  description: 'The rules by which alerts are raised, the oldest first. Secrets are not shown.',
  pathParameters: z.object({}),
  query: query({}),
  success: json('The rules.', listShape('rules', alertRuleShape)),
  async answer({ caller, scope }, { alerts }: AlertEndpointDependencies) {
    const rules = (await allRules(alerts.catalogue)).filter(({ networks }) => scope.includesSome(networks));
    return { status: 200, body: { rules: rules.map((rule) => alertRuleAnswer(rule, caller)) } };
  },
});
