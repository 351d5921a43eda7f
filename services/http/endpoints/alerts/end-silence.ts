import { silenceShape } from '../../../../schemas/http/answers/alert-rule-answer.ts';
import { endSilence as end } from '../../../alerts/records/silence-records.ts';
import { silenceAnswer } from '../../answers/alert-rule-answer.ts';
import { query } from '../../query-fields.ts';
import { endpoint, json } from '../endpoint.ts';
import { idOf, idPath, missing, nameOf } from './alert-id.ts';

export const endSilence = endpoint({
  name: 'end-silence',
  method: 'POST',
  part: 'detection',
  roles: ['curator'],
  path: '/api/v1/silences/:id/end',
  description: 'Ends a silence now. One that has ended stays as it is.',
  pathParameters: idPath,
  query: query({}),
  success: json('The silence as it then is.', silenceShape),
  errors: { 404: 'There is no silence of this id.' },
  async answer({ path, caller }, { alerts, now }) {
    const silence = await end(alerts.catalogue, idOf(path, 'silence'), nameOf(caller), now());
    if (silence === null) throw missing('silence');
    return { status: 200, body: silenceAnswer(silence) };
  },
});
