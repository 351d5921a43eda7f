import type { Values } from '../../schemas/observation.ts';
import { SLOT_MS } from '../../schemas/time.ts';
import { VARIABLES } from '../../schemas/variables.ts';

/** Candidates that stand, each with the digest of its inputs: by slot, then by report and variable. */
export class StandingCandidates {
  readonly #bySlot = new Map<number, Map<number, string>>();

  /** The digest of what stands of a value; undefined where nothing does. */
  inputsOf(station: number, v: number, slot: number, time: number): string | undefined {
    return this.#bySlot.get(slot)?.get(keyOf(station, v, slot, time));
  }

  put(station: number, v: number, slot: number, time: number, inputs: string): void {
    let ofSlot = this.#bySlot.get(slot);
    if (ofSlot === undefined) {
      ofSlot = new Map();
      this.#bySlot.set(slot, ofSlot);
    }
    ofSlot.set(keyOf(station, v, slot, time), inputs);
  }

  remove(station: number, v: number, slot: number, time: number): void {
    this.#bySlot.get(slot)?.delete(keyOf(station, v, slot, time));
  }

  /** Forgets the slots before one. */
  forgetBefore(slot: number): void {
    for (const held of this.#bySlot.keys()) if (held < slot) this.#bySlot.delete(held);
  }
}

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

/** One number for a value of a slot: the millisecond in the slot, its station and its variable. */
function keyOf(station: number, v: number, slot: number, time: number): number {
  return (station * VARIABLES.length + v) * SLOT_MS + (time - slot * SLOT_MS + SLOT_MS / 2);
}
