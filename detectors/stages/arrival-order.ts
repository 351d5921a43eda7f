/** Slots of a network whose arrival is remembered: more than the windows may be ahead. */
const REMEMBERED = 256;

/** When each slot of a network was first reached, by the log's clock, whichever partition it came in. */
export class ArrivalOrder {
  /** Slot -> earliest time of arrival, ms since the epoch. */
  readonly #times = new Map<number, number>();
  #newest = Number.NEGATIVE_INFINITY;

  /** Newest slot that was reached; -Infinity before the first. */
  get newest(): number {
    return this.#newest;
  }

  /** A record of a slot has come. */
  note(slot: number, appended: number): void {
    const known = this.#times.get(slot);
    if (known === undefined || appended < known) this.#times.set(slot, appended);
    if (slot <= this.#newest) return;
    this.#newest = slot;
    for (const old of this.#times.keys()) if (old <= slot - REMEMBERED) this.#times.delete(old);
  }

  /** Newest slot that had been reached by a time; -Infinity where none had. */
  reachedBy(time: number): number {
    for (let slot = this.#newest; slot > this.#newest - REMEMBERED; slot--) {
      const first = this.#times.get(slot);
      if (first !== undefined && first <= time) return slot;
    }
    return Number.NEGATIVE_INFINITY;
  }
}
