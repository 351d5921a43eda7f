import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { moduleToThread } from '../../stores/fork-module.ts';
import { streamOfBatch } from './arrow-stream.ts';
import type { ListTable } from './list-table.ts';
import type { ParquetAnswer, ParquetTask } from './parquet-messages.ts';
import { emptyBatch } from './record-batch.ts';

/**
 * A table as a Parquet file, compressed by zstd; while one batch is written the next is read, and no more. Units
 * and descriptions go with Arrow's schema in the file.
 */
export async function* parquetFile({ schema, batches }: ListTable): AsyncGenerator<Uint8Array> {
  const worker = new Worker(moduleToThread('./parquet-thread', import.meta.url));
  const rest = batches[Symbol.asyncIterator]();
  try {
    // A file of no rows has its columns as well.
    yield* await ask(worker, streamOfBatch(emptyBatch(schema)));
    for (let batch = await rest.next(); batch.done !== true; ) {
      const [bytes, next] = await Promise.all([ask(worker, streamOfBatch(batch.value)), rest.next()]);
      yield* bytes;
      batch = next;
    }
    yield* await ask(worker, null);
  } finally {
    await worker.terminate();
    await rest.return?.();
  }
}

/** @throws Error where the thread ends, or its engine fails */
async function ask(worker: Worker, task: ParquetTask): Promise<readonly Uint8Array[]> {
  const answered = once(worker, 'message') as Promise<[ParquetAnswer]>;
  worker.postMessage(task, task === null ? [] : [task.buffer]);
  const [answer] = await answered;
  if ('failed' in answer) throw new Error(`Parquet cannot be written: ${answer.failed}`);
  return answer.bytes;
}
