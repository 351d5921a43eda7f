import { z } from 'zod';
import { endSessionsOf } from '../state/sessions.ts';
import { setDisabled } from '../state/users.ts';
import { operation } from './operation.ts';
import { realm, requireUser, username } from './request-fields.ts';

export const userDisable = operation({
  name: 'user-disable',
  request: z.strictObject({ realm, username, disabled: z.boolean() }),
  audit: ({ realm: place, username: given, disabled }) => ({
    action: disabled ? 'user.disable' : 'user.enable',
    about: { kind: 'user', id: `${place}/${given}` },
  }),
  async run({ realm: asked, username: given, disabled }, parts) {
    const user = await requireUser(parts.catalogue, asked, given);
    await parts.catalogue.transaction(async (statements) => {
      await setDisabled(statements, user.id, disabled);
      if (disabled) await endSessionsOf(statements, user, parts.lifetimes, parts.now());
    });
    if (!disabled) return [`user ${user.username} may log in again`];
    return [`user ${user.username} may not log in any more; sessions ended, tokens revoked`];
  },
});
