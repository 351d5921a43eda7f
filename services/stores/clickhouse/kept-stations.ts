import type { Station } from '../../../schemas/station.ts';
import { allStations } from './station-lists.ts';
import type { StoreClient } from './store-client.ts';
import { positionOf } from './stored-parts.ts';

/** Registrations that are kept at most, of all networks: some 60 MB. */
const MOST = 200_000;

/**
 * The stations of networks that were read before, for as long as nothing is registered or removed: they are asked for with every
 * look at a network, and change seldom. Whoever registers, this process or another, moves the table on.
 */
export class KeptStations {
  readonly #client: StoreClient;
  /** How far the table was when they were read. */
  #position = '';
  /** By network, the one that was read last at the end. */
  readonly #kept = new Map<string, readonly Station[]>();

  constructor(client: StoreClient) {
    this.#client = client;
  }

  /** Every station of a network, ordered by id; the list is the caller's own. */
  async of(network: string): Promise<Station[]> {
    // Before they are read: what is registered meanwhile makes the next look read them again.
    const position = JSON.stringify(await positionOf(this.#client, 'stations'));
    if (position !== this.#position) this.#kept.clear();
    this.#position = position;
    const kept = this.#kept.get(network);
    if (kept !== undefined) return [...kept];
    const stations = await allStations(this.#client, network);
    if (this.#position === position) this.#keep(network, stations);
    return [...stations];
  }

  #keep(network: string, stations: readonly Station[]): void {
    this.#kept.delete(network);
    this.#kept.set(network, stations);
    let count = [...this.#kept.values()].reduce((sum, { length }) => sum + length, 0);
    for (const [name, { length }] of this.#kept) {
      if (count <= MOST) break;
      this.#kept.delete(name);
      count -= length;
    }
  }
}
