/** Slots of the first look, a day; each further look takes eight times as many. */
const FIRST_LOOK = 144;
const GROWTH = 8;

/**
 * Collects up to `limit` rows newest first from a table that is not sorted by time: in stretches of slots that grow, from
 * the newest backwards, so that the newest page of a long history does not read all of it.
 *
 * @param newest First slot to look at, `oldest` the last one
 * @param look Rows with low <= slot <= high, newest first, at most `count`
 */
export async function newestFirst<T>(
  newest: number,
  oldest: number,
  limit: number,
  look: (low: number, high: number, count: number) => Promise<readonly T[]>,
): Promise<T[]> {
  const found: T[] = [];
  let high = newest;
  let width = FIRST_LOOK;
  while (found.length < limit && high >= oldest) {
    const low = Math.max(oldest, high - width + 1);
    found.push(...(await look(low, high, limit - found.length)));
    high = low - 1;
    width *= GROWTH;
  }
  return found;
}

/** The same from the oldest forwards: `look` gives rows oldest first. */
export function oldestFirst<T>(
  oldest: number,
  newest: number,
  limit: number,
  look: (low: number, high: number, count: number) => Promise<readonly T[]>,
): Promise<T[]> {
  return newestFirst(-oldest, -newest, limit, (low, high, count) => look(-high, -low, count));
}
