/** What the thread of `parquet-thread.ts` is asked for one of the files that it writes. */
export interface ParquetTask {
  /** Number of the file, which the asker chose. */
  readonly file: number;
  /** The next rows, a whole Arrow IPC stream; null ends the file, 'abandon' gives it up, which is not answered. */
  readonly rows: Uint8Array<ArrayBuffer> | null | 'abandon';
}

/** What it answers each task with: what is written of the file since the last one, or why it failed. */
export type ParquetAnswer = { readonly file: number } & (
  | { readonly bytes: readonly Uint8Array[] }
  | { readonly failed: string }
);
