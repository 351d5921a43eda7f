/** What the method expects at a time, and beyond which values it flags. Times in ms since the epoch. */
export interface BandSample {
  readonly time: number;
  readonly low: number;
  readonly high: number;
}

/** The band at each of some times. */
export interface Band {
  readonly low: (number | null)[];
  readonly high: (number | null)[];
}

/**
 * The band at some times, by straight lines between the samples around each. Where samples are farther apart than `gap`,
 * and before the first and after the last of them, there is none: nothing is said of what was not asked.
 *
 * @param samples in any order
 * @param times ascending, ms since the epoch
 * @param gap ms
 */
export function bandAt(samples: readonly BandSample[], times: readonly number[], gap: number): Band {
  const sorted = samples.toSorted((a, b) => a.time - b.time);
  const band: Band = { low: [], high: [] };
  let next = 0;
  for (const time of times) {
    while (next < sorted.length && sorted[next].time < time) next++;
    const after = sorted[next];
    const before = after?.time === time ? after : sorted[next - 1];
    if (before === undefined || after === undefined || after.time - before.time > gap) {
      band.low.push(null);
      band.high.push(null);
      continue;
    }
    const share = after.time === before.time ? 0 : (time - before.time) / (after.time - before.time);
    band.low.push(before.low + share * (after.low - before.low));
    band.high.push(before.high + share * (after.high - before.high));
  }
  return band;
}
