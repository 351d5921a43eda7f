import type { DeliveredRecord, EventLog, Subscription } from '../../ingest/log/event-log.ts';
import { rainCountOf, rainIntervalOf } from '../../ingest/validation/rain-fields.ts';
import type { Observation } from '../../schemas/observation.ts';
import { SLOT_MS, slotOf } from '../../schemas/time.ts';
import type { WindowReport } from '../../schemas/window-report.ts';
import type { NetworkStates } from '../network/network-states.ts';
import { putReports, stationRuns } from '../windows/put-reports.ts';
import { ArrivalOrder } from './arrival-order.ts';
import { UnreadPartitions } from './unread-partitions.ts';

/** What a reader works with. */
export interface NeighbourReaderDependencies {
  readonly log: Pick<EventLog, 'subscribe' | 'ends'>;
  /** Windows that it fills. */
  readonly networks: NetworkStates;
  readonly latenessSlots: number;
  /** Slots that a report may be ahead of the clock. */
  readonly hindsightSlots: number;
  /** True for a station whose reports are not needed. */
  readonly leaves: (network: string, station: string) => boolean;
  /** Current time, ms since the epoch. */
  readonly now: () => number;
  /** Newest slot of a network that may enter the windows now. */
  readonly gate: (network: string) => number;
  /** Told of the networks that a batch brought something of. */
  readonly onRead: (networks: ReadonlySet<string>) => Promise<void>;
  /** How long a batch that is not full waits for more [ms], default 0. */
  readonly lingerMs?: number;
}

/** What is known of one partition. */
interface PartitionRead {
  /** Offset of the next record. */
  next: number;
  /** What the log took well before has been read, by its clock, ms since the epoch. */
  until: number;
  /** Newest slot of each network in the windows. */
  readonly reached: Map<string, number>;
  /** Records of each network that may not enter the windows yet, in order. */
  readonly held: Map<string, DeliveredRecord<Observation>[]>;
}

/** What is known of a network. */
interface Course {
  readonly arrivals: ArrivalOrder;
  first: number;
  /** When its newest slot was reached, ms since the epoch. */
  moved: number;
}

/** Records that are held back in all before reading pauses. */
const MOST_HELD = 100_000;
/**
 * Clocks of log and process may differ by so much [ms], and what a producer sends at once reaches all partitions within it:
 * history comes hours at a time, and one delivery may end in the middle of them.
 */
const CLOCKS_MS = 2_000;

/**
 * Reads partitions of `observations` into windows, for the verification against the neighbours. It runs ahead of the candidates
 * only as far as it is let, so that the windows still hold what they rest on: what is further ahead is held back.
 */
export class NeighbourReader {
  readonly #dependencies: NeighbourReaderDependencies;
  readonly #partitions = new Map<number, PartitionRead>();
  readonly #courses = new Map<string, Course>();
  /** Newest slot of each network that came from the store. */
  readonly #warmed = new Map<string, number>();
  #held = 0;
  /** Partitions that wait for room. */
  readonly #waiting: (() => void)[] = [];
  #subscription: Subscription | undefined;
  #wanted: ReadonlySet<number> = new Set();
  /** Offsets that reading begins at, by partition; null: at the beginning. */
  #begin: readonly number[] | null = null;
  /** Partitions that were read and are not needed any more, with the offsets of their next records. */
  readonly #left = new Map<number, number>();
  readonly #unread = new UnreadPartitions();

  constructor(dependencies: NeighbourReaderDependencies) {
    this.#dependencies = dependencies;
  }

  /**
   * Begins to read.
   *
   * @param positions offsets to begin at by partition; null: at the beginning of what the log holds
   * @param partitions those that are read
   */
  async start(positions: readonly number[] | null, partitions: ReadonlySet<number>): Promise<void> {
    this.#begin = positions;
    this.#wanted = partitions;
    for (const partition of partitions) this.#unread.forget(partition);
    this.#subscription = await this.#dependencies.log.subscribe(
      {
        group: 'neighbours',
        topic: 'observations',
        read: 'all',
        partitions,
        lingerMs: this.#dependencies.lingerMs ?? 0,
        onAssigned: async ({ partition }) => {
          const begin = positions?.[partition];
          const next = begin ?? 0;
          this.#partitions.set(partition, { next, until: 0, reached: new Map(), held: new Map() });
          return begin;
        },
      },
      async ({ partition, records }) => {
        const read = this.#partitions.get(partition);
        if (read === undefined) {
          const from = this.#left.get(partition);
          if (from === undefined) throw new Error(`partition ${partition} was delivered without being given`);
          // It stays where it is until reading ends.
          return { left: { from, ready: new Promise(() => {}) } };
        }
        const touched = new Set<string>();
        for (const record of records) {
          this.#read(read, record);
          touched.add(record.value.network);
        }
        await this.#dependencies.onRead(touched);
        if (this.#held <= MOST_HELD) return {};
        const ready = new Promise<void>((resolve) => {
          this.#waiting.push(resolve);
        });
        return { left: { from: read.next, ready } };
      },
    );
  }

