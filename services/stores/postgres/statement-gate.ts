import { HalcyonError } from '../../../schemas/errors.ts';

/** Lets work in until it is closed; closing waits for what is inside, so that nobody is left without an answer. */
export class StatementGate {
  readonly #inside = new Set<Promise<unknown>>();
  #closed: Promise<void> | null = null;

  /** Runs `work`. @throws HalcyonError `store_unavailable` once the gate is closed */
  async pass<T>(work: () => Promise<T>): Promise<T> {
    if (this.#closed !== null) throw new HalcyonError('store_unavailable', 'The catalogue is closed.');
    const running = work();
    this.#inside.add(running);
    try {
      return await running;
    } finally {
      this.#inside.delete(running);
    }
  }

  /** Closes the gate and runs `end` once all work is out; asked again, it waits for the same end. */
  close(end: () => Promise<void>): Promise<void> {
    this.#closed ??= Promise.allSettled(this.#inside).then(end);
    return this.#closed;
  }
}
