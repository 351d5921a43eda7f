import type { Api } from '../api/api.ts';
import { isoOf, SLOT_MS, slotAt } from '../time/moments.ts';

/** What was not answered, or is found soon, is asked for again so much later [ms]. */
export const AGAIN_MS = 60_000;

/** What is known of a list: nothing yet, all of it from a time on [ms since the epoch], or that the question failed. */
export type Found<T> =
  | { readonly kind: 'awaited' }
  | { readonly kind: 'known'; readonly items: readonly T[]; readonly from: number }
  | { readonly kind: 'unknown'; readonly error: unknown };

/** Which list is asked for, and how far back it goes [ms]. */
interface SlowListOptions {
  readonly path: string;
  readonly name: string;
  readonly back: number;
}

/** A list that takes the service long to find: it is asked for once in a slot. A list that did not come is not an empty one. */
export class SlowList<T> {
  readonly #api: Pick<Api, 'get'>;
  readonly #options: SlowListOptions;
  #found: Found<T> = { kind: 'awaited' };
  /** ms since the epoch. */
  #next = Number.NEGATIVE_INFINITY;

  constructor(api: Pick<Api, 'get'>, options: SlowListOptions) {
    this.#api = api;
    this.#options = options;
  }

  get found(): Found<T> {
    return this.#found;
  }

  /** Lets it be asked for again within the slot, where what it lacks is found soon. @param now ms since the epoch */
  lookSoon(now: number): void {
    this.#next = Math.min(this.#next, now + AGAIN_MS);
  }

  /**
   * Asks for the list up to a time [ms since the epoch], unless it has just been asked for.
   *
   * @param since begin of what is looked for, ms since the epoch, where that is longer ago than usual
   */
  async look(network: string, now: number, signal: AbortSignal, since = now): Promise<void> {
    if (now < this.#next) return;
    this.#next = slotAt(now) + SLOT_MS;
    const { path, name, back } = this.#options;
    const from = Math.min(since, now - back);
    const query = new URLSearchParams({ network, from: isoOf(from), to: isoOf(now), limit: '100' });
    try {
      const answer = await this.#api.get<Readonly<Record<string, readonly T[]>>>(`${path}?${query}`, signal);
      this.#found = { kind: 'known', items: answer[name], from };
    } catch (error) {
      this.#found = { kind: 'unknown', error };
      this.#next = now + AGAIN_MS;
    }
  }
}
