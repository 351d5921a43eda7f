import type { BrokerMessage } from './broker-session.ts';

/** Messages that were delivered and are not taken in yet, in their order. */
export class MessageQueue {
  readonly #most: number;
  readonly #signal: AbortSignal;
  #waiting: BrokerMessage[] = [];
  #arrived = () => {};
  #emptied = () => {};
  #room: Promise<void> = Promise.resolve();

  /**
   * @param most messages after which whoever puts waits until all of them are taken
   * @param signal after whose abort nothing is taken any more
   */
  constructor(most: number, signal: AbortSignal) {
    this.#most = most;
    this.#signal = signal;
    signal.addEventListener('abort', () => this.#arrived(), { once: true });
  }

  /** Puts a message; resolves when there is room for another. */
  put(message: BrokerMessage): Promise<void> {
    this.#waiting.push(message);
    if (this.#waiting.length === this.#most) {
      this.#room = new Promise((resolve) => {
        this.#emptied = resolve;
      });
    }
    this.#arrived();
    return this.#room;
  }

  /** All messages that are there, as soon as there is one; none once the signal has aborted. */
  async take(): Promise<readonly BrokerMessage[]> {
    if (this.#waiting.length === 0 && !this.#signal.aborted) {
      await new Promise<void>((resolve) => {
        this.#arrived = resolve;
      });
    }
    if (this.#signal.aborted) return [];
    const taken = this.#waiting;
    this.#waiting = [];
    this.#emptied();
    return taken;
  }
}
