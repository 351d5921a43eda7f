import { setTimeout as sleep } from 'node:timers/promises';
import { type Backoff, DEFAULT_BACKOFF, waitAfter } from '../../ingest/log/backoff.ts';
import { Gathering } from '../../ingest/log/gathering.ts';
import { HalcyonError } from '../../schemas/errors.ts';

/** Largest insert, in records. */
export const MOST_ROWS = 40_000;

/** What inserts are made with. */
export interface GatheredInsertsDependencies<T> {
  /** Stores records; the same records again change nothing. */
  readonly insert: (records: readonly T[]) => Promise<void>;
  /** Told of an insert that failed. */
  readonly onFailure: (error: unknown) => void;
  readonly backoff?: Backoff;
}

/**
 * Makes large inserts out of the batches of many partitions. What fails is tried again until it succeeds; batches wait so
 * long, and those that bring them are held back.
 */
export class GatheredInserts<T> {
  readonly #dependencies: GatheredInsertsDependencies<T>;
  readonly #gathering: Gathering<T>;
  readonly #stopping = new AbortController();

  constructor(dependencies: GatheredInsertsDependencies<T>) {
    this.#dependencies = dependencies;
    this.#gathering = new Gathering({ write: (records) => this.#store(records), most: MOST_ROWS });
  }

  /**
   * Resolves when the records are stored.
   *
   * @throws HalcyonError `interrupted` where it was stopped while the store was away
   */
  add(records: readonly T[]): Promise<void> {
    return this.#gathering.add(records);
  }

  /** Ends the waiting for a store that is away; what is being written is finished. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#gathering.idle();
  }

  async #store(records: readonly T[]): Promise<void> {
    const { insert, onFailure, backoff = DEFAULT_BACKOFF } = this.#dependencies;
    for (let attempt = 1; ; attempt++) {
      try {
        await insert(records);
        return;
      } catch (error) {
        onFailure(error);
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
