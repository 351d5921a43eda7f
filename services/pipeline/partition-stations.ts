import type { NetworkStates } from '../../detectors/network/network-states.ts';
import type { Station } from '../../schemas/station.ts';
import { stationKey } from '../../schemas/station.ts';

/**
 * The registrations that the temporal judgement of several partitions depends on: at which level a station's pressure is, and
 * over how many minutes its rain falls. Others are left out, as that judgement needs nothing of them.
 */
export class PartitionStations {
  readonly #partitionOf: (key: string) => number;
  readonly #stations = new Map<string, Station>();
  readonly #states = new Map<number, NetworkStates>();

  /** @param partitionOf partition of a station's observations, by the key of its records */
  constructor(partitionOf: (key: string) => number) {
    this.#partitionOf = partitionOf;
  }

  /** Takes in a registration, for the partition that is judged here and for those that may be taken over. */
  put(station: Station): void {
    const key = stationKey(station.network, station.id);
    const known = this.#stations.get(key);
    if (known === undefined && station.pressureLevel === 'unknown' && station.rainInterval === null) return;
    if (known !== undefined && known.updated > station.updated) return;
    this.#stations.set(key, station);
    this.#states.get(this.#partitionOf(key))?.of(station.network).stations.describe(station);
  }

  /** The state of the networks of a partition that is taken over gets to know its stations, now and from now on. */
  join(partition: number, states: NetworkStates): NetworkStates {
    this.#states.set(partition, states);
    for (const [key, station] of this.#stations) {
      if (this.#partitionOf(key) === partition) states.of(station.network).stations.describe(station);
    }
    return states;
  }

  /** The states of the partitions that were taken over here. */
  get states(): Iterable<NetworkStates> {
    return this.#states.values();
  }
}
