import { z } from 'zod';
import { HalcyonError } from '../../../schemas/errors.ts';
import { hashPassword } from '../passwords/scrypt-password.ts';
import { endSessionsOf } from '../state/sessions.ts';
import { setPassword } from '../state/users.ts';
import { operation } from './operation.ts';
import { password, realm, requireUser, username } from './request-fields.ts';

export const userPassword = operation({
  name: 'user-password',
  request: z.strictObject({ realm, username, password }),
  audit: ({ realm: place, username: given }) => ({
    action: 'user.password',
    about: { kind: 'user', id: `${place}/${given}` },
  }),
  async run({ realm: asked, username: given, password: wanted }, parts) {
    const user = await requireUser(parts.catalogue, asked, given);
    if (user.federated !== null) {
      throw new HalcyonError('invalid_parameter', `user ${user.username} has their password at ${user.federated}`);
    }
    const hash = await hashPassword(wanted);
    await parts.catalogue.transaction(async (statements) => {
      await setPassword(statements, user.id, hash);
      await endSessionsOf(statements, user, parts.lifetimes, parts.now());
    });
    return [`user ${user.username} has a new password; sessions ended, tokens revoked`];
  },
});
