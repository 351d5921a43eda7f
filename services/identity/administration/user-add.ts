import { z } from 'zod';
import { HalcyonError } from '../../../schemas/errors.ts';
import { operation } from './operation.ts';
import { assertRealm, email, password, realm, roles, username } from './request-fields.ts';
import { networkWarnings } from './unknown-network.ts';
import { makeUser } from './user-changes.ts';

export const userAdd = operation({
  name: 'user-add',
  request: z.strictObject({
    realm,
    username,
    /** null: a user of another provider, who has none here. */
    password: password.nullable(),
    roles,
    name: z.string().max(255).nullable(),
    email: email.nullable(),
    federated: z.string().min(1).max(255).nullable(),
  }),
  audit: ({ realm: place, username: given, roles: asked }) => ({
    action: 'user.add',
    about: { kind: 'user', id: `${place}/${given}` },
    detail: `roles: ${asked.join(', ') || 'none'}`,
  }),
  async run({ password: given, roles: asked, ...user }, parts) {
    await assertRealm(parts.catalogue, user.realm);
    if ((given === null) !== (user.federated !== null)) {
      throw new HalcyonError('invalid_parameter', 'a user should have a password, or the provider that they come from');
    }
    const added = await makeUser(parts, { ...user, password: given, roles: asked });
    return [
      `user ${added.username} added to the realm ${added.realm}, roles: ${added.roles.join(', ') || 'none'}`,
      ...(await networkWarnings(added.roles, parts.networks)),
    ];
  },
});
