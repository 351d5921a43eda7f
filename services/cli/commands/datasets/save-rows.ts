import { open, realpath, rename, rm, stat, writeFile } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { HalcyonError } from '../../../../schemas/errors.ts';
import { pathReason } from '../../../../schemas/path-reason.ts';
import { checkWritable } from '../../detector/save-report.ts';

/**
 * Finds out before the long work whether rows can be saved at a path.
 *
 * @throws HalcyonError `cannot_write` with the reason
 */
export async function checkOutput(path: string): Promise<void> {
  await checkWritable(path);
  const found = await stat(path).catch(() => null);
  if (found === null || found.isFile()) return;
  throw cannotWrite(
    path,
    'it is a pipe or a device, should be a file; without --output the rows go to standard output',
  );
}

/**
 * Saves rows while they come in, so that the path holds all of them or what it held before: in a file beside it, which is
 * then renamed.
 *
 * @throws HalcyonError `cannot_write`; what reading the rows throws
 */
export async function saveRows(path: string, rows: AsyncIterable<Uint8Array>): Promise<void> {
  // Where the path is a link, what it leads to is replaced.
  const target = await realpath(path).catch(() => resolve(path));
  const beside = join(dirname(target), `.${basename(target)}.${process.pid}.partial`);
  try {
    const file = await open(beside, 'wx');
    try {
      await writeFile(file, rows);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(beside, target);
  } catch (error) {
    await rm(beside, { force: true });
    throw error instanceof HalcyonError ? error : cannotWrite(path, pathReason(error), error);
  }
}

function cannotWrite(path: string, reason: string, cause?: unknown): HalcyonError {
  return new HalcyonError('cannot_write', `cannot write ${path}: ${reason}`, cause === undefined ? {} : { cause });
}