  async stop(): Promise<void> {
    this.#letOn();
    await this.#subscription?.stop();
    this.#partitions.clear();
    this.#left.clear();
    this.#courses.clear();
    this.#warmed.clear();
    this.#held = 0;
  }

  /** Takes stored history of a network into the windows before the log is read. */
  warm(network: string, reports: readonly WindowReport[]): void {
    const { stations, windows } = this.#dependencies.networks.of(network);
    for (const [from, end] of stationRuns(reports)) {
      putReports(windows, stations, reports, from, end);
      this.#warmed.set(network, Math.max(this.#warmed.get(network) ?? -Infinity, slotOf(reports[end - 1].time)));
    }
  }

  /** Offsets up to which each partition has been read. */
  get ends(): number[] {
    return Array.from({ length: this.#count }, (_, partition) => this.#partitions.get(partition)?.next ?? 0);
  }

  get #count(): number {
    return Math.max(-1, ...this.#partitions.keys()) + 1;
  }

  /**
   * Offsets of the first records that are not in the windows, by partition; of one that is not given yet, where it will begin,
   * of one that is not read, before which nothing is newer than the windows may be.
   */
  get positions(): number[] {
    const count = Math.max(this.#count, this.#begin?.length ?? 0, this.#unread.count);
    return Array.from({ length: count }, (_, partition) => {
      const read = this.#partitions.get(partition);
      if (read !== undefined) return firstOutside(read);
      const begin = this.#begin?.[partition] ?? 0;
      return Math.max(begin, this.#unread.offsetOf(partition, this.#mayEnter) ?? 0);
    });
  }

  readonly #mayEnter = (network: string, slot: number) =>
    slot + this.#dependencies.hindsightSlots <= this.#dependencies.gate(network);

  /** Whether all of some partitions are read. */
  reads(partitions: Iterable<number>): boolean {
    for (const partition of partitions) if (!this.#wanted.has(partition)) return false;
    return true;
  }

  /** Ends reading partitions that are not needed any more. */
  leave(needed: ReadonlySet<number>): void {
    this.#wanted = new Set([...this.#wanted].filter((partition) => needed.has(partition)));
    for (const [partition, read] of this.#partitions) {
      if (needed.has(partition)) continue;
      this.#partitions.delete(partition);
      this.#left.set(partition, read.next);
      const begin = [...(this.#begin ?? [])];
      while (begin.length <= partition) begin.push(0);
      begin[partition] = firstOutside(read);
      this.#begin = begin;
      for (const queue of read.held.values()) this.#held -= queue.length;
    }
    if (this.#held <= MOST_HELD / 2) this.#letOn();
  }

  /**
   * Takes in how far the temporal stage has come in the partitions that are not read here: what was not reported here by then
   * does not come in time.
   *
   * @param judged offsets below which it has judged everything, by partition, asked for before the notes
   * @param notes what it has noted of each partition
   */
  hear(judged: readonly (number | null)[], notes: readonly string[]): void {
    const now = this.#dependencies.now();
    for (const [partition, note] of notes.entries()) {
      if (this.#partitions.has(partition)) continue;
      for (const [network, slot] of this.#unread.take(partition, judged[partition] ?? 0, note)) {
        const course = this.#courses.get(network);
        if (course === undefined || slot <= course.arrivals.newest) continue;
        course.moved = now;
        course.arrivals.note(Math.min(slot, slotOf(now)), now);
      }
    }
  }

  /** First slot that was read of a network; -Infinity before. */
  first(network: string): number {
    return this.#courses.get(network)?.first ?? Number.NEGATIVE_INFINITY;
  }

  /** First slot that was read of each network. */
  get firsts(): ReadonlyMap<string, number> {
    return new Map(Array.from(this.#courses, ([network, { first }]) => [network, first]));
  }

  /** True where something of a network was read in a partition. */
  has(partition: number, network: string): boolean {
    const read = this.#partitions.get(partition);
    return read !== undefined && (read.reached.has(network) || read.held.has(network));
  }

  /** Newest slot of a network in the windows; -Infinity before the first. */
  newest(network: string): number {
    let newest = this.#warmed.get(network) ?? Number.NEGATIVE_INFINITY;
    for (const { reached } of this.#partitions.values()) {
      newest = Math.max(newest, reached.get(network) ?? Number.NEGATIVE_INFINITY);
    }
    return newest;
  }

  /**
   * Slot up to which a partition's observations of a network are in the windows, as far as they come in time. Where the
   * partition has nothing of it, that is what other partitions had brought by then: by the log's clock it would have come.
   */
  reached(partition: number, network: string): number {
    const read = this.#partitions.get(partition);
    const course = this.#courses.get(network);
    if (read === undefined || course === undefined) return Number.NEGATIVE_INFINITY;
    const held = read.held.get(network)?.[0];
    // What is held back is the next of its network here: nothing of it is missing before.
    if (held !== undefined) return Math.max(read.reached.get(network) ?? -Infinity, slotOf(held.value.time));
    const { arrivals, moved } = course;
    const slot = Math.max(
      read.reached.get(network) ?? Number.NEGATIVE_INFINITY,
      arrivals.reachedBy(read.until - CLOCKS_MS),
    );
    const now = this.#dependencies.now();
    if (slot < arrivals.newest || now - moved < SLOT_MS) return slot;
    // Nothing has come of the whole network: it moves on with the clock.
    return Math.max(slot, Math.min(slot + Math.floor((now - moved) / SLOT_MS), slotOf(now)));
  }

  /** Slot up to which everything of a network that comes in time is in the windows, over the partitions of its stations. */
  complete(network: string, partitions: Iterable<number>): number {
    let least = Number.POSITIVE_INFINITY;
    for (const partition of partitions) least = Math.min(least, this.reached(partition, network));
    return least === Number.POSITIVE_INFINITY ? Number.NEGATIVE_INFINITY : least;
  }

  /** Looks where the log ends: a partition that has been read to its end holds nothing that came before. */
  async tick(): Promise<void> {
    const asked = this.#dependencies.now();
    const ends = await this.#dependencies.log.ends('observations');
    for (const [partition, read] of this.#partitions) {
      if (read.next >= (ends[partition] ?? 0)) read.until = Math.max(read.until, asked);
    }
  }

  /** Lets what was held back enter the windows as far as it may by now; true where something did. */
  release(): boolean {
    if (this.#held === 0) return false;
    const before = this.#held;
    for (const read of this.#partitions.values()) {
      for (const [network, queue] of read.held) {
        const gate = this.#dependencies.gate(network);
        let taken = 0;
        while (taken < queue.length && slotOf(queue[taken].value.time) <= gate) this.#take(read, queue[taken++].value);
        if (taken === queue.length) read.held.delete(network);
        else if (taken > 0) queue.splice(0, taken);
        this.#held -= taken;
      }
    }
    if (this.#held <= MOST_HELD / 2) this.#letOn();
    return this.#held < before;
  }

  #letOn(): void {
    for (const resolve of this.#waiting.splice(0)) resolve();
  }

  #read(read: PartitionRead, record: DeliveredRecord<Observation>): void {
    const { value, offset, appended = 0 } = record;
    const { network } = value;
    const now = this.#dependencies.now();
    const slot = slotOf(value.time);
    let course = this.#courses.get(network);
    if (course === undefined) {
      course = { arrivals: new ArrivalOrder(), first: slot, moved: now };
      this.#courses.set(network, course);
    }
    course.first = Math.min(course.first, slot);
    const reached = Math.min(slot, slotOf(now));
    if (reached > course.arrivals.newest) course.moved = now;
    course.arrivals.note(reached, appended);
    read.next = offset + 1;
    read.until = Math.max(read.until, appended);
    const queue = read.held.get(network);
    if (queue === undefined && slot <= this.#dependencies.gate(network)) {
      this.#take(read, value);
      return;
    }
    if (queue === undefined) read.held.set(network, [record]);
    else queue.push(record);
    this.#held++;
  }

  #take(read: PartitionRead, observation: Observation): void {
    const { network, time } = observation;
    const slot = slotOf(time);
    const before = read.reached.get(network) ?? Number.NEGATIVE_INFINITY;
    const reached = Math.max(before, Math.min(slot, slotOf(this.#dependencies.now())));
    read.reached.set(network, reached);
    if (slot >= reached - this.#dependencies.latenessSlots) this.#put(observation, slot);
  }

  #put({ network, station, time, values, original }: Observation, slot: number): void {
    if (this.#dependencies.leaves(network, station)) return;
    const { stations, windows } = this.#dependencies.networks.of(network);
    windows.put(stations.indexOf(station), slot, time, values, rainCountOf(original), rainIntervalOf(original));
  }
}

/** Offset of the first record of a partition that is not in the windows. */
function firstOutside({ next, held }: PartitionRead): number {
  let first = next;
  for (const queue of held.values()) first = Math.min(first, queue[0]?.offset ?? first);
  return first;
}
