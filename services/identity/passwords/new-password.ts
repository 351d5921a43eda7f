import { randomBytes } from 'node:crypto';

/** A password that is made for somebody: 144 random bits, in 24 characters. */
export function newPassword(): string {
  return randomBytes(18).toString('base64url');
}
