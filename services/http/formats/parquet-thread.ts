import { parentPort } from 'node:worker_threads';
import parquet from 'parquet-wasm/node';
import { messageOf } from '../../../schemas/errors.ts';
import type { ParquetAnswer, ParquetTask } from './parquet-messages.ts';

/*
 * Makes Parquet files of the batches that it is sent, several at a time. A thread of its own: compressing a row group takes
 * a tenth of a second, and ending the thread gives back what the engine took. Started by `ParquetWriter` alone.
 */

/** What is held of a file of any length: rows and bytes of a row group. */
const GROUP_ROWS = 100_000;
const GROUP_BYTES = 32 * 1024 * 1024;

const port = parentPort;
if (port === null) throw new Error('this module runs in a thread');

/** A Parquet file that is being written. */
class OpenFile {
  #takeBatch: ReadableStreamDefaultController<parquet.RecordBatch> | null = null;
  #wanted: () => void = () => undefined;
  /** Resolves when the writer asks for a batch: the one before it is written. */
  #asked = this.#nextAsked();
  #written: Uint8Array[] = [];
  readonly #done = this.#write();

  constructor() {
    // Told by the answer to the next task.
    this.#done.catch(() => undefined);
  }

  /** Takes rows, or ends the file; resolves with what has been written since the last call. */
  async take(rows: Uint8Array | null): Promise<readonly Uint8Array[]> {
    await Promise.race([this.#asked, this.#done]);
    if (rows === null) {
      this.#takeBatch?.close();
      await this.#done;
    } else {
      this.#asked = this.#nextAsked();
      for (const batch of parquet.Table.fromIPCStream(rows).recordBatches()) this.#takeBatch?.enqueue(batch);
      await Promise.race([this.#asked, this.#done]);
    }
    const bytes = this.#written;
    this.#written = [];
    return bytes;
  }

  abandon(): void {
    this.#takeBatch?.error(new Error('nobody wants the file any more'));
  }

  #nextAsked(): Promise<void> {
    return new Promise((resolve) => {
      this.#wanted = resolve;
    });
  }

  async #write(): Promise<void> {
    const source = new ReadableStream<parquet.RecordBatch>(
      {
        start: (controller) => {
          this.#takeBatch = controller;
        },
        pull: () => this.#wanted(),
      },
      { highWaterMark: 0 },
    );
    const properties = new parquet.WriterPropertiesBuilder()
      .setCompression(parquet.Compression.ZSTD)
      .setMaxRowGroupSize(GROUP_ROWS)
      .setMaxRowGroupBytes(GROUP_BYTES)
      .build();
    const file = await parquet.transformParquetStream(source, properties);
    for await (const bytes of file as ReadableStream<Uint8Array>) this.#written.push(bytes);
  }
}

const files = new Map<number, OpenFile>();

/** Gives the rows to their file, or ends it; resolves with what has been written of it since the last task. */
async function writtenOf(file: number, rows: Uint8Array | null): Promise<readonly Uint8Array[]> {
  const open = files.get(file) ?? new OpenFile();
  files.set(file, open);
  const bytes = await open.take(rows);
  if (rows === null) files.delete(file);
  return bytes;
}

port.on('message', ({ file, rows }: ParquetTask) => {
  if (rows === 'abandon') {
    files.get(file)?.abandon();
    files.delete(file);
    return;
  }
  writtenOf(file, rows).then(
    (bytes) => port.postMessage({ file, bytes } satisfies ParquetAnswer),
    (error: unknown) => {
      files.delete(file);
      port.postMessage({ file, failed: messageOf(error) } satisfies ParquetAnswer);
    },
  );
});
