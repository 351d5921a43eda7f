import { parentPort } from 'node:worker_threads';
import parquet from 'parquet-wasm/node';
import { messageOf } from '../../../schemas/errors.ts';
import type { ParquetAnswer, ParquetTask } from './parquet-messages.ts';

/*
 * Makes one Parquet file of the batches that it is sent. A thread of its own: compressing a row group
 * takes a tenth of a second, and ending the thread gives back what the engine took. Started by `parquetFile` alone.
 */

/** Rows of a row group: what is held of a file of any length. */
const GROUP_ROWS = 100_000;

const port = parentPort;
if (port === null) throw new Error('this module runs in a thread');

let takeBatch: ReadableStreamDefaultController<parquet.RecordBatch> | null = null;
let wanted: () => void = () => undefined;
/** Resolves when the writer asks for a batch: the one before it is written. */
let asked = new Promise<void>((resolve) => {
  wanted = resolve;
});
let written: Uint8Array[] = [];

const source = new ReadableStream<parquet.RecordBatch>(
  {
    start: (controller) => {
      takeBatch = controller;
    },
    pull: () => wanted(),
  },
  { highWaterMark: 0 },
);

async function writeFile(): Promise<void> {
  const properties = new parquet.WriterPropertiesBuilder()
    .setCompression(parquet.Compression.ZSTD)
    .setMaxRowGroupSize(GROUP_ROWS)
    .build();
  const file = await parquet.transformParquetStream(source, properties);
  for await (const bytes of file as ReadableStream<Uint8Array>) written.push(bytes);
}

const done = writeFile();
// Told by the answer to the next task.
done.catch(() => undefined);

async function work(task: ParquetTask): Promise<ParquetAnswer> {
  await Promise.race([asked, done]);
  if (task === null) {
    takeBatch?.close();
    await done;
  } else {
    asked = new Promise<void>((resolve) => {
      wanted = resolve;
    });
    for (const batch of parquet.Table.fromIPCStream(task).recordBatches()) takeBatch?.enqueue(batch);
    await Promise.race([asked, done]);
  }
  const bytes = written;
  written = [];
  return { bytes };
}

port.on('message', (task: ParquetTask) => {
  work(task).then(
    (answer) => port.postMessage(answer),
    (error: unknown) => port.postMessage({ failed: messageOf(error) } satisfies ParquetAnswer),
  );
});
