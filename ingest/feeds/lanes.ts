/** Lets some tasks run at once, and the others wait for their turn. */
export class Lanes {
  readonly #ends: Promise<unknown>[];
  #next = 0;

  /** @param count how many run at once */
  constructor(count: number) {
    this.#ends = Array.from({ length: count }, () => Promise.resolve());
  }

  /** Runs a task when those before it in its lane have ended, well or not. */
  run<T>(task: () => Promise<T>): Promise<T> {
    const lane = this.#next++ % this.#ends.length;
    const result = this.#ends[lane].then(task);
    this.#ends[lane] = result.catch(() => undefined);
    return result;
  }
}
