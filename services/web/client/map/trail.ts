/** A passage of weather stays on the map for so long, fading [ms]. */
export const TRAIL_MS = 3_600_000;

/** Where and when weather was found. */
export interface Passage {
  readonly station: string;
  /** ms since the epoch. */
  readonly time: number;
}

/** Orders passages by their times. */
export function byTime(a: Passage, b: Passage): number {
  return a.time - b.time;
}

/**
 * How fresh the last passage at each station is at a time: 1 for now, falling to 0 an hour later. Stations without one are
 * left out. Drawn as a halo it shows a front as a band that moves, bright where it is and fading where it was.
 *
 * @param passages in the order of their times
 */
export function freshness(passages: readonly Passage[], time: number): Map<string, number> {
  const found = new Map<string, number>();
  for (let k = firstAfter(passages, time - TRAIL_MS); k < passages.length; k++) {
    const passage = passages[k];
    if (passage.time > time) break;
    found.set(passage.station, 1 - (time - passage.time) / TRAIL_MS);
  }
  return found;
}

/** Events that have begun by a time [ms since the epoch] and were over less than an hour before, the latest first. */
export function passing<E extends { readonly start: string; readonly end: string }>(
  events: readonly E[],
  time: number,
): E[] {
  return events
    .filter(({ start, end }) => Date.parse(start) <= time && Date.parse(end) > time - TRAIL_MS)
    .sort((a, b) => Date.parse(b.start) - Date.parse(a.start));
}

/** Index of the first passage after a time, by bisection. */
function firstAfter(passages: readonly Passage[], time: number): number {
  let [low, high] = [0, passages.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (passages[middle].time > time) high = middle;
    else low = middle + 1;
  }
  return low;
}
