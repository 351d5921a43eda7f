import { z } from 'zod';
import { userShape } from '../../../../schemas/http/answers/people-answer.ts';
import { endpoint, json } from '../../../http/endpoint.ts';
import { query } from '../../../http/query-fields.ts';
import { DEFAULT_REALM } from '../../state/realms.ts';
import { requireUser, username } from '../request-fields.ts';
import { forgetUser } from '../user-changes.ts';
import { assertAdministersAll } from './assert-networks.ts';
import { userAnswer } from './people-answers.ts';
import type { PeopleDependencies } from './people-dependencies.ts';

export const deleteUser = endpoint({
  name: 'delete-user',
  method: 'DELETE',
  part: 'identity',
  roles: ['admin'],
  path: '/api/v1/users/:username',
  description:
    'Deletes a user and logs them out everywhere. What they have entered keeps their name; their datasets stay theirs, and ' +
    'curators change them. To keep somebody out for a time, `disabled` is enough.',
  audit: {
    action: 'user.delete',
    of: ({ path }) => ({ about: { kind: 'user', id: `${DEFAULT_REALM}/${path.username}` } }),
  },
  pathParameters: z.object({ username: username.meta({ examples: ['grace'] }) }),
  query: query({}),
  success: json('The user who was.', userShape),
  errors: { 404: 'There is no such user.', 409: 'No administrator would be left.' },
  async answer({ path, scope }, { people }: PeopleDependencies) {
    assertAdministersAll(scope, people);
    const user = await requireUser(people.catalogue, DEFAULT_REALM, path.username);
    await forgetUser(people, user);
    return { status: 200, body: userAnswer(user) };
  },
});
