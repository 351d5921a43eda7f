/**
 * Asks once for all who want to know in the same turn: partitions are given many at a time, and an answer says something of
 * each.
 */
export class AskedTogether<T> {
  readonly #ask: () => Promise<T>;
  #waiting: Promise<T> | null = null;

  constructor(ask: () => Promise<T>) {
    this.#ask = ask;
  }

  /** What was answered to a question that was put after this call. */
  answer(): Promise<T> {
    this.#waiting ??= new Promise(setImmediate).then(() => {
      this.#waiting = null;
      return this.#ask();
    });
    return this.#waiting;
  }
}
