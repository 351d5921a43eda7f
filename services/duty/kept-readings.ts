import {
  type NetworkReading,
  type ReadingQuestion,
  type ReadingSources,
  readNetwork,
  wordsOn,
} from './network-reading.ts';

/**
 * So long the present is not read again [ms]: less than a page waits after it is told that something has changed. Where reading
 * takes longer, it is not read again for as long as that took.
 */
const PRESENT_MS = 2_000;
/** So long the rows of a reading can be paged through without another [ms]. */
const PAGED_MS = 60_000;
/** Readings that are kept: each has the faults and the silent stations of a network. */
const MOST = 8;

/** Which reading is asked for. Times in ms since the epoch. */
export interface KeptQuestion {
  readonly network: string;
  /** null: the present. */
  readonly time: number | null;
  /** The present, for where there is no reading of it. */
  readonly now: number;
  /** True where it is one of which rows were shown before. */
  readonly isPaged: boolean;
}

interface Kept {
  readonly reading: Promise<NetworkReading>;
  /** When it was begun, by the clock of the readings, and how long it took; null while it is read. */
  readonly begun: number;
  took: number | null;
}

/**
 * Readings of networks, for a few seconds: many people look at the same network, and each page of rows is of the same moment. What
 * people say of verdicts is never older than the question: a reading with other words is read again.
 */
export class KeptReadings {
  readonly #clock: () => number;
  /** By network and moment, the oldest first. */
  readonly #kept = new Map<string, Kept>();
  /** The moment that was read last as the present, by network. */
  readonly #present = new Map<string, number>();

  /** @param clock that goes on evenly [ms] */
  constructor(clock: () => number) {
    this.#clock = clock;
  }

  /**
   * A reading that is kept, else a new one. Who may see the network is asked before.
   *
   * @throws what `readNetwork` throws
   */
  async of(sources: ReadingSources, question: KeptQuestion, signal: AbortSignal): Promise<NetworkReading> {
    const { network, now, isPaged } = question;
    for (;;) {
      const time = question.time ?? this.#present.get(network) ?? now;
      const kept = this.#fresh({ network, time }, isPaged ? PAGED_MS : PRESENT_MS);
      if (kept === null) return this.#read(sources, { network, time: question.time ?? now }, question, signal);
      const reading = await kept.catch(() => null);
      signal.throwIfAborted();
      if (reading !== null && (await wordsOn(sources.experts, reading)) === reading.words) return reading;
      // Whoever had it read has left, or somebody has said something since.
      this.#forget({ network, time }, kept);
    }
  }

  #fresh(question: ReadingQuestion, longest: number): Promise<NetworkReading> | null {
    const kept = this.#kept.get(nameOf(question));
    if (kept === undefined) return null;
    const isFresh = kept.took === null || this.#clock() - kept.begun <= Math.max(longest, 2 * kept.took);
    return isFresh ? kept.reading : null;
  }

  async #read(
    sources: ReadingSources,
    asked: ReadingQuestion,
    { time }: KeptQuestion,
    signal: AbortSignal,
  ): Promise<NetworkReading> {
    const reading = readNetwork(sources, asked, signal);
    this.#kept.delete(nameOf(asked));
    const kept: Kept = { reading, begun: this.#clock(), took: null };
    this.#kept.set(nameOf(asked), kept);
    if (time === null) this.#present.set(asked.network, asked.time);
    const now = this.#clock();
    for (const [name, { begun }] of this.#kept)
      if (this.#kept.size > MOST || now - begun > PAGED_MS) this.#kept.delete(name);
    try {
      const read = await reading;
      kept.took = this.#clock() - kept.begun;
      return read;
    } catch (error) {
      this.#forget(asked, reading);
      throw error;
    }
  }

  #forget(question: ReadingQuestion, reading: Promise<NetworkReading>): void {
    if (this.#kept.get(nameOf(question))?.reading === reading) this.#kept.delete(nameOf(question));
  }
}

function nameOf({ network, time }: ReadingQuestion): string {
  return JSON.stringify([network, time]);
}
