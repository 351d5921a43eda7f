import { HalcyonError } from '../../schemas/errors.ts';

/**
 * Places that many share, such as requests that are under way at once. Whoever holds as many as are free gets no more: one
 * alone has half of them, two a third each, and there is always one for who comes next. (Dynamic thresholds: Choudhury and
 * Hahne, IEEE/ACM Transactions on Networking 6(2), 1998, with a factor of 1.)
 */
export class SharedPlaces {
  readonly #most: number;
  readonly #what: string;
  readonly #held = new Map<string, number>();
  #taken = 0;

  /** @param what they are taken by, for messages: `such requests are under way` */
  constructor(most: number, what: string) {
    this.#most = most;
    this.#what = what;
  }

  /**
   * Takes a place.
   *
   * @param who holds it; null: somebody who is not told apart from others, such as every program of this machine
   * @returns gives it back, once
   * @throws HalcyonError `overloaded` where none is free, `too_many_requests` where whoever asks holds their share
   */
  take(who: string | null): () => void {
    const free = this.#most - this.#taken;
    if (free <= 0) {
      throw new HalcyonError('overloaded', `${this.#most} ${this.#what} already; try again in a moment`);
    }
    const held = who === null ? 0 : (this.#held.get(who) ?? 0);
    if (held >= free) {
      const share = `${this.#taken} ${this.#what}, ${held} of them yours, and ${free} places are left for everybody else`;
      throw new HalcyonError('too_many_requests', `${share}; wait until one of yours has ended`, { retryAfter: 5 });
    }
    this.#taken += 1;
    if (who !== null) this.#held.set(who, held + 1);
    let isHeld = true;
    return () => {
      if (!isHeld) return;
      isHeld = false;
      this.#taken -= 1;
      if (who === null) return;
      const left = (this.#held.get(who) ?? 0) - 1;
      if (left > 0) this.#held.set(who, left);
      else this.#held.delete(who);
    };
  }
}
