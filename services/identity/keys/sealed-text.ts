import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { HalcyonError } from '../../../schemas/errors.ts';

/** AES-256-GCM (NIST SP 800-38D): 96 bits of nonce, 128 of tag. */
const CIPHER = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/**
 * Encrypts a text.
 *
 * @param key 32 bytes
 * @param place what it belongs to: a text that is moved elsewhere cannot be opened there
 * @returns nonce, tag and cipher text in base64
 */
export function seal(key: Buffer, place: string, text: string): string {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(CIPHER, key, nonce).setAAD(Buffer.from(place));
  const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), body]).toString('base64');
}

/**
 * The text that was sealed.
 *
 * @throws HalcyonError `invalid_configuration` where it was sealed with another key, or for another place
 */
export function unseal(key: Buffer, place: string, sealed: string): string {
  const bytes = Buffer.from(sealed, 'base64');
  const nonce = bytes.subarray(0, NONCE_BYTES);
  const tag = bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES);
  try {
    const decipher = createDecipheriv(CIPHER, key, nonce).setAAD(Buffer.from(place)).setAuthTag(tag);
    const body = bytes.subarray(NONCE_BYTES + TAG_BYTES);
    return Buffer.concat([decipher.update(body), decipher.final()]).toString('utf8');
  } catch (cause) {
    throw new HalcyonError(
      'invalid_configuration',
      'the signing keys in the catalogue were made with another HALCYON_KEY_FILE: give this process the same file',
      { cause },
    );
  }
}
