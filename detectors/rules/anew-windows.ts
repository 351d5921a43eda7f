import { VARIABLES } from '../../schemas/variables.ts';
import type { WindowView } from '../windows/window-view.ts';
import type { RuledStations } from './network-rules.ts';

/**
 * The windows as they tell what is usual when a slot is judged: of a sensor of which a fault was called none, what it read before
 * is missing.
 *
 * @returns the windows themselves where no fault was
 */
export function anewWindows(windows: WindowView, stations: RuledStations, slot: number): WindowView {
  return stations.rules.calledNone.isEmpty ? windows : new AnewWindows(windows, stations, slot);
}

class AnewWindows implements WindowView {
  readonly #windows: WindowView;
  readonly #stations: RuledStations;
  readonly #slot: number;

  constructor(windows: WindowView, stations: RuledStations, slot: number) {
    this.#windows = windows;
    this.#stations = stations;
    this.#slot = slot;
  }

  value(station: number, variable: number, slot: number): number {
    return slot < this.#first(station, variable) ? Number.NaN : this.#windows.value(station, variable, slot);
  }

  stretch(station: number, variable: number, from: number, count: number, step: number, into: Float64Array): void {
    this.#windows.stretch(station, variable, from, count, step, into);
    const first = this.#first(station, variable);
    for (let k = 0; k < count && from + k * step < first; k++) into[k] = Number.NaN;
  }

  reported(station: number, slot: number): boolean {
    return this.#windows.reported(station, slot);
  }

  newest(station: number): number {
    return this.#windows.newest(station);
  }

  #first(station: number, variable: number): number {
    const { ids, rules } = this.#stations;
    return rules.calledNone.anewFrom(ids[station], VARIABLES[variable], this.#slot);
  }
}
