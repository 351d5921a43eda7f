import { SharedPlaces } from '../../access/shared-places.ts';

/** Runs that may wait at once, of all callers together. */
const WAITING = 64;

/** Lets a bounded number of runs in at once; callers that wait take turns, so that one with many holds up nobody. */
export class FairQueue {
  readonly #atOnce: number;
  readonly #places: SharedPlaces;
  /** Those that wait, by caller, first come first; the caller whose turn it is stands first. */
  readonly #waiting = new Map<string, (() => void)[]>();
  /** Nobody waits while this is below `#atOnce`. */
  #running = 0;

  /**
   * @param atOnce runs that work at once
   * @param bound runs that may wait beside them
   */
  constructor(atOnce: number, bound = WAITING) {
    this.#atOnce = atOnce;
    this.#places = new SharedPlaces(bound, 'queries are waiting');
  }

  /**
   * Does `work` when it is its turn; aborting the signal ends the waiting, the work has to heed it by itself.
   *
   * @throws HalcyonError `overloaded` where too many wait, `too_many_requests` where too many are this caller's; the signal's reason where it was aborted before the turn came
   */
  async run<T>(caller: string, signal: AbortSignal, work: () => Promise<T>): Promise<T> {
    signal.throwIfAborted();
    if (this.#running < this.#atOnce) this.#running += 1;
    else await this.#turn(caller, signal);
    try {
      return await work();
    } finally {
      this.#leave();
    }
  }

  /** Resolves when a run has left its place to this one. */
  #turn(caller: string, signal: AbortSignal): Promise<void> {
    const leave = this.#places.take(caller === '' ? null : caller);
    return new Promise<void>((resolve, reject) => {
      const line = this.#waiting.get(caller) ?? [];
      const start = () => {
        signal.removeEventListener('abort', stop);
        resolve();
      };
      const stop = () => {
        line.splice(line.indexOf(start), 1);
        if (line.length === 0) this.#waiting.delete(caller);
        reject(signal.reason);
      };
      signal.addEventListener('abort', stop, { once: true });
      line.push(start);
      this.#waiting.set(caller, line);
    }).finally(leave);
  }

  /** Leaves the place to the next caller's first; that caller goes to the end. */
  #leave(): void {
    const [next] = this.#waiting;
    if (next === undefined) {
      this.#running -= 1;
      return;
    }
    const [caller, line] = next;
    const start = line.shift();
    this.#waiting.delete(caller);
    if (line.length > 0) this.#waiting.set(caller, line);
    start?.();
  }
}
