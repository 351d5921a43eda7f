import { z } from 'zod';
import type { ListedUser } from '../../../schemas/http/answers/people-answer.ts';
import { usersOf } from '../state/users.ts';
import { operation } from './operation.ts';
import { assertRealm, realm } from './request-fields.ts';

export const userList = operation({
  name: 'user-list',
  request: z.strictObject({ realm }),
  audit: null,
  async run({ realm: asked }, { catalogue }) {
    await assertRealm(catalogue, asked);
    const users = await usersOf(catalogue, asked);
    return users.map(
      ({ username, roles, name, email, federated, disabled }): ListedUser => ({
        username,
        roles: [...roles],
        name,
        email,
        federated,
        disabled,
      }),
    );
  },
});
