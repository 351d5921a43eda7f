import { streamOfBatch } from './arrow-stream.ts';
import { parquetWriter } from './parquet-writer.ts';
import { emptyBatch } from './record-batch.ts';
import type { TableRows } from './rows-table.ts';

/**
 * A table as a Parquet file, compressed by zstd; while one batch is written the next is read, and no more. Units
 * and descriptions go with Arrow's schema in the file.
 */
export async function* parquetFile({ schema, batches }: TableRows): AsyncGenerator<Uint8Array> {
  const file = parquetWriter.begin();
  const rest = batches[Symbol.asyncIterator]();
  try {
    // A file of no rows has its columns as well.
    yield* await parquetWriter.take(file, streamOfBatch(emptyBatch(schema)));
    for (let batch = await rest.next(); batch.done !== true; ) {
      const [bytes, next] = await Promise.all([parquetWriter.take(file, streamOfBatch(batch.value)), rest.next()]);
      yield* bytes;
      batch = next;
    }
    yield* await parquetWriter.take(file, null);
  } finally {
    parquetWriter.end(file);
    await rest.return?.();
  }
}
