import { z } from 'zod';
import { HalcyonError } from '../../../schemas/errors.ts';
import { itemAnswerShape } from '../../../schemas/http/answers/observation-answer.ts';
import { letterIdText } from '../../../schemas/reports/given-id.ts';
import { LETTER_ID } from '../../answers/record-id.ts';
import { answeredText } from '../../http/answered-text.ts';
import { endpoint, json } from '../../http/endpoint.ts';
import { query } from '../../http/query-fields.ts';
import { replayLetter } from '../replay-letter.ts';
import { itemAnswer, senderOf } from './item-answer.ts';
import type { ObservationDependencies } from './observation-dependencies.ts';

export const replayDeadLetter = endpoint({
  name: 'replay-dead-letter',
  method: 'POST',
  part: 'feed',
  roles: ['curator'],
  path: '/api/v1/dead-letters/:id/replay',
  description:
    'Submits a dead letter again, for example after its station was registered. The answer says what became of it; one ' +
    'that is accepted is listed no more. One that was replayed before can be submitted again safely. Of a BUFR message each ' +
    'report is submitted; the answer is that of the first one accepted, and the refused ones are dead letters of their own.',
  audit: {
    action: 'dead-letter.replay',
    of: ({ path }, body) => ({
      about: { kind: 'dead letter', id: path.id },
      network: answeredText(body, 'network'),
      detail: answeredText(body, 'status'),
    }),
  },
  pathParameters: z.object({ id: letterIdText }),
  query: query({}),
  success: json('What became of it.', itemAnswerShape),
  errors: { 404: 'There is no dead letter of this id.' },
  quotas: ['observations', 'stations'],
  async answer(call, dependencies: ObservationDependencies) {
    const { id } = call.path;
    const letter = LETTER_ID.test(id) ? await dependencies.letters.deadLetter(id) : null;
    if (letter === null || !call.scope.includes(letter.network)) {
      throw new HalcyonError('not_found', 'there is no dead letter of this id; the list has those that there are');
    }
    const sender = senderOf(call.caller, dependencies);
    const { result, accepted, registered } = await replayLetter(letter, dependencies, call.signal, sender);
    call.charge('observations', Math.max(1, accepted));
    call.charge('stations', registered);
    return { status: 200, body: itemAnswer(result) };
  },
});
