import { digestOf, KeyTable } from '../../../../schemas/key-table.ts';
import type { Areas } from './parted-areas.ts';

/** One of so many partitions takes the stations that come after the areas were made. */
const PARTITIONS_A_LAST = 16;

/**
 * The partition of each station of a log whose partitions are areas. It is made once for a log and never changes, so that a
 * station is in the same partition for whoever asks, wherever it moves. Stations that were not there yet share the last
 * partitions: whoever verifies these reads the neighbours of all of them, and the others read on as before.
 */
export class AreaPlan {
  readonly #table = new KeyTable();
  readonly #partitions: number;
  readonly #last: number;

  constructor(areas: Areas) {
    this.#partitions = areas.length;
    this.#last = Math.max(1, Math.floor(areas.length / PARTITIONS_A_LAST));
    for (const [partition, digests] of areas.entries())
      for (const digest of digests) this.#table.set(digest, partition);
  }

  /** The partition of a station, by its key. */
  partitionOf(key: string): number {
    return this.#table.get(key) ?? this.#partitions - this.#last + (digestOf(key) % this.#last);
  }
}
