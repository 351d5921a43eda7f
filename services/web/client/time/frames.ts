/** Frames that are kept: two days of slots and some more. */
const KEPT = 320;
/** Frames that are asked for at once: the server has others to answer. */
const AT_ONCE = 3;

/**
 * What the map showed at times of the past, a frame a slot: asked for once, kept, and fetched ahead in the direction of
 * play, so that the replay does not wait.
 */
export class Frames<T> {
  readonly #load: (time: number, signal: AbortSignal) => Promise<T>;
  readonly #kept = new Map<number, Promise<T>>();
  #waiting: number[] = [];
  #under = 0;
  readonly #end = new AbortController();

  /** @param load asks for the frame of a time (ms since the epoch) */
  constructor(load: (time: number, signal: AbortSignal) => Promise<T>) {
    this.#load = load;
  }

  /** The frame of a time. One that failed is asked for again the next time. */
  at(time: number): Promise<T> {
    const kept = this.#kept.get(time);
    if (kept !== undefined) {
      // The one asked for last is dropped last.
      this.#kept.delete(time);
      this.#kept.set(time, kept);
      return kept;
    }
    const asked = this.#load(time, this.#end.signal);
    this.#kept.set(time, asked);
    asked.catch(() => {
      if (this.#kept.get(time) === asked) this.#kept.delete(time);
    });
    for (const [oldest] of this.#kept) {
      if (this.#kept.size <= KEPT) break;
      this.#kept.delete(oldest);
    }
    return asked;
  }

  /** Asks for frames that will be wanted soon, in this order; what was wanted before and is not asked for yet is forgotten. */
  ahead(times: readonly number[]): void {
    this.#waiting = times.filter((time) => !this.#kept.has(time));
    this.#fetchWaiting();
  }

  /** Forgets every frame: what they show is no longer what is looked at. */
  forget(): void {
    this.#waiting = [];
    this.#kept.clear();
  }

  /** Ends what is under way; nothing is asked for any more. */
  close(): void {
    this.#waiting = [];
    this.#end.abort();
  }

  #fetchWaiting(): void {
    while (this.#under < AT_ONCE) {
      const time = this.#waiting.shift();
      if (time === undefined) return;
      this.#under++;
      this.at(time)
        .catch(() => undefined)
        .finally(() => {
          this.#under--;
          this.#fetchWaiting();
        });
    }
  }
}
