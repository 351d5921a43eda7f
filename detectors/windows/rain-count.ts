import { slotOf } from '../../schemas/time.ts';

/** Slots between two counts beyond which nothing is said of the rain between them: an hour's mean is no ten minutes' rain. */
export const LONGEST_COUNT_GAP = 6;
/** A gauge takes back a tip or two, never more [mm]. */
const MOST_TAKEN_BACK = 1;

/**
 * Rain in ten minutes between two counts: what was added, spread evenly over the slots between them. A count that has
 * fallen began anew, at midnight or whenever it was, and is itself what fell since; one that has fallen by a millimetre
 * at most and not below its half took a tip back, and nothing fell. Both are the least that can have fallen.
 *
 * @param before an earlier count, 0 or above [mm]
 * @param now the count; one below 0 is handed back, impossible as it is [mm]
 * @param slots from the earlier count to this one, at least 1
 * @returns mm in ten minutes, to a thousandth
 */
export function rainBetween(before: number, now: number, slots: number): number {
  if (now < 0) return now;
  const fallen = before - now;
  const takenBack = fallen > 0 && fallen <= MOST_TAKEN_BACK && now >= before / 2;
  const amount = (fallen <= 0 ? now - before : takenBack ? 0 : now) / slots;
  return amount < 1e9 ? Math.round(amount * 1000) / 1000 : amount;
}

/** Rain of one station's reports that pass by in order of time. */
export class PassingRain {
  #count = Number.NaN;
  #slot = 0;

  /**
   * @param time of the report, ms since the epoch
   * @param amount that it came as [mm in ten minutes], NaN where there is none
   * @param count that it came as [mm], NaN where it is none
   * @returns mm in ten minutes; NaN where the report has none, or a count and nothing to compare it with
   */
  of(time: number, amount: number, count: number): number {
    if (Number.isNaN(count)) return amount;
    const slots = Math.max(1, slotOf(time) - this.#slot);
    const comparable = count < 0 || (!Number.isNaN(this.#count) && slots <= LONGEST_COUNT_GAP);
    const fallen = comparable ? rainBetween(this.#count, count, slots) : Number.NaN;
    if (count >= 0) {
      this.#count = count;
      this.#slot = slotOf(time);
    }
    return fallen;
  }
}
