import type { StationAtMoment } from './station-states.ts';

/**
 * A page of the states of stations, by their ids.
 *
 * @param after id of the last station of the page before; null for the first page
 * @returns the states, and the id of the last of them; null where none follows
 */
export function pageOfStates(
  states: readonly StationAtMoment[],
  after: string | null,
  limit: number,
): { readonly items: readonly StationAtMoment[]; readonly last: string | null } {
  // Some stores have another order of letters beyond the first plane of Unicode.
  const rest = states
    .filter(({ station }) => after === null || station.id > after)
    .sort((a, b) => (a.station.id < b.station.id ? -1 : 1));
  const items = rest.slice(0, limit);
  return { items, last: rest.length > limit ? items[items.length - 1].station.id : null };
}
