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

/** One number for a value of a slot: the millisecond in the slot, its station and its variable. */
export function keyOf(station: number, v: number, slot: number, time: number): number {
  return (station * VARIABLES.length + v) * SLOT_MS + (time - slot * SLOT_MS + SLOT_MS / 2);
}
