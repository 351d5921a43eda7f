import { isAgainstUsual } from '../../schemas/fault.ts';
import { VARIABLES } from '../../schemas/variables.ts';
import { anewWindows } from '../rules/anew-windows.ts';
import type { WindowView } from '../windows/window-view.ts';
import type { OpenFault } from './open-fault.ts';
import { type FaultPlace, toldId } from './told-fault.ts';

/** What people say of the faults of hours of a network, as its sensors are judged by it. */
export class WordsOnFaults {
  readonly #place: FaultPlace;

  constructor(place: FaultPlace) {
    this.#place = place;
  }

  /**
   * True where people have called a fault none by a slot. A sensor that is stuck or noisy by then is so whatever is usual: it would
   * be found again with its next report.
   */
  callNone(fault: OpenFault, slot: number): boolean {
    const { ids, rules } = this.#place.stations;
    if (rules.calledNone.isEmpty || !isAgainstUsual(fault.kind)) return false;
    return rules.calledNone.ends(ids[fault.station], toldId(fault, this.#place), slot);
  }

  /** First slot from which on a sensor is held against what it reads since, as one is judged; -Infinity where nothing is called none. */
  anewFrom(station: number, variable: number, slot: number): number {
    const { ids, rules } = this.#place.stations;
    return rules.calledNone.anewFrom(ids[station], VARIABLES[variable], slot);
  }

  /** The windows as they tell what is usual where a slot is judged. */
  usualIn(windows: WindowView, slot: number): WindowView {
    return anewWindows(windows, this.#place.stations, slot);
  }
}
