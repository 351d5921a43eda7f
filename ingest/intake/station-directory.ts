import type { Station } from '../../schemas/station.ts';

/** The registered stations of all networks, in memory: what validation asks whether a station is known. */
export class StationDirectory {
  // Maps, not objects: an id may be any text, `__proto__` too.
  private readonly byNetwork = new Map<string, Map<string, Station>>();
  private count = 0;

  /** Number of stations of all networks, retired ones too. */
  get size(): number {
    return this.count;
  }

  get(network: string, id: string): Station | undefined {
    return this.byNetwork.get(network)?.get(id);
  }

  /** Stations of a network, retired ones too, in the order of their first registration; a copy. */
  list(network: string): Station[] {
    const stations = this.byNetwork.get(network);
    return stations === undefined ? [] : Array.from(stations.values());
  }

  /** Names of the networks, in order. */
  networks(): string[] {
    return Array.from(this.byNetwork.keys()).sort();
  }

  /** Names of the networks that have a station of an id, in order, by the ids of a list; an id that none has is left out. */
  networksWith(ids: ReadonlySet<string>): Map<string, string[]> {
    const found = new Map<string, string[]>();
    for (const network of this.networks()) {
      const stations = this.byNetwork.get(network) ?? new Map<string, Station>();
      // The shorter of the two: a long list meets many networks, and one station meets large ones.
      const [some, others] = ids.size < stations.size ? [ids, stations] : [stations, ids];
      for (const id of some.keys()) {
        if (!others.has(id)) continue;
        const networks = found.get(id);
        if (networks === undefined) found.set(id, [network]);
        else networks.push(network);
      }
    }
    return found;
  }

  /** Takes a registration; of two of one station the one with the newer `updated` stays, on a tie the later put. */
  put(station: Station): void {
    let stations = this.byNetwork.get(station.network);
    if (stations === undefined) {
      stations = new Map();
      this.byNetwork.set(station.network, stations);
    }
    const known = stations.get(station.id);
    if (known === undefined) this.count += 1;
    else if (known.updated > station.updated) return;
    stations.set(station.id, station);
  }

  /** Puts many. */
  load(stations: Iterable<Station>): void {
    for (const station of stations) this.put(station);
  }

  /** Forgets a network with all its stations. */
  removeNetwork(network: string): void {
    this.count -= this.byNetwork.get(network)?.size ?? 0;
    this.byNetwork.delete(network);
  }
}
