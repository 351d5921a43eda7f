import { changeBody } from '../../../schemas/http/alerts/comment-body.ts';
import { wholeAlertShape } from '../../../schemas/http/answers/alert-answer.ts';
import { nameOf } from '../../access/caller.ts';
import { answeredText } from '../../http/answered-text.ts';
import { type Endpoint, endpoint, json } from '../../http/endpoint.ts';
import { query } from '../../http/query-fields.ts';
import { wholeAlert } from '../answers/whole-alert.ts';
import { type Change, changeAlert } from '../change-alert.ts';
import type { AlertEndpointDependencies } from './alert-endpoint-dependencies.ts';
import { idPath } from './alert-id.ts';
import { alertInScope } from './in-scope.ts';

/** Somebody looks after an alert. */
export const acknowledgeAlert = change('acknowledge', 'acknowledged', {
  description:
    'Says that somebody looks after an alert, once, and tells it to those of its rule; the same again adds its comment.',
  errors: { 404: 'There is no alert of this id.', 409: 'It is resolved.' },
});

/** An alert is over. */
export const resolveAlert = change('resolve', 'resolved', {
  description:
    'Says that an alert is over, for good, and tells it to those of its rule: later anomalies of the same episode raise no ' +
    'other. The same again adds its comment.',
  errors: { 404: 'There is no alert of this id.' },
});

function change(
  verb: 'acknowledge' | 'resolve',
  state: Change['state'],
  words: Pick<Endpoint, 'description' | 'errors'>,
): Endpoint<AlertEndpointDependencies> {
  return endpoint({
    ...words,
    name: `${verb}-alert`,
    method: 'POST',
    part: 'detection',
    roles: ['curator'],
    path: `/api/v1/alerts/:id/${verb}`,
    audit: {
      action: `alert.${verb}`,
      of: ({ path }, body) => ({ about: { kind: 'alert', id: path.id }, network: answeredText(body, 'network') }),
    },
    pathParameters: idPath,
    query: query({}),
    body: { kind: 'json', schema: changeBody, limit: 'bodyBytes' },
    success: json('The alert as it then is.', wholeAlertShape),
    async answer({ path, body, caller, scope }, { alerts, now }: AlertEndpointDependencies) {
      const id = await alertInScope(alerts.catalogue, path, scope);
      const { comment = null } = body;
      await changeAlert(alerts.catalogue, id, { state, by: nameOf(caller), comment, at: now() });
      alerts.deliverer.wake();
      return { status: 200, body: await wholeAlert(alerts.catalogue, id) };
    },
  });
}
