import { createHash, randomBytes } from 'node:crypto';

/** A new secret of a client: 256 random bits as base64url. */
export function newSecret(): string {
  return randomBytes(32).toString('base64url');
}

/**
 * What is kept of a secret or token that is random, SHA-256 in hexadecimal: who reads the catalogue cannot use it. One hash
 * is enough, since nobody can try them all.
 */
export function secretDigest(secret: string): string {
  return createHash('sha256').update(secret).digest('hex');
}
