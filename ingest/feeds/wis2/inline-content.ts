import { createHash } from 'node:crypto';
import { gunzipSync } from 'node:zlib';
import { shown } from '../../validation/refusal.ts';
import type { Integrity, Notification } from './notification.ts';

/** Largest data that are taken, fetched or unpacked [bytes]. */
export const MOST_BYTES = 16 * 1024 * 1024;

/** Digests of WIS2; Node.js has the same names for them. */
const METHODS: readonly string[] = ['sha256', 'sha384', 'sha512', 'sha3-256', 'sha3-384', 'sha3-512'];

/** The bytes of data that stand in their notification; a text says why they cannot be had. */
export function inlineContent({ encoding, value }: NonNullable<Notification['content']>): Buffer | string {
  const name = encoding.toLowerCase();
  if (name === 'utf-8' || name === 'utf8') return Buffer.from(value);
  if (name === 'base64') return Buffer.from(value, 'base64');
  if (name !== 'gzip') return `content.encoding is ${shown(encoding)}, should be utf-8, base64 or gzip`;
  try {
    return gunzipSync(Buffer.from(value, 'base64'), { maxOutputLength: MOST_BYTES });
  } catch {
    return 'content cannot be unpacked, should be gzip in base64 of at most 16 MiB';
  }
}

/** What is wrong with data that should have a digest; null where nothing is. */
export function broken(data: Buffer, integrity: Integrity | null): string | null {
  if (integrity === null) return null;
  const method = integrity.method.toLowerCase();
  if (!METHODS.includes(method)) {
    return `integrity.method is ${shown(integrity.method)}, should be one of ${METHODS.join(', ')}`;
  }
  const expected = Buffer.from(integrity.value, 'base64');
  const found = createHash(method).update(data).digest();
  if (expected.equals(found)) return null;
  return `the data are not those of the notification: their ${method} is another`;
}
