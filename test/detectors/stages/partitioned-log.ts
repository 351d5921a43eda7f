import { setImmediate as turn } from 'node:timers/promises';
import type {
  Acceptance,
  BatchHandler,
  DeliveredRecord,
  EventLog,
  LogRecord,
  Subscription,
  SubscriptionOptions,
} from '../../../ingest/log/event-log.ts';
import type { TopicName, TopicRecords } from '../../../schemas/topics.ts';

/** What the members of a group have done of a topic. */
interface Group {
  readonly members: Member[];
  readonly done: (number | null)[];
  readonly notes: string[];
}

type AnyRecord = DeliveredRecord<unknown>;

/** An observation that a client was given. */
export interface Delivered {
  readonly client: number;
  readonly group: string;
  readonly partition: number;
  readonly offset: number;
}

/** Largest batch that is handed over. */
const BATCH = 200;

/** How a log in memory is made. */
export interface PartitionedLogOptions {
  readonly partitions: number;
  /** Its own clock, ms since the epoch. */
  readonly now: () => number;
  /** Partition of a station's observations; a hash of the key where not given. */
  readonly place?: (key: string) => number;
}

/**
 * A log with partitions and groups in memory, in the place of a broker: several clients share their topics as on Kafka. What
 * a partition's holder has in hand when it is taken away, is committed by nobody.
 */
export class PartitionedLog {
  readonly #options: PartitionedLogOptions;
  readonly #topics = new Map<TopicName, AnyRecord[][]>();
  readonly #groups = new Map<string, Group>();
  /** Those who read all of a topic. */
  readonly #followers = new Map<Member, TopicName>();
  /** The observations that were handed over. */
  readonly delivered: Delivered[] = [];
  #clients = 0;

  constructor(options: PartitionedLogOptions) {
    this.#options = options;
  }

