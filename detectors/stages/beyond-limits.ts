import type { Values } from '../../schemas/observation.ts';
import { VARIABLE_SPECIFICATIONS, VARIABLES } from '../../schemas/variables.ts';

/** Values beyond the physical limits as they came: the windows say only that they are. */
export class BeyondLimits {
  /** By slot, then station and variable. */
  readonly #values = new Map<number, Map<number, number>>();

  /** Takes in what a station reported for a slot, in place of what it had reported before. */
  note(station: number, slot: number, values: Values): void {
    let ofSlot = this.#values.get(slot);
    for (let v = 0; v < VARIABLES.length; v++) {
      const value = values[VARIABLES[v]];
      const { low, high } = VARIABLE_SPECIFICATIONS[VARIABLES[v]];
      const key = station * VARIABLES.length + v;
      if (value === null || (value >= low && value <= high)) {
        ofSlot?.delete(key);
        continue;
      }
      ofSlot ??= new Map();
      this.#values.set(slot, ofSlot.set(key, value));
    }
  }

  /** The value beyond the limits of one variable (index into VARIABLES); undefined where it is within. */
  at(station: number, v: number, slot: number): number | undefined {
    return this.#values.get(slot)?.get(station * VARIABLES.length + v);
  }

  /** Forgets the slots before one. */
  forgetBefore(slot: number): void {
    for (const held of this.#values.keys()) if (held < slot) this.#values.delete(held);
  }
}
