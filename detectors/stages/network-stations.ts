import type { Station } from '../../schemas/station.ts';

/** The stations of one network by index, in the order they became known; windows and baselines are indexed alike. */
export class NetworkStations {
  readonly network: string;
  /** Identifiers by index. */
  readonly ids: string[] = [];
  /** Registrations by index; undefined where only observations are known. */
  readonly registered: (Station | undefined)[] = [];
  /** Indices in the order of their registrations, one entry for each change: followers remember how far they have read. */
  readonly changed: number[] = [];
  readonly #indices = new Map<string, number>();

  constructor(network: string, stations: readonly Station[] = []) {
    this.network = network;
    for (const station of stations) this.put(station);
  }

  /** Takes in a registration; of two the newer counts. */
  put(station: Station): void {
    const index = this.indexOf(station.id);
    const known = this.registered[index];
    if (known !== undefined && known.updated > station.updated) return;
    this.registered[index] = station;
    this.changed.push(index);
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
