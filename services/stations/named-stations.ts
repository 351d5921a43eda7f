import { shown } from '../../ingest/validation/refusal.ts';
import type { Problem } from '../../schemas/errors.ts';
import { type Station, stationKey } from '../../schemas/station.ts';

/** The stations that a list names. A list that is registered as a whole names each of them once. */
export class NamedStations {
  readonly #places = new Map<string, string>();

  /**
   * @param loc where the station stands in the list
   * @returns a problem that names both places, where it was named before
   */
  add({ network, id }: Pick<Station, 'network' | 'id'>, loc: Problem['loc']): Problem[] {
    const key = stationKey(network, id);
    const before = this.#places.get(key);
    if (before === undefined) {
      this.#places.set(key, loc.join('.'));
      return [];
    }
    const msg = `station ${shown(id)} is already named by ${before}, should be named once`;
    return [{ loc: [...loc, 'station_id'], msg, type: 'value_error' }];
  }
}
