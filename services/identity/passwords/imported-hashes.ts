import { isArgon2Hash, matchesArgon2 } from './argon2-password.ts';
import { isPbkdf2Hash, matchesPbkdf2 } from './pbkdf2-password.ts';
import { isScryptHash } from './scrypt-password.ts';

/** True where a hash was made elsewhere: it is checked as it is, and made anew when its user logs in. */
export function isImported(hash: string): boolean {
  return !isScryptHash(hash);
}

/** True where a password has a hash that was made elsewhere. @throws Error where the hash is of no kind that is known */
export async function matchesImported(password: string, hash: string): Promise<boolean> {
  if (isPbkdf2Hash(hash)) return matchesPbkdf2(password, hash);
  if (isArgon2Hash(hash)) return matchesArgon2(password, hash);
  throw new Error('the password of this user is kept in a form that is not known');
}
