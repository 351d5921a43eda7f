import { pbkdf2, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';

const derive = promisify(pbkdf2);
/** What a hash that is read may ask for. */
const MOST_ITERATIONS = 2_000_000;
const FORM = /^\$pbkdf2-(sha1|sha256|sha512)\$i=(\d{1,7})\$([A-Za-z0-9+/=]+)\$([A-Za-z0-9+/=]{20,})$/;

/**
 * A hash of PBKDF2 (RFC 8018, section 5.2) as text: `$pbkdf2-sha256$i=27500$salt$hash`.
 *
 * @param salt base64
 * @param hash base64
 * @returns null where it is none that can be checked here
 */
export function pbkdf2Hash(digest: string, iterations: number, salt: string, hash: string): string | null {
  const text = `$pbkdf2-${digest}$i=${iterations}$${salt}$${hash}`;
  return FORM.test(text) && iterations >= 1 && iterations <= MOST_ITERATIONS ? text : null;
}

/** True where a text is a hash of this kind. */
export function isPbkdf2Hash(text: string): boolean {
  return FORM.test(text);
}

/** True where a password has a hash of this kind. @throws Error where the hash is of another */
export async function matchesPbkdf2(password: string, text: string): Promise<boolean> {
  const [, digest, iterations, salt, hash] = FORM.exec(text) ?? [];
  if (digest === undefined || hash === undefined) throw new Error('the password is kept in a form that is not known');
  const expected = Buffer.from(hash, 'base64');
  const found = await derive(password, Buffer.from(salt, 'base64'), Number(iterations), expected.length, digest);
  return timingSafeEqual(found, expected);
}
