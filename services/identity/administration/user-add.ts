import { z } from 'zod';
import { HalcyonError } from '../../../schemas/errors.ts';
import { hashPassword } from '../passwords/scrypt-password.ts';
import { addUser } from '../state/users.ts';
import { operation } from './operation.ts';
import { assertRealm, password, realm, roles, username } from './request-fields.ts';

export const userAdd = operation({
  name: 'user-add',
  request: z.strictObject({
    realm,
    username,
    /** null: a user of another provider, who has none here. */
    password: password.nullable(),
    roles,
    name: z.string().max(255).nullable(),
    email: z.email({ message: 'an e-mail address should be one such as ada@example.org' }).nullable(),
    federated: z.string().min(1).max(255).nullable(),
  }),
  audit: ({ realm: place, username: given, roles: asked }) => ({
    action: 'user.add',
    about: { kind: 'user', id: `${place}/${given}` },
    detail: `roles: ${asked.join(', ') || 'none'}`,
  }),
  async run({ password: given, roles: asked, ...user }, { catalogue }) {
    await assertRealm(catalogue, user.realm);
    if ((given === null) !== (user.federated !== null)) {
      throw new HalcyonError('invalid_parameter', 'a user should have a password, or the provider that they come from');
    }
    const hash = given === null ? null : await hashPassword(given);
    const added = await addUser(catalogue, { ...user, password: hash, roles: [...new Set(asked)] });
    if (added === null) {
      throw new HalcyonError('invalid_parameter', `there is a user '${user.username}' already; user list shows them`);
    }
    return [`user ${added.username} added to the realm ${added.realm}, roles: ${added.roles.join(', ') || 'none'}`];
  },
});
