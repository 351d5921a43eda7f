import { z } from 'zod';
import { endSessionsOf } from '../state/sessions.ts';
import { setRoles } from '../state/users.ts';
import { operation } from './operation.ts';
import { realm, requireUser, roles, username } from './request-fields.ts';

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
    const unique = [...new Set(wanted)];
    await parts.catalogue.transaction(async (statements) => {
      await setRoles(statements, user.id, unique);
      // Tokens say which roles their user has: those with the old ones should not outlive them.
      await endSessionsOf(statements, user, parts.lifetimes, parts.now());
    });
    return [`user ${user.username} has the roles: ${unique.join(', ') || 'none'}; they log in anew`];
  },
});
