/** First time between two attempts, and the longest [ms]. */
const FIRST_MS = 5_000;
const LONGEST_MS = 3_600_000;
/** A delivery is given up when it is older than this [ms]. */
export const GIVEN_UP_MS = 86_400_000;

/**
 * When to try again what has failed: twice as long after each attempt, up to an hour, a random half of it earlier, so that
 * what failed together does not come back together ("equal jitter"; M. Brooker, "Exponential Backoff And Jitter", AWS
 * Architecture Blog, 2015).
 *
 * @param attempts that were made, 1 or more
 * @param random in [0, 1)
 * @returns time to wait [ms]
 */
export function waitBeforeRetry(attempts: number, random: number): number {
  const most = Math.min(LONGEST_MS, FIRST_MS * 2 ** Math.min(attempts - 1, 30));
  return Math.round(most * (0.5 + 0.5 * random));
}
