import { commentBody } from '../../../schemas/http/alerts/comment-body.ts';
import { wholeAlertShape } from '../../../schemas/http/answers/alert-answer.ts';
import { nameOf } from '../../access/caller.ts';
import { answeredText } from '../../http/answered-text.ts';
import { endpoint, json } from '../../http/endpoint.ts';
import { query } from '../../http/query-fields.ts';
import { wholeAlert } from '../answers/whole-alert.ts';
import { addComment } from '../records/comment-records.ts';
import type { AlertEndpointDependencies } from './alert-endpoint-dependencies.ts';
import { idPath } from './alert-id.ts';
import { alertInScope } from './in-scope.ts';

export const commentAlert = endpoint({
  name: 'comment-alert',
  method: 'POST',
  part: 'detection',
  roles: ['curator'],
  path: '/api/v1/alerts/:id/comments',
  description: 'Adds a comment to an alert, in whatever state it is.',
  audit: {
    action: 'alert.comment',
    of: ({ path }, body) => ({ about: { kind: 'alert', id: path.id }, network: answeredText(body, 'network') }),
  },
  pathParameters: idPath,
  query: query({}),
  body: { kind: 'json', schema: commentBody, limit: 'bodyBytes' },
  success: json('The alert with it.', wholeAlertShape),
  errors: { 404: 'There is no alert of this id.' },
  async answer({ path, body, caller, scope }, { alerts: { catalogue }, now }: AlertEndpointDependencies) {
    const id = await alertInScope(catalogue, path, scope);
    await addComment(catalogue, id, { at: now(), by: nameOf(caller), text: body.text });
    return { status: 200, body: await wholeAlert(catalogue, id) };
  },
});
