/** Places of alerts, in the order in which they opened, by something that they have: found without looking at all of them. */
export class AlertPlaces {
  readonly #places = new Map<string, Set<number>>();

  /** What an alert has is another thing now; null is nothing. */
  move(place: number, before: string | null, after: string | null): void {
    if (before === after) return;
    if (before !== null) this.#places.get(before)?.delete(place);
    if (after === null) return;
    const places = this.#places.get(after);
    if (places === undefined) this.#places.set(after, new Set([place]));
    else places.add(place);
  }

  /** Places of the alerts that have something, in order. */
  of(what: string): number[] {
    return [...(this.#places.get(what) ?? [])].sort((a, b) => a - b);
  }
}
