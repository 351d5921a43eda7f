/** What was found at a time. */
export interface Found {
  readonly time: number;
  readonly failure: boolean;
}

/**
 * Counts what was found in each part of a stretch.
 *
 * @param parts number of parts of equal length
 */
export function countByPart(
  found: readonly Found[],
  from: number,
  to: number,
  parts: number,
): { readonly weather: number[]; readonly failures: number[] } {
  const weather = new Array<number>(parts).fill(0);
  const failures = new Array<number>(parts).fill(0);
  for (const { time, failure } of found) {
    if (time < from || time > to) continue;
    const part = Math.min(parts - 1, Math.floor(((time - from) / (to - from)) * parts));
    (failure ? failures : weather)[part]++;
  }
  return { weather, failures };
}
