/**
 * Slots between two reports from which on a station counts as hourly: a step of 20 minutes or more tells so little that it is
 * judged as one of an hour is.
 */
export const HOURLY_FROM = 2;
/** Beyond so many slots between two reports a station reports less often than every hour, by half of which one may be late. */
export const SELDOM_FROM = 9;
/** An hour: a station that reports every ten minutes and missed a report is not hourly [slots]. */
const LOOKED_BACK = 6;

/**
 * Whether a station counts as hourly at a slot at which it reported: no two of its reports in the hour up to it are nearer than
 * 20 minutes.
 *
 * @param reported whether it did at a slot
 * @param from no slot before this one is asked about
 */
export function isHourly(
  slot: number,
  reported: (slot: number) => boolean,
  from: number = Number.NEGATIVE_INFINITY,
): boolean {
  let later = slot;
  for (let t = slot - 1; t >= Math.max(from, slot - LOOKED_BACK); t--) {
    if (!reported(t)) continue;
    if (later - t < HOURLY_FROM) return false;
    later = t;
  }
  return true;
}
