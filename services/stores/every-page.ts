import type { Station } from '../../schemas/station.ts';
import type { NetworkRegistry } from './roles/network-registry.ts';
import type { Page } from './time-series-store.ts';

/** Registrations that are read at once. */
const STATIONS_AT_ONCE = 20_000;

/**
 * Reads a list of a store to its end.
 *
 * @param read gives a page; its argument is what the query needs beside the rest: nothing, or the cursor of the next page
 */
export async function* everyPage<T>(
  read: (place: { readonly cursor?: string }) => Promise<Page<T>>,
): AsyncGenerator<readonly T[]> {
  for (let next: string | null | undefined; next !== null; ) {
    const page: Page<T> = await read(next === undefined ? {} : { cursor: next });
    yield page.items;
    next = page.next;
  }
}

/** Every station of all networks, in batches. */
export function everyStation(store: Pick<NetworkRegistry, 'stations'>): AsyncGenerator<readonly Station[]> {
  return everyPage((place) => store.stations({ limit: STATIONS_AT_ONCE, ...place }));
}
