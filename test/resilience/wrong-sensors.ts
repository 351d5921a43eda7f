import type { Observation } from '../../schemas/observation.ts';
import { SLOTS_PER_HOUR } from '../../schemas/time.ts';
import type { Variable } from '../../schemas/variables.ts';

/** The first sensor fails so many slots after the history begins, and another one so many after the one before. */
const FIRST = 6 * SLOTS_PER_HOUR;
const EVERY = 8 * SLOTS_PER_HOUR;
/** How long each is wrong [slots]: the next one has failed by then, so that a fault is open at any time. */
const LASTS = 10 * SLOTS_PER_HOUR;
/** Stations of two sensors that fail one after the other are so many apart in the row. */
const APART = 5;
/** How far each is off, in turns [unit of the variable]. */
const OFF_BY: readonly (readonly [Variable, number])[] = [
  ['wind_speed', 45],
  ['temp_out', 11],
  ['bar', -6],
];

/** How the sensors of a network fail, one after the other: each jumps, stays off for hours, and comes back. */
export class WrongSensors {
  readonly #stations: readonly string[];

  /** @param stations ids, in their row */
  constructor(stations: readonly string[]) {
    this.#stations = stations;
  }

  /** What a station reports. @param slot of the history, from 0 */
  reported(observation: Observation, slot: number): Observation {
    const values = { ...observation.values };
    for (let turn = Math.floor((slot - FIRST) / EVERY); turn >= 0 && slot < FIRST + turn * EVERY + LASTS; turn--) {
      const [variable, offset] = OFF_BY[turn % OFF_BY.length];
      const value = values[variable];
      if (observation.station !== this.#stations[(turn * APART) % this.#stations.length]) continue;
      if (typeof value === 'number') values[variable] = Math.round((value + offset) * 100) / 100;
    }
    return { ...observation, values };
  }
}
