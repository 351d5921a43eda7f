import { z } from 'zod';
import { operation } from './operation.ts';
import { realm, requireUser, username } from './request-fields.ts';
import { changeUser } from './user-changes.ts';

export const userDisable = operation({
  name: 'user-disable',
  request: z.strictObject({ realm, username, disabled: z.boolean() }),
  audit: ({ realm: place, username: given, disabled }) => ({
    action: disabled ? 'user.disable' : 'user.enable',
    about: { kind: 'user', id: `${place}/${given}` },
  }),
  async run({ realm: asked, username: given, disabled }, parts) {
    const user = await requireUser(parts.catalogue, asked, given);
    await changeUser(parts, user, { disabled });
    if (!disabled) return [`user ${user.username} may log in again`];
    return [`user ${user.username} may not log in any more; sessions ended, tokens revoked`];
  },
});
