import { createHash } from 'node:crypto';
import type { Written } from './object-store.ts';

/** A source on its way into a store: ended by a signal, counted and digested. */
export class MeasuredSource {
  readonly #given: AsyncIterable<Uint8Array>;
  readonly #hash = createHash('sha256');
  #size = 0;
  #failure: { readonly error: unknown } | null = null;

  constructor(source: AsyncIterable<Uint8Array>, signal?: AbortSignal) {
    this.#given = untilAborted(source, signal);
  }

  /** Bytes that have come. */
  get size(): number {
    return this.#size;
  }

  /** The source, once through. @throws what the source throws, or the signal's reason */
  async *chunks(): AsyncGenerator<Uint8Array, void> {
    for await (const chunk of this.#source()) {
      this.#size += chunk.length;
      this.#hash.update(chunk);
      yield chunk;
    }
  }

  /** Throws what the source has failed with, where it has: a store may have put it in words of its own. */
  assertSound(): void {
    if (this.#failure !== null) throw this.#failure.error;
  }

  /** What has come; asked once, after the last chunk. */
  written(): Written {
    return { size: this.#size, sha256: this.#hash.digest('hex') };
  }

  /** Apart from `chunks`, into which a reader that gives up may throw too. */
  async *#source(): AsyncGenerator<Uint8Array, void> {
    try {
      yield* this.#given;
    } catch (error) {
      this.#failure = { error };
      throw error;
    }
  }
}

/** The same, left with the signal's reason when the signal comes, also while the source gives nothing. */
async function* untilAborted<T>(source: AsyncIterable<T>, signal?: AbortSignal): AsyncGenerator<T, void> {
  if (signal === undefined) return yield* source;
  const chunks = source[Symbol.asyncIterator]();
  try {
    for (;;) {
      const next = await unlessAborted(() => chunks.next(), signal);
      if (next.done === true) return;
      yield next.value;
    }
  } finally {
    // Not waited for: a source that gives nothing does not end either.
    chunks.return?.().catch(() => {});
  }
}

function unlessAborted<T>(ask: () => Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    signal.throwIfAborted();
    const stop = () => reject(signal.reason);
    signal.addEventListener('abort', stop);
    ask()
      .finally(() => signal.removeEventListener('abort', stop))
      .then(resolve, reject);
  });
}
