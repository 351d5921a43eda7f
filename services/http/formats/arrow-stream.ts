import { type RecordBatch, RecordBatchStreamWriter, type Schema } from 'apache-arrow';
import type { ListTable } from './list-table.ts';

/** What ends a stream: a continuation mark and no length (https://arrow.apache.org/docs/format/Columnar.html, IPC stream). */
const END = Buffer.from([0xff, 0xff, 0xff, 0xff, 0, 0, 0, 0]);

/** A whole IPC stream of one batch. */
export function streamOfBatch(batch: RecordBatch): Uint8Array<ArrayBuffer> {
  return new Uint8Array(RecordBatchStreamWriter.writeAll([batch]).toUint8Array(true));
}

/** A table as an Arrow IPC stream: schema, then a message a batch, made as they are asked for. */
export async function* arrowStream({ schema, batches }: ListTable): AsyncGenerator<Uint8Array> {
  const head = schemaMessage(schema);
  yield head;
  for await (const batch of batches) yield streamOfBatch(batch).subarray(head.length, -END.length);
  yield END;
}

/** The schema, as Arrow sends it before all else. */
function schemaMessage(schema: Schema): Uint8Array {
  const writer = new RecordBatchStreamWriter();
  writer.reset(undefined, schema);
  writer.finish();
  return writer.toUint8Array(true).subarray(0, -END.length);
}
