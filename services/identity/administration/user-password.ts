import { z } from 'zod';
import { operation } from './operation.ts';
import { password, realm, requireUser, username } from './request-fields.ts';
import { givePassword } from './user-changes.ts';

export const userPassword = operation({
  name: 'user-password',
  request: z.strictObject({ realm, username, password }),
  audit: ({ realm: place, username: given }) => ({
    action: 'user.password',
    about: { kind: 'user', id: `${place}/${given}` },
  }),
  async run({ realm: asked, username: given, password: wanted }, parts) {
    const user = await requireUser(parts.catalogue, asked, given);
    await givePassword(parts, user, wanted);
    return [`user ${user.username} has a new password; sessions ended, tokens revoked`];
  },
});
