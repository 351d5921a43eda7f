import { HalcyonError } from '../../../../schemas/errors.ts';
import { pathReason } from '../../../../schemas/path-reason.ts';
import { cannotWrite, checkWritable, kindOf, replaceFile, targetOf } from '../../frame/written-file.ts';

/**
 * Finds out before the long work whether rows can be saved at a path.
 *
 * @param instead how the rows get into a pipe
 * @throws HalcyonError `cannot_write` with the reason
 */
export async function checkOutput(path: string, instead: string): Promise<void> {
  await checkWritable(path);
  if ((await kindOf(path)) !== 'other') return;
  throw cannotWrite(path, `it is a pipe or a device, should be a file; ${instead}`);
}

/**
 * Saves rows while they come in, so that the path holds all of them or what it held before.
 *
 * @throws HalcyonError `cannot_write`; what reading the rows throws
 */
export async function saveRows(path: string, rows: AsyncIterable<Uint8Array>): Promise<void> {
  try {
    await replaceFile(await targetOf(path), rows);
  } catch (error) {
    throw error instanceof HalcyonError ? error : cannotWrite(path, pathReason(error), error);
  }
}
