import type { Catalogue } from '../stores/catalogue.ts';
import { newPassword } from './passwords/new-password.ts';
import { hashPassword } from './passwords/scrypt-password.ts';
import { addUser } from './state/users.ts';

const NAME = 'admin';
/** Every role there is: an administrator may all, and their token says so to services that ask for one. */
const ROLES = ['admin', 'user', 'uploader', 'curator'];

/**
 * Makes an administrator of a realm that has no user yet, so that somebody can log in once they have changed the password, which
 * is in the log; of several processes that start at once one does. Returns name and password, which is kept nowhere; null where there are users.
 */
export async function makeFirstAdministrator(
  catalogue: Catalogue,
  realm: string,
): Promise<{ readonly username: string; readonly password: string } | null> {
  const sql = 'SELECT 1 FROM identity_users WHERE realm = $1 LIMIT 1';
  if ((await catalogue.query(sql, [realm])).length > 0) return null;
  const password = newPassword();
  const hash = await hashPassword(password);
  const made = await catalogue.transaction(async (statements) => {
    await statements.query('SELECT 1 FROM identity_realms WHERE name = $1 FOR UPDATE', [realm]);
    if ((await statements.query(sql, [realm])).length > 0) return null;
    const nothing = { federated: null, name: null, email: null };
    return addUser(statements, {
      realm,
      ...nothing,
      username: NAME,
      password: hash,
      roles: ROLES,
      mustChangePassword: true,
    });
  });
  return made === null ? null : { username: NAME, password };
}
