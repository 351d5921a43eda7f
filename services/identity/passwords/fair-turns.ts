/** Who waits for a turn, and the networks that he is in, the widest first. */
interface Waiter {
  readonly path: readonly string[];
  /** Called with true when it is his turn, with false when he is turned away. */
  readonly answer: (hasTurn: boolean) => void;
}

/** Those who wait in one network, by the narrower networks in it. */
class Waiting {
  readonly #parts = new Map<string, Waiting>();
  readonly #own: Waiter[] = [];
  #count = 0;

  get count(): number {
    return this.#count;
  }

  add(waiter: Waiter, depth = 0): void {
    this.#count++;
    const key = waiter.path[depth];
    if (key === undefined) {
      this.#own.push(waiter);
      return;
    }
    const part = this.#parts.get(key) ?? new Waiting();
    this.#parts.set(key, part);
    part.add(waiter, depth + 1);
  }

  remove(waiter: Waiter, depth = 0): boolean {
    const key = waiter.path[depth];
    if (key === undefined) {
      const place = this.#own.indexOf(waiter);
      if (place < 0) return false;
      this.#own.splice(place, 1);
    } else {
      const part = this.#parts.get(key);
      if (part === undefined || !part.remove(waiter, depth + 1)) return false;
      if (part.count === 0) this.#parts.delete(key);
    }
    this.#count--;
    return true;
  }

  /** Who is next: each part has its turn before one has a second. */
  next(): Waiter | null {
    const first = this.#own.at(0);
    if (first !== undefined) return first;
    const part = this.#parts.entries().next().value;
    if (part === undefined) return null;
    const [key, waiting] = part;
    this.#parts.delete(key);
    this.#parts.set(key, waiting);
    return waiting.next();
  }

  /** Who came last of those of whom there are most. */
  leastEntitled(): Waiter | null {
    let most: Waiting | null = null;
    for (const part of this.#parts.values()) if (most === null || part.count >= most.count) most = part;
    return most?.leastEntitled() ?? this.#own.at(-1) ?? null;
  }
}

/** How many have a turn at once, and how many wait for one at most. */
export interface TurnBounds {
  readonly atOnce: number;
  readonly waiting: number;
}

/**
 * Turns at something expensive, shared fairly by where those who want one come from: each network has one before another has a
 * second, and so within it, so that nobody waits longer because somebody else asks a thousand times. Where too many wait,
 * those go of whom there are most.
 */
export class FairTurns {
  readonly #bounds: TurnBounds;
  readonly #waiting = new Waiting();
  #taken = 0;

  constructor(bounds: TurnBounds) {
    this.#bounds = bounds;
  }

  /** Those who wait. */
  get waiting(): number {
    return this.#waiting.count;
  }

  /**
   * Waits for a turn, which lasts until `end`.
   *
   * @param path networks that it is asked from, the widest first
   * @param signal aborted when nobody waits for the outcome any more
   * @returns false where there is no turn to be had: too many wait, or nobody does any more
   */
  async begin(path: readonly string[], signal: AbortSignal): Promise<boolean> {
    if (signal.aborted) return false;
    if (this.#taken < this.#bounds.atOnce) {
      this.#taken++;
      return true;
    }
    return new Promise((resolve) => {
      const leave = () => {
        if (this.#waiting.remove(waiter)) resolve(false);
      };
      const waiter: Waiter = {
        path,
        answer: (hasTurn) => {
          signal.removeEventListener('abort', leave);
          resolve(hasTurn);
        },
      };
      signal.addEventListener('abort', leave, { once: true });
      this.#waiting.add(waiter);
      if (this.#waiting.count > this.#bounds.waiting) this.#answer(this.#waiting.leastEntitled(), false);
    });
  }

  /** Ends a turn: it is somebody else's. */
  end(): void {
    const next = this.#waiting.next();
    if (next === null) this.#taken--;
    else this.#answer(next, true);
  }

  #answer(waiter: Waiter | null, hasTurn: boolean): void {
    if (waiter === null) return;
    this.#waiting.remove(waiter);
    waiter.answer(hasTurn);
  }
}
