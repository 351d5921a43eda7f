import { createHash } from 'node:crypto';
import type { Written } from './object-store.ts';

/** Large enough that a disk is written at its own speed, and that many tiny chunks cost no more than few large ones. */
const PIECE = 2 ** 20;

/** A source on its way into a store: ended by a signal, gathered to pieces of 1 MiB, counted and digested. */
export class MeasuredSource {
  readonly #source: AsyncIterable<Uint8Array>;
  readonly #signal: AbortSignal | undefined;
  readonly #hash = createHash('sha256');
  #size = 0;
  #failure: { readonly error: unknown } | null = null;

  constructor(source: AsyncIterable<Uint8Array>, signal?: AbortSignal) {
    this.#source = source;
    this.#signal = signal;
  }

  /** Bytes that have come. */
  get size(): number {
    return this.#size;
  }

  /**
   * The source once through. Its chunks are copied, so that the next may be asked for while a piece is still in use,
   * whatever the source does with its memory.
   *
   * @throws what the source throws, or the signal's reason
   */
  async *pieces(): AsyncGenerator<Buffer, void> {
    let piece = Buffer.allocUnsafeSlow(PIECE);
    let filled = 0;
    for await (const chunk of this.#chunks()) {
      for (let at = 0; at < chunk.length; ) {
        const part = chunk.subarray(at, at + PIECE - filled);
        piece.set(part, filled);
        at += part.length;
        filled += part.length;
        if (filled < PIECE) continue;
        yield this.#measured(piece);
        piece = Buffer.allocUnsafeSlow(PIECE);
        filled = 0;
      }
    }
    if (filled > 0) yield this.#measured(piece.subarray(0, filled));
  }

  /** Throws what the source has failed with, where it has: a store may have put it in words of its own. */
  assertSound(): void {
    if (this.#failure !== null) throw this.#failure.error;
  }

  /** What has come; asked once, after the last piece. */
  written(): Written {
    return { size: this.#size, sha256: this.#hash.digest('hex') };
  }

  async *#chunks(): AsyncGenerator<Uint8Array, void> {
    try {
      yield* untilAborted(this.#source, this.#signal);
    } catch (error) {
      this.#failure = { error };
      throw error;
    }
  }

  #measured(piece: Buffer): Buffer {
    this.#size += piece.length;
    this.#hash.update(piece);
    return piece;
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
