import { randomBytes } from 'node:crypto';
import { link, readFile, unlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Configuration } from '../../../schemas/configuration.ts';
import { HalcyonError, messageOf } from '../../../schemas/errors.ts';
import { pathReason } from '../../../schemas/path-reason.ts';

const KEY_BYTES = 32;

/** Path of the key file that the settings name. */
export function keyFileOf({ data, keyFile }: Pick<Configuration, 'data' | 'keyFile'>): string {
  return keyFile ?? join(data, 'identity.key');
}

/**
 * The key that private keys are encrypted with: 32 bytes in a file of its own, readable by its owner alone; made where the
 * file is missing.
 *
 * @throws HalcyonError `invalid_configuration` where the file is no such key or others may read it, `cannot_write`
 */
export async function keyOfFile(file: string): Promise<Buffer> {
  const found = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw new HalcyonError('invalid_configuration', `HALCYON_KEY_FILE ${file} cannot be read: ${pathReason(error)}`, {
      cause: error,
    });
  });
  const text = found ?? (await made(file));
  const key = Buffer.from(text.trim(), 'base64');
  if (key.length === KEY_BYTES) return key;
  throw new HalcyonError(
    'invalid_configuration',
    `HALCYON_KEY_FILE ${file} should hold ${KEY_BYTES} bytes in base64, as a first start makes it`,
  );
}

/** Makes the file; of two processes that do so at once one wins, and both use its key. */
async function made(file: string): Promise<string> {
  await placeKey(file, `${randomBytes(KEY_BYTES).toString('base64')}\n`);
  return readFile(file, 'utf8');
}

/**
 * Puts a key into its file, the whole of it or nothing; a file that is there is left as it is.
 *
 * @throws HalcyonError `cannot_write`
 */
export async function placeKey(file: string, text: string): Promise<void> {
  const draft = join(dirname(file), `.${randomBytes(8).toString('hex')}.key`);
  try {
    await writeFile(draft, text, { mode: 0o600, flag: 'wx', flush: true });
    await link(draft, file).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error;
    });
  } catch (cause) {
    const message = `the key file ${file} cannot be made: ${messageOf(cause)}`;
    throw new HalcyonError('cannot_write', message, { cause });
  } finally {
    await unlink(draft).catch(() => undefined);
  }
}
