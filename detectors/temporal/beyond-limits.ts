import type { Values } from '../../schemas/observation.ts';
import { VARIABLES } from '../../schemas/variables.ts';
import { keyOf } from './standing-candidates.ts';

/** Values beyond the limits as they came: the windows say only that they are. */
export class BeyondLimits {
  /** By slot, then by report and variable. */
  readonly #values = new Map<number, Map<number, number>>();

  /**
   * Takes in what a report reads, in place of what a report of that time read before.
   *
   * @param contents what windows hold of it by variable: Infinity where it is beyond
   */
  note(station: number, slot: number, time: number, values: Values, contents: Float64Array): void {
    let ofSlot = this.#values.get(slot);
    for (let v = 0; v < VARIABLES.length; v++) {
      const value = values[VARIABLES[v]];
      const key = keyOf(station, v, slot, time);
      if (value === null || contents[v] !== Number.POSITIVE_INFINITY) {
        ofSlot?.delete(key);
        continue;
      }
      ofSlot ??= new Map();
      this.#values.set(slot, ofSlot.set(key, value));
    }
  }

  /** The value beyond the limits of one variable (index into VARIABLES); undefined where it is within. */
  at(station: number, v: number, slot: number, time: number): number | undefined {
    return this.#values.get(slot)?.get(keyOf(station, v, slot, time));
  }

  /** Forgets the slots before one. */
  forgetBefore(slot: number): void {
    for (const held of this.#values.keys()) if (held < slot) this.#values.delete(held);
  }
}
