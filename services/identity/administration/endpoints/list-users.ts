import { z } from 'zod';
import { listShape } from '../../../../schemas/http/answers/page-answer.ts';
import { userShape } from '../../../../schemas/http/answers/people-answer.ts';
import { endpoint, json } from '../../../http/endpoint.ts';
import { query } from '../../../http/query-fields.ts';
import { DEFAULT_REALM } from '../../state/realms.ts';
import { usersOf } from '../../state/users.ts';
import { assertAdministersAll } from './assert-networks.ts';
import { userAnswer } from './people-answers.ts';
import type { PeopleDependencies } from './people-dependencies.ts';

export const listUsers = endpoint({
  name: 'list-users',
  method: 'GET',
  part: 'identity',
  roles: ['admin'],
  path: '/api/v1/users',
  description: 'The users who log in here, by name, with their roles. Passwords are never shown.',
  pathParameters: z.object({}),
  query: query({}),
  success: json('The users.', listShape('users', userShape)),
  async answer({ scope }, { people }: PeopleDependencies) {
    assertAdministersAll(scope, people);
    const users = await usersOf(people.catalogue, DEFAULT_REALM);
    return { status: 200, body: { users: users.map(userAnswer) } };
  },
});
