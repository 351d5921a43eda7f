import { type FileHandle, open, rm } from 'node:fs/promises';
import { HalcyonError } from '../../../schemas/errors.ts';
import { pathReason, writeErrorCode } from '../../../schemas/path-reason.ts';

/** Large enough that a disk is written at its own speed [bytes]. */
const BATCH = 2 ** 20;
/** After so many batches the disk is told to take them: at the end it would have all of them to take. */
const FLUSH = 16;
/** As many as the system takes at once. */
const MOST_CHUNKS = 1_024;

/**
 * Writes a file under a name for the time being (mode 0600); where that fails it is gone again.
 *
 * @param path of a file that is not there yet
 * @param chunks not to be changed once they are given: the next is asked for while one is being written
 * @param durable true: resolves when the disk has it
 * @throws what `chunks` throws; HalcyonError `cannot_write`, `insufficient_storage`
 */
export async function writeDraft(path: string, chunks: AsyncIterable<Uint8Array>, durable: boolean): Promise<void> {
  const file = await writing(open(path, 'wx', 0o600));
  let written = Promise.resolve();
  let flushed = Promise.resolve();
  let flushing = false;
  let batches = 0;
  try {
    try {
      for await (const batch of batched(chunks)) {
        await written;
        written = awaitedLater(writing(writeAll(file, batch)));
        batches += 1;
        if (!durable || flushing || batches < FLUSH) continue;
        batches = 0;
        flushing = true;
        // One that fails is the last: the system tells of a failure once.
        flushed = awaitedLater(
          writing(file.datasync()).then(() => {
            flushing = false;
          }),
        );
      }
      await written;
      await flushed;
      if (durable) await writing(file.sync());
    } finally {
      await Promise.allSettled([written, flushed]);
      await writing(file.close());
    }
  } catch (error) {
    await discardDraft(path);
    throw error;
  }
}

/** Work that goes on while more comes: should it fail meanwhile, nobody waits for it yet. */
function awaitedLater(work: Promise<void>): Promise<void> {
  work.catch(() => {});
  return work;
}

/** Chunks as they are written at once: gathered without a copy, which would cost more than the writing. */
async function* batched(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array[], void> {
  let batch: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of chunks) {
    batch.push(chunk);
    size += chunk.length;
    if (size < BATCH && batch.length < MOST_CHUNKS) continue;
    yield batch;
    batch = [];
    size = 0;
  }
  if (size > 0) yield batch;
}

async function writeAll(file: FileHandle, batch: readonly Uint8Array[]): Promise<void> {
  const { bytesWritten } = await file.writev(batch);
  if (bytesWritten === batch.reduce((size, chunk) => size + chunk.length, 0)) return;
  // The system took a part only, as where little room is left.
  await file.writeFile(Buffer.concat(batch).subarray(bytesWritten));
}

/** Removes a draft; one that cannot be removed now is unfinished work that is removed later. */
export async function discardDraft(path: string): Promise<void> {
  await rm(path, { force: true }).catch(() => {});
}

/** Puts it in words of ours when writing fails. @throws HalcyonError `cannot_write`, `insufficient_storage`, without a path */
export async function writing<T>(done: Promise<T>): Promise<T> {
  try {
    return await done;
  } catch (cause) {
    throw new HalcyonError(writeErrorCode(cause), `The file cannot be stored: ${pathReason(cause)}.`, { cause });
  }
}
