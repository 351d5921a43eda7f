import { rainCountOf } from '../../ingest/validation/rain-kinds.ts';
import type { Observation } from '../../schemas/observation.ts';
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

/** Rain of one station's observations that pass by in order of time. */
export class PassingRain {
  #count = Number.NaN;
  #slot = 0;

  /** mm in ten minutes; null where the observation has none, or a count and nothing to compare it with. */
  of({ values, original, time }: Observation): number | null {
    const count = rainCountOf(original);
    if (count === null) return values.rain;
    const slots = Math.max(1, slotOf(time) - this.#slot);
    const comparable = count < 0 || (!Number.isNaN(this.#count) && slots <= LONGEST_COUNT_GAP);
    const amount = comparable ? rainBetween(this.#count, count, slots) : null;
    if (count >= 0) {
      this.#count = count;
      this.#slot = slotOf(time);
    }
    return amount;
  }
}
