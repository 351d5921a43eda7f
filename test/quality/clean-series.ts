import { slotOf } from '../../schemas/time.ts';
import { VARIABLES } from '../../schemas/variables.ts';
import type { InjectedHistory } from './injected-history.ts';

/** All values of a history by station, variable and slot: what is yet to come as well. */
export class CleanSeries {
  /** Slots from the first report to the last, both included. */
  readonly first: number;
  readonly length: number;
  readonly #values: readonly Float32Array[];

  private constructor(first: number, length: number, values: readonly Float32Array[]) {
    this.first = first;
    this.length = length;
    this.#values = values;
  }

  /** @param history nothing is injected into it, or it teaches what is no longer usual */
  static async of(history: InjectedHistory): Promise<CleanSeries> {
    const extent = (await history.extent()) ?? { first: 0, last: 0 };
    const ids = (await history.stations()).map(({ id }) => id);
    const first = slotOf(extent.first);
    const length = slotOf(extent.last) - first + 1;
    const values = ids.flatMap(() => VARIABLES.map(() => new Float32Array(length).fill(Number.NaN)));
    for await (const batch of history.read('quality', extent.first, extent.last)) {
      for (const { station, time, values: reported } of batch) {
        const at = ids.indexOf(station) * VARIABLES.length;
        for (const [v, variable] of VARIABLES.entries()) {
          values[at + v][slotOf(time) - first] = reported[variable] ?? Number.NaN;
        }
      }
    }
    return new CleanSeries(first, length, values);
  }

  /** Values of a variable at a station, from slot `first` on; NaN where there is none. */
  of(station: number, variable: number): Float32Array {
    return this.#values[station * VARIABLES.length + variable];
  }
}
