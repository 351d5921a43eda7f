import { VARIABLES } from '../../schemas/variables.ts';
import type { WindowView } from '../windows/window-view.ts';
import type { RuledStations } from './network-rules.ts';

/** The windows as baselines learn from them: what was reported in maintenance is missing. */
export class TaughtWindows implements WindowView {
  readonly #windows: WindowView;
  readonly #stations: RuledStations;

  constructor(windows: WindowView, stations: RuledStations) {
    this.#windows = windows;
    this.#stations = stations;
  }

  value(station: number, variable: number, slot: number): number {
    return this.#teaches(station, variable, slot) ? this.#windows.value(station, variable, slot) : Number.NaN;
  }

  stretch(station: number, variable: number, from: number, count: number, step: number, into: Float64Array): void {
    this.#windows.stretch(station, variable, from, count, step, into);
    for (let k = 0; k < count; k++) if (!this.#teaches(station, variable, from + k * step)) into[k] = Number.NaN;
  }

  reported(station: number, slot: number): boolean {
    if (!this.#windows.reported(station, slot)) return false;
    return VARIABLES.some((_, variable) => this.#teaches(station, variable, slot));
  }

  newest(station: number): number {
    return this.#windows.newest(station);
  }

  #teaches(station: number, variable: number, slot: number): boolean {
    const { ids, rules } = this.#stations;
    return rules.noWindows || rules.teaches(ids[station], VARIABLES[variable], slot);
  }
}
