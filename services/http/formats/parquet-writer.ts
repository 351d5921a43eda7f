import { Worker } from 'node:worker_threads';
import { moduleToThread } from '../../stores/fork-module.ts';
import type { ParquetAnswer, ParquetTask } from './parquet-messages.ts';

/** How long the thread is kept where nothing is written [ms]: starting it takes longer than to write a page. */
const KEPT_MS = 60_000;

/** Who waits for the answer to a task. */
interface Waiting {
  readonly resolve: (bytes: readonly Uint8Array[]) => void;
  readonly reject: (error: Error) => void;
}

/**
 * The thread that writes Parquet, one for the whole process: it starts with the first file, serves all that are written at a
 * time, and ends when nobody has written for a minute, which gives back the memory of its engine.
 */
class ParquetWriter {
  #worker: Worker | null = null;
  #next = 0;
  readonly #open = new Set<number>();
  readonly #waiting = new Map<number, Waiting>();
  #idle: NodeJS.Timeout | undefined;

  /** Begins a file. */
  begin(): number {
    clearTimeout(this.#idle);
    this.#worker ??= this.#start();
    const file = this.#next++;
    this.#open.add(file);
    return file;
  }

  /**
   * Adds rows to a file, or ends its rows; resolves with what has been written since the last call. One call at a time for
   * each file.
   *
   * @throws Error where the thread ends, or its engine fails
   */
  take(file: number, rows: Uint8Array<ArrayBuffer> | null): Promise<readonly Uint8Array[]> {
    return new Promise((resolve, reject) => {
      if (!this.#open.has(file)) return reject(new Error('Parquet cannot be written: the thread that writes it ended'));
      this.#waiting.set(file, { resolve, reject });
      // The process does not end while an answer is awaited; rows that never come do not hold it.
      this.#worker?.ref();
      this.#worker?.postMessage({ file, rows } satisfies ParquetTask, rows === null ? [] : [rows.buffer]);
    });
  }

  /** Lets go of a file, which may have come to its end or not. */
  end(file: number): void {
    if (!this.#open.delete(file)) return;
    this.#waiting.delete(file);
    this.#worker?.postMessage({ file, rows: 'abandon' } satisfies ParquetTask);
    if (this.#open.size > 0) return;
    this.#idle = setTimeout(() => this.#stop(), KEPT_MS).unref();
  }

  #start(): Worker {
    const worker = new Worker(moduleToThread('./parquet-thread', import.meta.url));
    worker.unref();
    worker.on('message', (answer: ParquetAnswer) => {
      const waiting = this.#waiting.get(answer.file);
      this.#waiting.delete(answer.file);
      if (this.#waiting.size === 0) worker.unref();
      if ('failed' in answer) waiting?.reject(new Error(`Parquet cannot be written: ${answer.failed}`));
      else waiting?.resolve(answer.bytes);
    });
    worker.once('error', (error) => this.#failAll(worker, error));
    worker.once('exit', () => this.#failAll(worker, new Error('Parquet cannot be written: its thread ended')));
    return worker;
  }

  #stop(): void {
    const worker = this.#worker;
    this.#worker = null;
    // It owes nobody anything: how it ends is of no interest.
    worker?.terminate().catch(() => undefined);
  }

  /** The files that a thread had open end with it; the next one starts another. */
  #failAll(worker: Worker, error: Error): void {
    if (this.#worker !== worker) return;
    this.#worker = null;
    const waiting = [...this.#waiting.values()];
    this.#waiting.clear();
    this.#open.clear();
    for (const { reject } of waiting) reject(error);
  }
}

export const parquetWriter = new ParquetWriter();
