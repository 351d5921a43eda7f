import { StationDirectory } from '../../ingest/intake/station-directory.ts';
import type { EventLog } from '../../ingest/log/event-log.ts';
import type { NetworkRegistry } from '../stores/roles/network-registry.ts';
import type { PlaceOf } from './stream-event.ts';

/** Where stations stand, those that are registered later too. */
export class StationPlaces {
  readonly #store: Pick<NetworkRegistry, 'allStations'>;
  readonly #stations = new StationDirectory();
  #followed = false;

  constructor(store: Pick<NetworkRegistry, 'allStations'>) {
    this.#store = store;
  }

  readonly placeOf: PlaceOf = (network, station) => this.#stations.get(network, station);

  /** Learns them from the log and the store; a second call does nothing. */
  async follow(log: EventLog): Promise<void> {
    if (this.#followed) return;
    this.#followed = true;
    await log.subscribe({ group: 'stream', topic: 'stations', read: 'all' }, async ({ records }) => {
      for (const { value } of records) this.#stations.put(value);
    });
    this.#stations.load(await this.#store.allStations());
  }
}