  /** A client of its own. */
  open(): EventLog {
    const client = this.#clients++;
    const members = new Set<Member>();
    const log: EventLog = {
      traced: (topic) => ({ system: 'halcyon', destination: topic }),
      publish: async (topic, records) => this.#publish(topic, records),
      flushed: async () => {},
      subscribe: async (options, handler) => this.#subscribe(client, members, options, handler),
      partitionOf: (topic, key) => this.#partitionOf(topic, key),
      beginnings: async () => Array.from({ length: this.#options.partitions }, () => 0),
      ends: async (topic) => this.#partitions(topic).map(({ length }) => length),
      done: async (group, topic) => [...this.#group(group, topic).done],
      notes: async (group, topic) => [...this.#group(group, topic).notes],
      positions: (group, topic) => {
        const own = this.#group(group, topic).members.filter((member) => members.has(member));
        return new Map(own.flatMap((member) => [...member.positions]));
      },
      commit: async (group, topic, partition, { done, note }) => {
        const known = this.#group(group, topic);
        const holder = known.members.find((member) => member.holds(partition));
        if (holder === undefined || !members.has(holder)) return;
        known.done[partition] = done;
        known.notes[partition] = note;
      },
      close: async () => {
        await Promise.all(Array.from(members, (member) => member.stop()));
      },
    };
    return log;
  }

  /** True where everyone who reads all of a topic has taken what it has. */
  isTaken(topic: TopicName): boolean {
    const lengths = this.#partitions(topic).map(({ length }) => length);
    const followers = [...this.#followers].filter(([, followed]) => followed === topic);
    return followers.every(([{ positions }]) => {
      const taken = new Map(positions);
      return lengths.every((length, partition) => length === 0 || taken.get(partition) === length);
    });
  }

  #partitions(topic: TopicName): AnyRecord[][] {
    const known = this.#topics.get(topic) ?? Array.from({ length: this.#options.partitions }, () => []);
    this.#topics.set(topic, known);
    return known;
  }

  #partitionOf(topic: TopicName, key: string): number {
    const { partitions, place } = this.#options;
    if (topic === 'observations' && place !== undefined) return place(key) % partitions;
    let hash = 7;
    for (const letter of key) hash = (Math.imul(hash, 31) + letter.charCodeAt(0)) >>> 0;
    return hash % partitions;
  }

  #publish<K extends TopicName>(topic: K, records: readonly LogRecord<TopicRecords[K]>[]): void {
    const appended = this.#options.now();
    for (const record of records) {
      const partition = this.#partitions(topic)[record.partition ?? this.#partitionOf(topic, record.key)];
      partition.push({ ...record, offset: partition.length, appended });
    }
    for (const group of this.#groups.values()) for (const member of group.members) member.wake();
    for (const member of this.#followers.keys()) member.wake();
  }

  #group(group: string, topic: TopicName): Group {
    const key = `${group} ${topic}`;
    const none = Array.from({ length: this.#options.partitions }, () => null);
    const known = this.#groups.get(key) ?? { members: [], done: none, notes: none.map(() => '') };
    this.#groups.set(key, known);
    return known;
  }

  #subscribe<K extends TopicName>(
    client: number,
    members: Set<Member>,
    options: SubscriptionOptions<K>,
    handler: BatchHandler<TopicRecords[K]>,
  ): Subscription {
    const shares = (options.read ?? 'shared') === 'shared';
    const group = shares ? this.#group(options.group, options.topic) : null;
    const member = new Member({
      options: options as unknown as SubscriptionOptions<TopicName>,
      handler: handler as unknown as BatchHandler<unknown>,
      records: this.#partitions(options.topic),
      group,
      delivered: (partition, records) => {
        if (options.topic !== 'observations') return;
        for (const { offset } of records) this.delivered.push({ client, group: options.group, partition, offset });
      },
      left: () => {
        members.delete(member);
        this.#followers.delete(member);
        if (group !== null) this.#share(group);
      },
    });
    members.add(member);
    if (group === null) {
      this.#followers.set(member, options.topic);
      member.assign(
        this.#partitions(options.topic).flatMap((_, p) => (options.partitions?.has(p) === false ? [] : [p])),
      );
    } else {
      group.members.push(member);
      this.#share(group);
    }
    return { stop: () => member.stop() };
  }

  /** Partitions go round among the members. */
  #share({ members, done }: Group): void {
    for (const [k, member] of members.entries()) {
      member.assign([...done.keys()].filter((partition) => partition % members.length === k));
    }
  }
}

interface MemberOptions {
  readonly options: SubscriptionOptions<TopicName>;
  readonly handler: BatchHandler<unknown>;
  readonly records: readonly AnyRecord[][];
  readonly group: Group | null;
  readonly delivered: (partition: number, records: readonly AnyRecord[]) => void;
  readonly left: () => void;
}

/** A partition in the hands of a member. */
interface Holding {
  next: number | null;
  isHeld: boolean;
}

class Member {
  readonly #options: MemberOptions;
  readonly #holdings = new Map<number, Holding>();
  readonly #running = new Set<Promise<void>>();
  readonly #last = new Map<number, Promise<void>>();
  #waiting: (() => void)[] = [];
  #isStopped = false;

  constructor(options: MemberOptions) {
    this.#options = options;
  }

  get positions(): [number, number][] {
    return [...this.#holdings].flatMap(([partition, { next }]) => (next === null ? [] : [[partition, next]]));
  }

  holds(partition: number): boolean {
    return this.#holdings.get(partition)?.next !== undefined && this.#holdings.get(partition)?.next !== null;
  }

  wake(): void {
    for (const resolve of this.#waiting.splice(0)) resolve();
  }

  assign(partitions: readonly number[]): void {
    if (this.#isStopped) return;
    for (const [partition, holding] of this.#holdings) {
      if (partitions.includes(partition)) continue;
      holding.isHeld = false;
      this.#holdings.delete(partition);
      // What is being made ready is taken away when it is.
      if (holding.next !== null) this.#options.options.onRevoked?.(partition);
    }
    this.wake();
    for (const partition of partitions) {
      if (this.#holdings.has(partition)) continue;
      const holding: Holding = { next: null, isHeld: true };
      this.#holdings.set(partition, holding);
      // One after the other, where a partition goes and comes back meanwhile.
      const before = this.#last.get(partition) ?? Promise.resolve();
      const running: Promise<void> = before
        .then(() => this.#run(partition, holding))
        .finally(() => this.#running.delete(running));
      this.#last.set(partition, running);
      this.#running.add(running);
    }
  }

  async stop(): Promise<void> {
    const { group, left } = this.#options;
    this.#isStopped = true;
    const running = [...this.#running];
    for (const holding of this.#holdings.values()) holding.isHeld = false;
    this.wake();
    await Promise.all(running);
    this.#holdings.clear();
    if (group?.members.includes(this)) group.members.splice(group.members.indexOf(this), 1);
    left();
  }

  async #run(partition: number, holding: Holding): Promise<void> {
    const { options, records, group } = this.#options;
    const begin = await this.#begin(partition, holding);
    if (!holding.isHeld) {
      if (begin !== null) options.onRevoked?.(partition);
      return;
    }
    holding.next = begin;
    while (holding.isHeld) {
      const from = holding.next ?? 0;
      const batch = records[partition].slice(from, from + BATCH);
      if (batch.length === 0) {
        await new Promise<void>((resolve) => {
          this.#waiting.push(resolve);
        });
        continue;
      }
      const accepted = await this.#handOver(partition, batch);
      if (accepted === null || !holding.isHeld) continue;
      holding.next = accepted.left?.from ?? from + batch.length;
      if (group !== null) {
        group.done[partition] = accepted.done ?? holding.next;
        if (accepted.note !== undefined) group.notes[partition] = accepted.note;
      }
      if (accepted.left !== undefined) {
        const stopped = new Promise<void>((resolve) => {
          this.#waiting.push(resolve);
        });
        await Promise.race([accepted.left.ready, stopped]);
      }
    }
  }

  /** Offset to begin at; null where it was taken away before. */
  async #begin(partition: number, holding: Holding): Promise<number | null> {
    const { options, group } = this.#options;
    while (holding.isHeld) {
      const done = group?.done[partition] ?? null;
      const note = group?.notes[partition] ?? '';
      try {
        return (await options.onAssigned?.({ partition, done, note })) ?? done ?? 0;
      } catch {
        await turn();
      }
    }
    return null;
  }

  /** null where the batch is to come again. */
  async #handOver(partition: number, records: readonly AnyRecord[]): Promise<Acceptance | null> {
    const { handler, delivered, records: all } = this.#options;
    await turn();
    const behind = all[partition].length - (records[records.length - 1].offset + 1);
    delivered(partition, records);
    try {
      return (await handler({ partition, records, behind })) ?? {};
    } catch {
      await turn();
      return null;
    }
  }
}
