import { messageOf } from '../../schemas/errors.ts';

/** What is looked at now and then. */
export interface RepeatedLookParts {
  /** Looks at all there is; gives up where the signal says so. */
  readonly look: (signal: AbortSignal) => Promise<void>;
  /** At least so long between two looks [ms]. */
  readonly everyMs: number;
  /** What cannot be done where a look fails, as the beginning of a sentence. */
  readonly failing: string;
  /** Current time, ms since the epoch. */
  readonly now: () => number;
  /** One line for the operator. */
  readonly say: (line: string) => void;
}

/** Whoever looks now and then at what is settled. */
export interface Watch {
  tick(): void;
  stop(): Promise<void>;
}

/** It rests so many times as long as it looked: the larger a network, the more seldom it is looked at. */
const RESTS = 20;
const LONGEST_REST_MS = 600_000;

/** Something that is looked at again and again beside other work, never twice at once. What fails is tried again, and told once. */
export class RepeatedLook {
  readonly #parts: RepeatedLookParts;
  readonly #stopping = new AbortController();
  /** No look begins before this, ms since the epoch. */
  #rested = Number.NEGATIVE_INFINITY;
  #looking: Promise<void> | null = null;
  /** Why it could not look the last time; null where it could. */
  #trouble: string | null = null;

  constructor(parts: RepeatedLookParts) {
    this.#parts = parts;
  }

  /** Begins to look, unless it is looking already; nobody has to wait for it. */
  tick(): void {
    const { look, everyMs, now } = this.#parts;
    const { signal } = this.#stopping;
    if (this.#looking !== null || signal.aborted || now() < this.#rested) return;
    const began = now();
    this.#looking = look(signal)
      .then(() => {
        this.#trouble = null;
        this.#rested = now() + Math.min(RESTS * (now() - began), LONGEST_REST_MS);
      })
      .catch((error: unknown) => {
        if (!signal.aborted) this.#failed(messageOf(error));
      })
      .finally(() => {
        this.#looking = null;
        this.#rested = Math.max(this.#rested, began + everyMs);
      });
  }

  /** Resolves when nothing more is looked at. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#looking;
  }

  #failed(trouble: string): void {
    if (trouble !== this.#trouble) this.#parts.say(`${this.#parts.failing}, trying again: ${trouble}`);
    this.#trouble = trouble;
  }
}
