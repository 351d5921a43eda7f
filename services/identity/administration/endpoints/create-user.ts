import { z } from 'zod';
import { userWithPasswordShape } from '../../../../schemas/http/answers/people-answer.ts';
import { endpoint } from '../../../http/endpoint.ts';
import { query } from '../../../http/query-fields.ts';
import { newPassword } from '../../passwords/new-password.ts';
import { DEFAULT_REALM } from '../../state/realms.ts';
import { email, password, personName, roles, username } from '../request-fields.ts';
import { makeUser } from '../user-changes.ts';
import { assertAdministersAll, assertNetworks } from './assert-networks.ts';
import { userAnswer } from './people-answers.ts';
import type { PeopleDependencies } from './people-dependencies.ts';

const body = z
  .strictObject({
    username: username.meta({ examples: ['grace'] }),
    roles: roles.default([]).meta({ examples: [['curator@north']] }),
    name: personName.nullable().default(null),
    email: email.nullable().default(null),
    password: password.optional().describe('Left out: one is made, which is to be changed at the first login.'),
  })
  .meta({
    examples: [{ username: 'grace', roles: ['curator@north'], name: 'Grace Hopper', email: 'grace@example.org' }],
  });

export const createUser = endpoint({
  name: 'create-user',
  method: 'POST',
  part: 'identity',
  roles: ['admin'],
  path: '/api/v1/users',
  description:
    'Adds a user with roles, in every network or in one (`curator@north`). Where no password is given one is made and answered ' +
    'this once; it gives no token before they have changed it.',
  audit: {
    action: 'user.add',
    of: ({ body: given }) => ({
      about: { kind: 'user', id: `${DEFAULT_REALM}/${given.username}` },
      detail: `roles: ${given.roles.join(', ') || 'none'}`,
    }),
  },
  pathParameters: z.object({}),
  query: query({}),
  body: { kind: 'json', schema: body, limit: 'bodyBytes' },
  success: { status: 201, description: 'The user.', content: { 'application/json': userWithPasswordShape } },
  async answer({ body: given, scope }, parts: PeopleDependencies) {
    assertAdministersAll(scope, parts.people);
    await assertNetworks(given.roles, parts);
    const made = given.password === undefined ? newPassword() : null;
    const user = await makeUser(parts.people, {
      ...given,
      realm: DEFAULT_REALM,
      federated: null,
      password: given.password ?? made,
      mustChangePassword: made !== null,
    });
    return { status: 201, body: { user: userAnswer(user), password: made } };
  },
});
