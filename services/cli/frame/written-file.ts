import { constants } from 'node:fs';
import { access, open, realpath, rename, rm, stat, writeFile } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { HalcyonError } from '../../../schemas/errors.ts';
import { pathReason } from '../../../schemas/path-reason.ts';

/**
 * Finds out before the long work whether a file can be written at a path.
 *
 * @throws HalcyonError `cannot_write` with the reason
 */
export async function checkWritable(path: string): Promise<void> {
  const kind = await kindOf(path);
  if (kind === 'folder') throw cannotWrite(path, 'it is a folder, should be a file');
  const folder = dirname(resolve(path));
  if ((await kindOf(folder)) !== 'folder') throw cannotWrite(path, `there is no folder ${folder}`);
  try {
    if (kind !== 'nothing') await access(path, constants.W_OK);
    if (kind === 'other') return;
    // Permissions do not tell of read-only file systems and quotas; a file does.
    const probe = besidePath(await targetOf(path));
    await (await open(probe, 'wx')).close();
    await rm(probe);
  } catch (error) {
    throw cannotWrite(path, pathReason(error), error);
  }
}

/**
 * Gives a file another content so that its path holds the whole of it or what it held before: in a file beside it, which is
 * then renamed.
 *
 * @param target as `targetOf` has it
 * @throws what the file system or the content throws
 */
export async function replaceFile(target: string, content: string | AsyncIterable<Uint8Array>): Promise<void> {
  const beside = besidePath(target);
  try {
    const file = await open(beside, 'wx');
    try {
      await writeFile(file, content);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(beside, target);
  } catch (error) {
    await rm(beside, { force: true });
    throw error;
  }
}

/** The file itself where the path is a link to one. */
export async function targetOf(path: string): Promise<string> {
  return (await kindOf(path)) === 'nothing' ? resolve(path) : realpath(path);
}

function besidePath(target: string): string {
  return join(dirname(target), `.${basename(target)}.${process.pid}.partial`);
}

/** What is at a path. @throws HalcyonError `cannot_write` where that cannot be told */
export async function kindOf(path: string): Promise<'file' | 'folder' | 'other' | 'nothing'> {
  try {
    const found = await stat(path);
    return found.isDirectory() ? 'folder' : found.isFile() ? 'file' : 'other';
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return 'nothing';
    throw cannotWrite(path, pathReason(error), error);
  }
}

/** The error of a path that cannot be written. */
export function cannotWrite(path: string, reason: string, cause?: unknown): HalcyonError {
  return new HalcyonError('cannot_write', `cannot write ${path}: ${reason}`, cause === undefined ? {} : { cause });
}
