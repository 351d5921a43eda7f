import { SLOTS_PER_DAY } from '../../schemas/time.ts';
import { VARIABLES } from '../../schemas/variables.ts';
import { dayPartOf, firstSlotOfPart, LEVEL_DAYS, type Levels } from '../baselines/usual-levels.ts';
import type { RuledStations } from './network-rules.ts';

/** Where stations stood on the days before: of a sensor of which a fault was called none, on the days since. */
export class AnewLevels implements Levels {
  readonly #levels: Levels;
  readonly #stations: RuledStations;

  constructor(levels: Levels, stations: RuledStations) {
    this.#levels = levels;
    this.#stations = stations;
  }

  means(station: number, variable: number, slot: number, into: Float64Array): boolean {
    if (!this.#levels.means(station, variable, slot, into)) return false;
    const { ids, rules } = this.#stations;
    if (rules.calledNone.isEmpty) return true;
    const first = rules.calledNone.anewFrom(ids[station], VARIABLES[variable], slot);
    const part = firstSlotOfPart(slot, dayPartOf(slot));
    for (let day = 1; day <= LEVEL_DAYS; day++) if (part - day * SLOTS_PER_DAY < first) into[day - 1] = Number.NaN;
    return true;
  }
}
