import type { Page } from './time-series-store.ts';

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
