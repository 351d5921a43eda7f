import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { ruleBody } from '../../../schemas/http/alerts/rule-body.ts';
import { alertRuleShape } from '../../../schemas/http/answers/alert-rule-answer.ts';
import { nameOf } from '../../access/caller.ts';
import { madeIn } from '../../http/answered-text.ts';
import { endpoint } from '../../http/endpoint.ts';
import { query } from '../../http/query-fields.ts';
import { alertRuleAnswer } from '../answers/alert-rule-answer.ts';
import { addRule } from '../records/rule-records.ts';
import { ruleOfBody } from '../rules/alert-rule.ts';
import type { AlertEndpointDependencies } from './alert-endpoint-dependencies.ts';
import { assertChannels } from './assert-channels.ts';
import { assertPlaces } from './assert-places.ts';

export const createAlertRule = endpoint({
  name: 'create-alert-rule',
  method: 'POST',
  part: 'detection',
  roles: ['curator'],
  path: '/api/v1/alert-rules',
  description:
    'Adds a rule: faults, episodes and conditions of stations (`silent`, `outage`, `poor_health`) of which classes, ' +
    'variables, networks, stations, box (`[west, south, east, north]`), area and least duration raise an alert, how urgent ' +
    'it is, and who is told: webhooks, e-mail addresses, the feed. It looks at what is found from now on.',
  audit: { action: 'alert-rule.add', of: (_call, body) => ({ about: madeIn(body, 'alert-rule') }) },
  pathParameters: z.object({}),
  query: query({}),
  body: { kind: 'json', schema: ruleBody, limit: 'bodyBytes' },
  success: { status: 201, description: 'The rule.', content: { 'application/json': alertRuleShape } },
  errors: { 404: 'A network or station that the rule names is not there.' },
  async answer({ body, caller, scope }, { alerts, store, now }: AlertEndpointDependencies) {
    assertChannels(body, alerts);
    const definition = ruleOfBody(body, null);
    scope.assertIncludesAll(definition.networks);
    await assertPlaces(store, definition);
    const rule = await addRule(alerts.catalogue, randomUUID(), definition, nameOf(caller), now());
    return { status: 201, body: alertRuleAnswer(rule, caller) };
  },
});
