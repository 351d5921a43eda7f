import { VARIABLES } from '../../schemas/variables.ts';
import type { WindowView } from './window-view.ts';

/**
 * The windows as they would be if a report held its slot: what is asked about a report that the slots have no room for is
 * the same as of one that they hold.
 *
 * @param values of the report by variable, null where missing or impossible
 * @returns the windows themselves where they hold just these values
 */
export function reportInPlace(
  windows: WindowView,
  station: number,
  slot: number,
  values: readonly (number | null)[],
): WindowView {
  const held = (v: number) => Object.is(windows.value(station, v, slot), values[v] ?? Number.NaN);
  if (values.length === 0 || (windows.reported(station, slot) && VARIABLES.every((_, v) => held(v)))) return windows;
  return new ReportInPlace(windows, station, slot, values);
}

class ReportInPlace implements WindowView {
  readonly #windows: WindowView;
  readonly #station: number;
  readonly #slot: number;
  readonly #values: readonly (number | null)[];

  constructor(windows: WindowView, station: number, slot: number, values: readonly (number | null)[]) {
    this.#windows = windows;
    this.#station = station;
    this.#slot = slot;
    this.#values = values;
  }

  value(station: number, variable: number, slot: number): number {
    if (station !== this.#station || slot !== this.#slot) return this.#windows.value(station, variable, slot);
    return this.#values[variable] ?? Number.NaN;
  }

  stretch(station: number, variable: number, from: number, count: number, step: number, into: Float64Array): void {
    this.#windows.stretch(station, variable, from, count, step, into);
    const place = (this.#slot - from) / step;
    if (station !== this.#station || place < 0 || place >= count || !Number.isInteger(place)) return;
    into[place] = this.#values[variable] ?? Number.NaN;
  }

  reported(station: number, slot: number): boolean {
    return (station === this.#station && slot === this.#slot) || this.#windows.reported(station, slot);
  }

  newest(station: number): number {
    const newest = this.#windows.newest(station);
    return station === this.#station ? Math.max(newest, this.#slot) : newest;
  }
}
