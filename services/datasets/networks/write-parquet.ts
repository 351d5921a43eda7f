import { open, rm } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { HalcyonError } from '../../../schemas/errors.ts';
import { pathCode, pathReason } from '../../../schemas/path-reason.ts';
import type { ColumnDescription } from './column.ts';
import { copyStatement } from './copy-statement.ts';
import type { Lines } from './row-lines.ts';
import { runParquetProcess } from './run-parquet-process.ts';

/** DuckDB's: a group of rows of the widest table takes a part of this memory, and what it cannot do it shall not fetch. */
const SETTINGS = {
  memory_limit: '256MB',
  threads: '1',
  preserve_insertion_order: 'false',
  autoinstall_known_extensions: 'false',
  autoload_known_extensions: 'false',
} as const;

/**
 * Writes rows as a Parquet file at `path`: as lines beside it first, which the engine, in a process of its own, then
 * reads. Where it does not come to its end, neither file is left.
 *
 * @throws HalcyonError `cannot_write`; the signal's reason where it is aborted; what `lines` throws
 */
export async function writeParquet(
  path: string,
  columns: readonly ColumnDescription[],
  lines: AsyncIterable<Lines>,
  signal: AbortSignal,
): Promise<void> {
  const beside = `${path}.jsonl`;
  const spill = `${path}.tmp`;
  try {
    // Opened here, so that one that is removed below was there before and does not come after.
    const file = await open(beside, 'w', 0o600);
    await pipeline(Readable.from(texts(lines), { highWaterMark: 1 }), file.createWriteStream(), { signal });
    // By their names alone: in the path of a folder the engine would take `*` and `[` for a pattern.
    const statement = copyStatement(columns, basename(beside), basename(path));
    await runParquetProcess(
      { statement, settings: { ...SETTINGS, temp_directory: basename(spill) } },
      dirname(path),
      signal,
    );
  } catch (error) {
    await rm(path, { force: true });
    signal.throwIfAborted();
    throw error instanceof HalcyonError ? error : unwritten(error);
  } finally {
    await rm(beside, { force: true });
    await rm(spill, { recursive: true, force: true });
  }
}

async function* texts(lines: AsyncIterable<Lines>): AsyncGenerator<string> {
  for await (const { text } of lines) yield text;
}

function unwritten(cause: unknown): HalcyonError {
  const known = pathCode(cause) !== 'unknown reason';
  const why = known ? pathReason(cause) : 'the engine that writes it failed';
  return new HalcyonError('cannot_write', `A stretch of a network cannot be written as a file: ${why}.`, { cause });
}
