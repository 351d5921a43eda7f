import { z } from 'zod';
import { deliveryShape } from '../../../schemas/http/answers/alert-answer.ts';
import { endpoint, json } from '../../http/endpoint.ts';
import { query } from '../../http/query-fields.ts';
import { deliveryAnswer } from '../answers/delivery-answer.ts';
import { testRule } from '../test-rule.ts';
import type { AlertEndpointDependencies } from './alert-endpoint-dependencies.ts';
import { idPath } from './alert-id.ts';
import { ruleInScope } from './in-scope.ts';

export const testAlertRule = endpoint({
  name: 'test-alert-rule',
  method: 'POST',
  part: 'detection',
  roles: ['curator'],
  path: '/api/v1/alert-rules/:id/test',
  description:
    'Tells everybody of a rule, once, of an alert that there is not (`alert.test`), and says what became of it. What fails ' +
    'is not tried again.',
  audit: { action: 'alert-rule.test', of: ({ path }) => ({ about: { kind: 'alert-rule', id: path.id } }) },
  pathParameters: idPath,
  query: query({}),
  success: json('What became of it.', z.object({ deliveries: z.array(deliveryShape) })),
  errors: { 404: 'There is no rule of this id.' },
  atOnce: 4,
  async answer({ path, scope }, { alerts, now }: AlertEndpointDependencies) {
    const rule = await ruleInScope(alerts.catalogue, path, scope);
    scope.assertIncludesAll(rule.networks);
    const deliveries = await testRule(alerts, rule.id, now());
    return { status: 200, body: { deliveries: deliveries.map(deliveryAnswer) } };
  },
});
