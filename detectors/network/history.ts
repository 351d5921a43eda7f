import type { WindowStore } from '../windows/window-store.ts';

/**
 * Reads the history of one value out of the windows at the station's own cadence, into arrays that are used again.
 * The cadence is found from the window itself, so that a judgement stays a function of what it looks at: the most common
 * distance between reports in it, the shorter on a tie.
 */
export class History {
  readonly #windows: WindowStore;
  readonly #slots: number;
  readonly #gaps: Uint16Array;
  readonly #arrays = new Map<number, Float64Array>();

  /** @param slots length of the window */
  constructor(windows: WindowStore, slots: number) {
    this.#windows = windows;
    this.#slots = slots;
    this.#gaps = new Uint16Array(slots + 1);
  }

  /** Slots between two reports of a station around a slot; 1 where fewer than two are known. */
  cadence(station: number, slot: number): number {
    const gaps = this.#gaps.fill(0);
    // Any other distance takes two slots or more of what is left: from a third on none can become more common than one slot.
    const third = Math.ceil(this.#slots / 3);
    this.#windows.countGaps(station, slot, this.#slots, third, gaps);
    if (gaps[1] >= third) return 1;
    let best = 1;
    for (let gap = 2; gap < gaps.length; gap++) if (gaps[gap] > gaps[best]) best = gap;
    return best;
  }

  /**
   * Values before a slot, oldest first, NaN where missing.
   *
   * @returns an array that the next call writes again
   */
  before(station: number, variable: number, slot: number, cadence: number): Float64Array {
    const length = Math.floor(this.#slots / cadence);
    let values = this.#arrays.get(length);
    if (values === undefined) {
      values = new Float64Array(length);
      this.#arrays.set(length, values);
    }
    this.#windows.stretch(station, variable, slot - length * cadence, length, cadence, values);
    return values;
  }
}
