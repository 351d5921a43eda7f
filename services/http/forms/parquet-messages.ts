/** What the thread of `parquet-thread.ts` is asked: to take a batch, a whole Arrow IPC stream; null: to end the file. */
export type ParquetTask = Uint8Array<ArrayBuffer> | null;

/** What it answers each task with: what is written of the file since the last one, or why it failed. */
export type ParquetAnswer = { readonly bytes: readonly Uint8Array[] } | { readonly failed: string };
