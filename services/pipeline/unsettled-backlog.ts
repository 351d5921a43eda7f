import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import type { TemporalPartition } from '../../detectors/stages/temporal-partition.ts';
import type { Logger } from '../../schemas/logger.ts';
import { isoOf, SLOT_MS, slotOf, timeOfSlot } from '../../schemas/time.ts';
import type { ObservationStore } from '../stores/roles/observation-store.ts';

/** What of a network is stored and was not settled when it was last judged. */
export interface Unsettled {
  readonly network: string;
  /** ms since the epoch, both included. */
  readonly from: number;
  readonly to: number;
}

/** What a backlog works with. */
export interface UnsettledBacklogDependencies {
  readonly store: Pick<ObservationStore, 'readObservations'>;
  /** Told when all of a network is judged again. */
  readonly onJudged: (network: string) => Promise<void>;
  /** One line for the operator. */
  readonly logger: Logger;
}

/** Largest batch that is judged before others of this process get their turn. */
const BATCH = 1_000;
/** Nothing more is wanted. */
const STOPPED = { done: true, value: undefined } as const;
/** How long reading waits after a failure [ms]. */
const AGAIN_MS = 2_000;

/** What takes observations to be judged. */
type Taker = Pick<TemporalPartition, 'take'>;

/**
 * What an earlier run left unsettled, judged again in the order of time while the system serves already. What is submitted
 * meanwhile is judged after it.
 */
export class UnsettledBacklog {
  readonly #dependencies: UnsettledBacklogDependencies;
  readonly #stopping = new AbortController();
  readonly #stopped = once(this.#stopping.signal, 'abort').then(() => STOPPED);
  #running: Promise<boolean> = Promise.resolve(true);
  #at: Unsettled | null = null;

  constructor(dependencies: UnsettledBacklogDependencies) {
    this.#dependencies = dependencies;
  }

  /** How far it is, in words; null where nothing is left. */
  get detail(): string | null {
    if (this.#at === null) return null;
    const { from, to } = this.#at;
    return `judging again what was not settled: from ${isoOf(from)} to ${isoOf(to)}`;
  }

  /** Judges all of it, one network after the other; resolves with false where it was stopped before the end. */
  judge(partition: Taker, unsettled: readonly Unsettled[]): Promise<boolean> {
    this.#running = this.#judgeAll(partition, unsettled);
    return this.#running;
  }

  /** Ends after the batch at hand. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#running;
  }

  async #judgeAll(partition: Taker, unsettled: readonly Unsettled[]): Promise<boolean> {
    for (const one of unsettled) {
      this.#at = one;
      while (this.#at !== null && !this.#stopping.signal.aborted) await this.#judgeOn(partition, this.#at);
    }
    return !this.#stopping.signal.aborted;
  }

  /** Judges until the end, a stop or a failure, after which it waits: what is left begins behind the last whole slot. */
  async #judgeOn(partition: Taker, { network, from, to }: Unsettled): Promise<void> {
    const { store, logger, onJudged } = this.#dependencies;
    const { signal } = this.#stopping;
    try {
      for await (const some of this.#untilStopped(store.readObservations(network, from, to, true))) {
        for (let next = 0; next < some.length; next += BATCH) {
          await partition.take(some.slice(next, next + BATCH));
          await new Promise(setImmediate);
          if (signal.aborted) return;
        }
        this.#at = { network, from: timeOfSlot(slotOf(some[some.length - 1].time)) + SLOT_MS / 2, to };
      }
      if (signal.aborted) return;
      await onJudged(network);
      this.#at = null;
    } catch (error) {
      logger.warn(`${network}: what was not settled waits to be judged again`, { network, cause: error });
      await sleep(AGAIN_MS, undefined, { signal }).catch(() => undefined);
    }
  }

  /** What is read up to a stop, which does not wait for what the store is looking for: of a large one that takes a while. */
  async *#untilStopped<T>(read: AsyncIterable<T>): AsyncGenerator<T> {
    const reading = read[Symbol.asyncIterator]();
    let waited: Promise<unknown> = Promise.resolve();
    try {
      for (;;) {
        const next = reading.next();
        waited = next;
        const one = await Promise.race([next, this.#stopped]);
        if (one.done === true) return;
        yield one.value;
      }
    } finally {
      const ended = waited.then(() => reading.return?.()).catch(() => undefined);
      if (!this.#stopping.signal.aborted) await ended;
    }
  }
}
