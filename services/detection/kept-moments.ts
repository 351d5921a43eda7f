import { overlayRules, wordsOf } from '../experts/overlay.ts';
import type { RuleRegister } from '../experts/rule-register.ts';
import type { StoreReads } from '../stores/store-reads.ts';

/** So long a reading can be paged through without another [ms]. */
const PAGED_MS = 60_000;

/** Which network, and when [ms since the epoch]. */
export interface ReadingQuestion {
  readonly network: string;
  readonly time: number;
}

/** What a reading is read from. */
export interface ReadingSources {
  readonly store: StoreReads;
  readonly experts: Pick<RuleRegister, 'rules'>;
}

/** What was read of a network at a moment, with the words of people that it rests on. */
export interface Reading extends ReadingQuestion {
  /** As `wordsOf` has them. */
  readonly words: string;
  /** People's words from here on were read, ms since the epoch. */
  readonly wordsFrom: number;
}

/** How readings are made, and for how long they are kept. */
export interface KeptRules<T extends Reading> {
  readonly read: (sources: ReadingSources, question: ReadingQuestion, signal: AbortSignal) => Promise<T>;
  /**
   * So long the present is not read again [ms]: less than a page waits after it is told that something has changed. Where reading
   * takes longer, it is not read again for as long as that took.
   */
  readonly presentMs: number;
  /** Readings that are kept at most. */
  readonly most: number;
}

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

interface Kept<T> {
  readonly reading: Promise<T>;
  /** When it was begun, by the clock of the readings, and how long it took; null while it is read. */
  readonly begun: number;
  took: number | null;
}

/**
 * Readings of networks, for a few seconds: many people look at the same network, and each page of rows is of the same moment. What
 * people say of verdicts is never older than the question: a reading with other words is read again.
 */
export class KeptMoments<T extends Reading> {
  readonly #clock: () => number;
  readonly #rules: KeptRules<T>;
  /** By network and moment, the oldest first. */
  readonly #kept = new Map<string, Kept<T>>();
  /** The moment that was read last as the present, by network. */
  readonly #present = new Map<string, number>();

  /** @param clock that goes on evenly [ms] */
  constructor(clock: () => number, rules: KeptRules<T>) {
    this.#clock = clock;
    this.#rules = rules;
  }

  /**
   * A reading that is kept, else a new one. Who may see the network is asked before.
   *
   * @throws what the reading throws
   */
  async of(sources: ReadingSources, question: KeptQuestion, signal: AbortSignal): Promise<T> {
    const { network, now, isPaged } = question;
    for (;;) {
      const time = question.time ?? this.#present.get(network) ?? now;
      const kept = this.#fresh({ network, time }, isPaged ? PAGED_MS : this.#rules.presentMs);
      if (kept === null) return this.#read(sources, { network, time: question.time ?? now }, question, signal);
      const reading = await kept.catch(() => null);
      signal.throwIfAborted();
      if (reading !== null && (await wordsOn(sources.experts, reading)) === reading.words) return reading;
      // Whoever had it read has left, or somebody has said something since.
      this.#forget({ network, time }, kept);
    }
  }

  #fresh(question: ReadingQuestion, longest: number): Promise<T> | null {
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
  ): Promise<T> {
    const reading = this.#rules.read(sources, asked, signal);
    this.#kept.delete(nameOf(asked));
    const kept: Kept<T> = { reading, begun: this.#clock(), took: null };
    this.#kept.set(nameOf(asked), kept);
    if (time === null) this.#present.set(asked.network, asked.time);
    const now = this.#clock();
    for (const [name, { begun }] of this.#kept)
      if (this.#kept.size > this.#rules.most || now - begun > PAGED_MS) this.#kept.delete(name);
    try {
      const read = await reading;
      kept.took = this.#clock() - kept.begun;
      return read;
    } catch (error) {
      this.#forget(asked, reading);
      throw error;
    }
  }

  #forget(question: ReadingQuestion, reading: Promise<T>): void {
    if (this.#kept.get(nameOf(question))?.reading === reading) this.#kept.delete(nameOf(question));
  }
}

/** The words of people that a reading rests on, as they are now: others than its own where somebody has said something since. */
async function wordsOn(
  experts: ReadingSources['experts'],
  { network, time, wordsFrom }: Omit<Reading, 'words'>,
): Promise<string> {
  return wordsOf(await overlayRules(experts, { network, from: wordsFrom, to: time }));
}

function nameOf({ network, time }: ReadingQuestion): string {
  return JSON.stringify([network, time]);
}
