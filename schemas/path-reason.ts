import { stat } from 'node:fs/promises';

/** What the system says about a path, in the user's words, by Node's code of the error. */
const REASONS: Readonly<Record<string, string>> = {
  EACCES: 'permission denied',
  EEXIST: 'something else has that name',
  EISDIR: 'it is a folder, should be a file',
  ELOOP: 'its links go in a circle',
  ENAMETOOLONG: 'the name is too long',
  ENOENT: 'there is nothing of that name',
  ENOSPC: 'no space is left',
  ENOTDIR: 'a part of the path is no folder',
  ENXIO: 'nobody reads from that pipe',
  EPERM: 'permission denied',
  EROFS: 'the file system is read-only',
  ERR_INVALID_ARG_VALUE: 'a path cannot hold a NUL character',
  NO_FILE: 'it is a pipe or a device, should be a file',
};

/** Why a path could not be read or written, in words. */
export function pathReason(error: unknown): string {
  const code = pathCode(error);
  return REASONS[code] ?? code;
}

/** Node's code of an error, such as `ENOENT`; `unknown reason` of one that has none. */
export function pathCode(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : 'unknown reason';
}

/** The code of our error where a file could not be written: a full disk is for the operator, and what was sent may come again. */
export function writeErrorCode(error: unknown): 'insufficient_storage' | 'cannot_write' {
  return pathCode(error) === 'ENOSPC' ? 'insufficient_storage' : 'cannot_write';
}

/**
 * Rejects, with an error that `pathReason` knows, where a path is no regular file. Opening a pipe that nobody writes to
 * would wait for ever, and the process could not even end.
 */
export async function assertRegularFile(path: string): Promise<void> {
  const found = await stat(path);
  if (found.isFile()) return;
  throw Object.assign(new Error(`${path} is no regular file`), { code: found.isDirectory() ? 'EISDIR' : 'NO_FILE' });
}
