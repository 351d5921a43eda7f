import { open, rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { HalcyonError } from '../../../schemas/errors.ts';
import { pathCode, pathReason, writeErrorCode } from '../../../schemas/path-reason.ts';
import { parquetFile } from '../../http/formats/parquet-file.ts';
import type { TableRows } from '../../http/formats/rows-table.ts';

/**
 * Writes rows as a Parquet file at `path`. Where it does not come to its end, no file is left.
 *
 * @throws HalcyonError `cannot_write`, `insufficient_storage`; the signal's reason where it is aborted; what reading the rows throws
 */
export async function writeParquet(path: string, rows: TableRows, signal: AbortSignal): Promise<void> {
  signal.throwIfAborted();
  try {
    const file = await open(path, 'w', 0o600);
    await pipeline(Readable.from(parquetFile(rows), { objectMode: false }), file.createWriteStream(), { signal });
  } catch (error) {
    await rm(path, { force: true });
    signal.throwIfAborted();
    throw error instanceof HalcyonError ? error : unwritten(error);
  }
}

function unwritten(cause: unknown): HalcyonError {
  const known = pathCode(cause) !== 'unknown reason';
  const why = known ? pathReason(cause) : 'the engine that writes it failed';
  return new HalcyonError(writeErrorCode(cause), `A stretch of a network cannot be written as a file: ${why}.`, {
    cause,
  });
}
