import type { Station } from '../../schemas/station.ts';
import { NetworkRules } from '../rules/network-rules.ts';
import { NeighbourIndex } from '../spatial/neighbour-index.ts';

/**
 * The stations of one network by index, in the order they became known, who is near whom, and what people have ruled of
 * them; windows and baselines are indexed alike.
 */
export class NetworkStations {
  readonly network: string;
  /** Identifiers by index. */
  readonly ids: string[] = [];
  /** Registrations by index; undefined where only observations are known. */
  readonly registered: (Station | undefined)[] = [];
  /** The neighbours of those that are registered: one index for all judges of the network, as large as its windows are. */
  readonly neighbours: NeighbourIndex;
  /** The rules by which they are judged. */
  readonly rules: NetworkRules;
  readonly #indices = new Map<string, number>();

  /** @param radiusKm largest distance of a neighbour [km] */
  constructor(
    network: string,
    radiusKm: number,
    stations: readonly Station[] = [],
    rules: NetworkRules = new NetworkRules(),
  ) {
    this.network = network;
    this.rules = rules;
    this.neighbours = new NeighbourIndex(radiusKm);
    for (const station of stations) this.put(station);
  }

  /** Takes in a registration; of two the newer counts. */
  put(station: Station): void {
    const index = this.indexOf(station.id);
    const known = this.registered[index];
    if (known !== undefined && known.updated > station.updated) return;
    this.registered[index] = station;
    this.neighbours.put(index, station);
  }

  /** Index of a station; a new one is given the next. */
  indexOf(id: string): number {
    let index = this.#indices.get(id);
    if (index === undefined) {
      index = this.ids.length;
      this.#indices.set(id, index);
      this.ids.push(id);
      this.registered.push(undefined);
    }
    return index;
  }
}
