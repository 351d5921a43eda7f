import { z } from 'zod';
import { userWithPasswordShape } from '../../../../schemas/http/answers/people-answer.ts';
import { endpoint, json } from '../../../http/endpoint.ts';
import { query } from '../../../http/query-fields.ts';
import { newPassword } from '../../passwords/new-password.ts';
import { DEFAULT_REALM } from '../../state/realms.ts';
import { requireUser, username } from '../request-fields.ts';
import { givePassword } from '../user-changes.ts';
import { assertAdministersAll } from './assert-networks.ts';
import { userAnswer } from './people-answers.ts';
import type { PeopleDependencies } from './people-dependencies.ts';

export const resetPassword = endpoint({
  name: 'reset-password',
  method: 'POST',
  part: 'identity',
  roles: ['admin'],
  path: '/api/v1/users/:username/password',
  description:
    'Makes a new password for a user and answers it this once; it gives no token before they have changed it. They are logged ' +
    'out everywhere.',
  audit: {
    action: 'user.password',
    of: ({ path }) => ({ about: { kind: 'user', id: `${DEFAULT_REALM}/${path.username}` } }),
  },
  pathParameters: z.object({ username: username.meta({ examples: ['grace'] }) }),
  query: query({}),
  success: json('The user, and the password.', userWithPasswordShape),
  errors: { 404: 'There is no such user.' },
  async answer({ path, scope }, { people }: PeopleDependencies) {
    assertAdministersAll(scope, people);
    const user = await requireUser(people.catalogue, DEFAULT_REALM, path.username);
    const password = newPassword();
    await givePassword(people, user, password, true);
    return { status: 200, body: { user: userAnswer({ ...user, mustChangePassword: true }), password } };
  },
});
