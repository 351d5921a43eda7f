import { open, rm } from 'node:fs/promises';
import { HalcyonError } from '../../../schemas/errors.ts';
import { pathReason } from '../../../schemas/path-reason.ts';

/**
 * Writes a file under a name for the time being (mode 0600); where that fails it is gone again.
 *
 * @param path of a file that is not there yet
 * @param pieces not to be changed once they are given: the next is asked for while one is being written
 * @param durable true: resolves when the disk has it
 * @throws what `pieces` throws; HalcyonError `cannot_write`
 */
export async function writeDraft(path: string, pieces: AsyncIterable<Uint8Array>, durable: boolean): Promise<void> {
  const file = await writing(open(path, 'wx', 0o600));
  let last = Promise.resolve();
  try {
    try {
      for await (const piece of pieces) {
        await last;
        // Unlike write() it goes on where the system took a part only.
        last = writing(file.writeFile(piece));
        // Seen when the next piece is there.
        last.catch(() => {});
      }
      await last;
      if (durable) await writing(file.sync());
    } finally {
      await last.catch(() => {});
      await writing(file.close());
    }
  } catch (error) {
    await discardDraft(path);
    throw error;
  }
}

/** Removes a draft; one that cannot be removed now is unfinished work that is removed later. */
export async function discardDraft(path: string): Promise<void> {
  await rm(path, { force: true }).catch(() => {});
}

/** Puts it in words of ours when writing fails. @throws HalcyonError `cannot_write`, without a path */
export async function writing<T>(done: Promise<T>): Promise<T> {
  try {
    return await done;
  } catch (cause) {
    throw new HalcyonError('cannot_write', `The file cannot be stored: ${pathReason(cause)}.`, { cause });
  }
}
