/** Where an item stands in its list: its time [ms since the epoch], and what tells items of one time apart. */
export type Place = readonly [time: number, name: string];

/**
 * A page of a list that is held whole: newest first, those of one time by name.
 *
 * @param after place of the last item of the page before; null for the first page
 * @returns the items, and the place of the last of them; null where none follows
 */
export function newestPage<T>(
  items: readonly T[],
  placeOf: (item: T) => Place,
  after: Place | null,
  limit: number,
): { readonly items: readonly T[]; readonly last: Place | null } {
  const rest = items
    .map((item) => ({ item, place: placeOf(item) }))
    .sort((a, b) => compare(a.place, b.place))
    .filter(({ place }) => after === null || compare(after, place) < 0);
  const page = rest.slice(0, limit);
  return {
    items: page.map(({ item }) => item),
    last: rest.length > limit ? page[page.length - 1].place : null,
  };
}

function compare([time, name]: Place, [otherTime, otherName]: Place): number {
  if (time !== otherTime) return otherTime - time;
  if (name === otherName) return 0;
  return name < otherName ? -1 : 1;
}
