import { digestOf, KeyTable } from '../../schemas/key-table.ts';
import { type Station, stationKey } from '../../schemas/station.ts';
import { NearTiles } from '../neighbours/near-tiles.ts';

/** What is needed of one network. */
interface NeededOfNetwork {
  /** Places within the radius of the partitions' own stations. */
  readonly near: NearTiles;
  /** Partitions that hold stations that are needed, and those that hold any. */
  readonly partitions: Set<number>;
  readonly homes: Set<number>;
}

const NONE: ReadonlySet<number> = new Set();

/**
 * The stations whose values the verification of some partitions needs: those of the partitions, and all within the radius of
 * one of them. Stations are offered one by one, as often as they are registered.
 */
export class NeededStations {
  readonly #own: ReadonlySet<number>;
  readonly #radiusKm: number;
  readonly #partitionOf: (key: string) => number;
  readonly #networks = new Map<string, NeededOfNetwork>();
  /** Stations that were offered and were not needed, and those of them that are by now. */
  readonly #left: KeyTable;
  readonly #back = new Set<string>();
  #isNarrow = false;

  /**
   * @param own partitions that are verified
   * @param radiusKm largest distance of a neighbour [km]
   * @param partitionOf partition of a station, by its key
   * @param before what more partitions needed: it is not used any more, and what it left out is left out
   */
  constructor(
    own: ReadonlySet<number>,
    radiusKm: number,
    partitionOf: (key: string) => number,
    before?: NeededStations,
  ) {
    this.#own = own;
    this.#radiusKm = radiusKm;
    this.#partitionOf = partitionOf;
    this.#left = before === undefined ? new KeyTable() : before.#left;
    for (const [network, partitions] of before?.homes ?? []) {
      for (const partition of partitions) this.#of(network).homes.add(partition);
    }
  }

  /** Takes in where a station of the partitions is, before all are offered. */
  mark({ network, id, latitude, longitude }: Station): void {
    if (this.#own.has(this.#partitionOf(stationKey(network, id)))) this.#of(network).near.mark(latitude, longitude);
  }

  /** Takes in a registration; true where the station is needed. */
  offer({ network, id, latitude, longitude }: Station): boolean {
    const key = stationKey(network, id);
    const partition = this.#partitionOf(key);
    const needed = this.#of(network);
    needed.homes.add(partition);
    if (this.#own.has(partition)) {
      if (needed.near.mark(latitude, longitude) && this.#left.size > 0) this.#isNarrow = true;
    } else if (!needed.near.isNear(latitude, longitude)) {
      this.#left.set(digestOf(key), 0);
      this.#back.delete(key);
      return false;
    }
    needed.partitions.add(partition);
    if (this.#left.get(key) !== undefined) this.#back.add(key);
    return true;
  }

  /** True where a station of the partitions is near to others that may have been left out before: all are to be offered again. */
  get isNarrow(): boolean {
    return this.#isNarrow;
  }

  /** All are about to be offered again: places that are near stay near. */
  again(): void {
    this.#isNarrow = false;
    this.#left.clear();
    this.#back.clear();
  }

  /** True where a station was offered, and is not needed. */
  leaves(network: string, id: string): boolean {
    if (this.#left.size === 0) return false;
    const key = stationKey(network, id);
    return this.#left.get(key) !== undefined && !this.#back.has(key);
  }

  /** How many stations were offered and not needed. */
  get left(): number {
    return this.#left.size;
  }

  /** Partitions that have to be read: those that are verified, and those that hold stations that are needed. */
  get read(): ReadonlySet<number> {
    const read = new Set(this.#own);
    for (const { partitions } of this.#networks.values()) for (const partition of partitions) read.add(partition);
    return read;
  }

  /** Partitions that hold stations of a network that are needed. */
  partitionsOf(network: string): ReadonlySet<number> {
    return this.#networks.get(network)?.partitions ?? NONE;
  }

  /** Partitions that hold registered stations of each network, needed or not. */
  get homes(): ReadonlyMap<string, ReadonlySet<number>> {
    return new Map(Array.from(this.#networks, ([network, { homes }]) => [network, homes]));
  }

  #of(network: string): NeededOfNetwork {
    let needed = this.#networks.get(network);
    if (needed === undefined) {
      needed = { near: new NearTiles(this.#radiusKm), partitions: new Set(), homes: new Set() };
      this.#networks.set(network, needed);
    }
    return needed;
  }
}
