import { setTimeout as sleep } from 'node:timers/promises';
import { type Backoff, DEFAULT_BACKOFF, waitAfter } from '../../ingest/log/backoff.ts';
import { HalcyonError } from '../../schemas/errors.ts';

/** Largest insert, in records. */
export const MOST_ROWS = 40_000;

/** What inserts are made with. */
export interface GatheredInsertsParts<T> {
  /** Stores records; the same records again change nothing. */
  readonly insert: (records: readonly T[]) => Promise<void>;
  /** Told of an insert that failed, and how often in a row. */
  readonly onFailure: (error: unknown, attempt: number) => void;
  /** Told when inserts succeed again after a failure. */
  readonly onRecovery: () => void;
  readonly backoff?: Backoff;
}

interface Waiting<T> {
  readonly records: readonly T[];
  readonly done: () => void;
  readonly failed: (error: unknown) => void;
}

/**
 * Makes large inserts out of the batches of many partitions: while one is written, the next gathers. What fails is tried
 * again until it succeeds; batches wait so long, and those that bring them are held back.
 */
export class GatheredInserts<T> {
  readonly #parts: GatheredInsertsParts<T>;
  #waiting: Waiting<T>[] = [];
  #writing: Promise<void> | null = null;
  readonly #stopping = new AbortController();

  constructor(parts: GatheredInsertsParts<T>) {
    this.#parts = parts;
  }

  /**
   * Resolves when the records are stored.
   *
   * @throws HalcyonError `interrupted` where it was stopped while the store was away
   */
  add(records: readonly T[]): Promise<void> {
    const stored = new Promise<void>((done, failed) => {
      this.#waiting.push({ records, done, failed });
    });
    this.#writing ??= this.#writeAll();
    return stored;
  }

  /** Ends the waiting for a store that is away; what is being written is finished. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#writing;
  }

  async #writeAll(): Promise<void> {
    // Batches of other partitions that are delivered at the same time come along.
    await sleep(0);
    while (this.#waiting.length > 0) {
      const group = this.#next();
      try {
        await this.#store(group.flatMap(({ records }) => records as T[]));
        for (const { done } of group) done();
      } catch (error) {
        for (const { failed } of group) failed(error);
      }
    }
    this.#writing = null;
  }

  #next(): Waiting<T>[] {
    let rows = 0;
    let count = 0;
    do rows += this.#waiting[count++].records.length;
    while (count < this.#waiting.length && rows + this.#waiting[count].records.length <= MOST_ROWS);
    return this.#waiting.splice(0, count);
  }

  async #store(records: readonly T[]): Promise<void> {
    const { insert, onFailure, onRecovery, backoff = DEFAULT_BACKOFF } = this.#parts;
    for (let attempt = 1; ; attempt++) {
      try {
        await insert(records);
        if (attempt > 1) onRecovery();
        return;
      } catch (error) {
        onFailure(error, attempt);
        const { signal } = this.#stopping;
        await sleep(waitAfter(backoff, attempt), undefined, { signal }).catch(() => undefined);
        if (!signal.aborted) continue;
        throw new HalcyonError('interrupted', 'stopped while the store was away; the log has what is not stored', {
          cause: error,
        });
      }
    }
  }
}
