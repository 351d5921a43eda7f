import { z } from 'zod';
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
    if (users.length === 0) return [`no users in the realm ${asked}`];
    return users.map(({ username, roles, federated, disabled }) => {
      const marks = [federated === null ? '' : `federated by ${federated}`, disabled ? 'disabled' : ''].filter(Boolean);
      return `${username}: ${[roles.join(', ') || 'no roles', ...marks].join('; ')}`;
    });
  },
});
