import type { EventLog, Subscription } from '../../ingest/log/event-log.ts';
import { followTopic } from '../../ingest/log/follow-topic.ts';
import { type Station, stationKey } from '../../schemas/station.ts';
import type { NetworkStates } from '../network/network-states.ts';
import { NeededStations } from './needed-stations.ts';

/** What registrations are taken from and put into. */
export interface RegisteredStationsDependencies {
  readonly log: Pick<EventLog, 'subscribe' | 'ends' | 'partitionOf'>;
  readonly networks: NetworkStates;
  /** Largest distance of a neighbour [km]. */
  readonly radiusKm: number;
  /** All that are stored, in batches; the log has those that are not stored yet. */
  readonly stations: () => AsyncIterable<readonly Station[]>;
}

/**
 * Of all registrations those that the verification of a worker's partitions needs, in the states of the networks. Of the others
 * it keeps only that they are not needed: for other partitions all are read again.
 */
export class RegisteredStations {
  readonly #dependencies: RegisteredStationsDependencies;
  #needed: NeededStations;
  /** Those that new registrations are offered to: the same, or those that are being chosen. */
  #offered: NeededStations;
  /** Whether all registrations were read. */
  #isRead = false;
  #isNarrow = false;
  /** Whether what was narrow is being chosen anew, or rebuilt. */
  #isMending = false;
  /** Whether partitions were taken away since the stations were chosen. */
  #isWide = false;
  #following: Subscription | null = null;

  constructor(dependencies: RegisteredStationsDependencies) {
    this.#dependencies = dependencies;
    this.#needed = this.#newNeeded(new Set());
    this.#offered = this.#needed;
  }

  /** The stations that are needed. */
  get needed(): NeededStations {
    return this.#needed;
  }

  /** True where stations are needed whose reports were left out, until windows are rebuilt with them. */
  get isNarrow(): boolean {
    return this.#isNarrow || this.#isMending;
  }

  /**
   * Chooses the stations that some partitions need.
   *
   * @returns true where the reports of some of them were left out before
   */
  async choose(own: ReadonlySet<number>): Promise<boolean> {
    const before = this.#needed;
    const needed = this.#newNeeded(own);
    let isNew = this.#isNarrow;
    const offer = (station: Station) => {
      if (this.#put(needed, station, before)) isNew = true;
    };
    this.#isMending ||= this.#isNarrow;
    this.#isNarrow = false;
    this.#isWide = false;
    try {
      // Where none was left out the states have all of them.
      if (this.#isRead && before.left === 0) this.#offerKnown(needed);
      else await this.#readAll(needed, offer);
    } catch (error) {
      this.#isNarrow = true;
      throw error;
    }
    this.#needed = needed;
    this.#offered = needed;
    this.#isRead = true;
    return isNew;
  }

  /** Windows were rebuilt for the stations that were chosen. */
  mended(): void {
    this.#isMending = false;
  }

  /** What was rebuilt for the stations has failed: it is to be done again. */
  retry(): void {
    this.#isNarrow = true;
  }

  /** A partition was taken away: `narrow` has something to do. */
  widen(): void {
    this.#isWide = true;
  }

  /** Chooses among the stations that are known those that fewer partitions need; false where none was taken away. */
  narrow(own: ReadonlySet<number>): boolean {
    if (!this.#isWide || !this.#isRead) return false;
    this.#isWide = false;
    const needed = this.#newNeeded(own, this.#needed);
    this.#offerKnown(needed);
    this.#needed = needed;
    this.#offered = needed;
    return true;
  }

  /** The states were emptied: all registrations have to be read. */
  forget(): void {
    this.#isRead = false;
  }

  async stop(): Promise<void> {
    await this.#following?.stop();
  }

  #newNeeded(own: ReadonlySet<number>, before?: NeededStations): NeededStations {
    const { log, radiusKm } = this.#dependencies;
    return new NeededStations(own, radiusKm, (key) => log.partitionOf('observations', key), before);
  }

  /** Reads all that are stored and all that the log has; again where one came near to others that were left before. */
  async #readAll(needed: NeededStations, offer: (station: Station) => void): Promise<void> {
    const { log, stations } = this.#dependencies;
    do {
      needed.again();
      await this.#following?.stop();
      for await (const some of stations()) for (const station of some) offer(station);
      let isRead = false;
      this.#following = await followTopic(log, 'stations', 'neighbours', (station) => {
        if (isRead) this.#follow(this.#offered, station);
        else offer(station);
      });
      isRead = true;
      this.#offered = needed;
    } while (needed.isNarrow);
  }

  #offerKnown(needed: NeededStations): void {
    const { networks } = this.#dependencies;
    const offered = (offer: (station: Station) => void) => {
      for (const { stations } of networks.networks()) {
        for (const station of stations.registered) if (station !== undefined) offer(station);
      }
    };
    offered((station) => needed.mark(station));
    offered((station) => needed.offer(station));
  }

  /** A registration that comes while reports are read. */
  #follow(needed: NeededStations, station: Station): void {
    const { network, id } = station;
    const partition = this.#dependencies.log.partitionOf('observations', stationKey(network, id));
    const wasLeft = needed.leaves(network, id);
    const isRead = needed.read.has(partition);
    this.#put(needed, station, needed);
    if (needed.leaves(network, id)) return;
    // What it reported before was left out, or its partition is not read.
    if (wasLeft || !isRead || needed.isNarrow) this.#isNarrow = true;
  }

  /** Puts a registration into the states where it is needed, or known; true where its reports were left out until now. */
  #put(needed: NeededStations, station: Station, before: NeededStations): boolean {
    const { networks } = this.#dependencies;
    const { network, id } = station;
    const isKnown = networks.knows(network, id);
    const wasLeft = before.leaves(network, id);
    const isNeeded = needed.offer(station);
    if (!isNeeded && !isKnown) return false;
    networks.of(network).stations.put(station);
    return isNeeded && (wasLeft || !isKnown);
  }
}
