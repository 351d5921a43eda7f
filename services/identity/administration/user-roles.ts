import { z } from 'zod';
import { operation } from './operation.ts';
import { realm, requireUser, roles, username } from './request-fields.ts';
import { networkWarnings } from './unknown-network.ts';
import { changeUser } from './user-changes.ts';

export const userRoles = operation({
  name: 'user-roles',
  request: z.strictObject({ realm, username, roles }),
  audit: ({ realm: place, username: given, roles: wanted }) => ({
    action: 'user.roles',
    about: { kind: 'user', id: `${place}/${given}` },
    detail: `roles: ${wanted.join(', ') || 'none'}`,
  }),
  async run({ realm: asked, username: given, roles: wanted }, parts) {
    const user = await requireUser(parts.catalogue, asked, given);
    const { roles: now } = await changeUser(parts, user, { roles: wanted });
    return [
      `user ${user.username} has the roles: ${now.join(', ') || 'none'}; they log in anew`,
      ...(await networkWarnings(now, parts.networks)),
    ];
  },
});
