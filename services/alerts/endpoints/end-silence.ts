import { silenceShape } from '../../../schemas/http/answers/alert-rule-answer.ts';
import { nameOf } from '../../access/caller.ts';
import { answeredText } from '../../http/answered-text.ts';
import { endpoint, json } from '../../http/endpoint.ts';
import { query } from '../../http/query-fields.ts';
import { silenceAnswer } from '../answers/alert-rule-answer.ts';
import { endSilence as end, silenceWithId } from '../records/silence-records.ts';
import type { AlertEndpointDependencies } from './alert-endpoint-dependencies.ts';
import { idOf, idPath, missing } from './alert-id.ts';

export const endSilence = endpoint({
  name: 'end-silence',
  method: 'POST',
  part: 'detection',
  roles: ['curator'],
  path: '/api/v1/silences/:id/end',
  description: 'Ends a silence now. One that has ended stays as it is.',
  audit: {
    action: 'silence.end',
    of: ({ path }, body) => ({ about: { kind: 'silence', id: path.id }, network: answeredText(body, 'network') }),
  },
  pathParameters: idPath,
  query: query({}),
  success: json('The silence as it then is.', silenceShape),
  errors: { 404: 'There is no silence of this id.' },
  async answer({ path, caller, scope }, { alerts, now }: AlertEndpointDependencies) {
    const id = idOf(path, 'silence');
    const before = await silenceWithId(alerts.catalogue, id);
    if (before === null || !scope.finds(before.networks)) throw missing('silence');
    scope.assertIncludesAll(before.networks);
    const silence = await end(alerts.catalogue, id, nameOf(caller), now());
    if (silence === null) throw missing('silence');
    return { status: 200, body: silenceAnswer(silence) };
  },
});
