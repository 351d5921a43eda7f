import { type ExpertRule, isEverJudgedBy } from '../../schemas/expert-rule.ts';
import { isAgainstUsual } from '../../schemas/fault.ts';
import type { Variable } from '../../schemas/variables.ts';

/**
 * The faults of one network that people called none while they held. From then on what was usual of their sensors before does not
 * count: they are held against what they read since.
 */
export class CalledNone {
  readonly #byStation = new Map<string, ExpertRule[]>();

  /** Takes in a word that a fault is none, or what it has become. */
  put(word: ExpertRule): void {
    const { station, id, fault } = word;
    if (fault === null || !isAgainstUsual(fault.kind)) return;
    const known = this.#byStation.get(station) ?? [];
    // Of two the ended one is the newer, whichever comes first.
    if (known.some((one) => one.id === id && one.ended !== null)) return;
    this.#byStation.set(station, [...known.filter((one) => one.id !== id), word]);
  }

  /** True where there is none. */
  get isEmpty(): boolean {
    return this.#byStation.size === 0;
  }

  /** True where a fault was called none, and a slot is judged by that. */
  ends(station: string, fault: string, slot: number): boolean {
    return this.#words(station, slot).some((one) => one.fault?.id === fault);
  }

  /**
   * First slot from which on a sensor is held against what it reads since, as a slot is judged: by the first word on each fault, as
   * that has ended the fault. -Infinity where nobody called a fault of it none.
   */
  anewFrom(station: string, variable: Variable, slot: number): number {
    // It is asked for every value.
    if (!this.#byStation.has(station)) return Number.NEGATIVE_INFINITY;
    const first = new Map<string | undefined, number>();
    for (const { variables, fault, firstSlot } of this.#words(station, slot)) {
      if (!variables.includes(variable)) continue;
      first.set(fault?.id, Math.min(firstSlot, first.get(fault?.id) ?? firstSlot));
    }
    return Math.max(Number.NEGATIVE_INFINITY, ...first.values());
  }

  /** Those that a slot is judged by. One that is taken back later still counts: what it ended stays ended. */
  #words(station: string, slot: number): readonly ExpertRule[] {
    const words = this.#byStation.get(station) ?? NONE;
    return words.filter((word) => word.firstSlot <= slot && isEverJudgedBy(word));
  }
}

const NONE: readonly ExpertRule[] = [];
