import type { HalcyonError } from '../../schemas/errors.ts';
import type { DeliveredRecord, LogRecord } from './event-log.ts';

/** How far a group of consumers has come in one topic. */
export interface GroupProgress {
  /** Offset of the first record that is not committed. */
  committed: number;
  /** What was noted with it for a successor. */
  note: string;
  /** Called whenever records were added or the topic became full. */
  notify: () => void;
}

interface WaitingPublisher<T> {
  readonly records: readonly LogRecord<T>[];
  /** How many of them the topic has taken. */
  taken: number;
  readonly resolve: () => void;
  readonly reject: (error: HalcyonError) => void;
}

interface WaitingFlush {
  readonly target: number;
  readonly resolve: () => void;
  readonly reject: (error: HalcyonError) => void;
}

/**
 * One topic in memory: a ring of at most `capacity` records. A record is held until every group has committed it;
 * without any group it is dropped at once. Publishers that find no room wait in the order they came.
 */
export class EmbeddedTopic<T> {
  readonly #ring: (DeliveredRecord<T> | undefined)[] = [];
  readonly #capacity: number;
  readonly #groups = new Map<string, GroupProgress>();
  readonly #publishers: WaitingPublisher<T>[] = [];
  readonly #flushes: WaitingFlush[] = [];
  readonly #durable: GroupProgress | null;
  /** Offsets of the oldest record held and of the next one to come. */
  #oldest = 0;
  #next = 0;
  #closed: HalcyonError | null = null;

  /**
   * @param capacity records held at most
   * @param durableGroup group whose commit makes a record safe: it exists from the start, so that nothing is dropped before it subscribes
   */
  constructor(capacity: number, durableGroup: string | undefined) {
    this.#capacity = capacity;
    this.#durable = durableGroup === undefined ? null : this.group(durableGroup);
  }

  /** Records held: not yet committed by every group. */
  get held(): number {
    return this.#next - this.#oldest;
  }

  /** True where the next publisher has to wait. */
  get full(): boolean {
    return this.held >= this.#capacity;
  }

  get capacity(): number {
    return this.#capacity;
  }

  /** Offset of the oldest record held; of the next where none is. */
  get oldest(): number {
    return this.#oldest;
  }

  /** Offset that the next record will have. */
  get next(): number {
    return this.#next;
  }

  /** The progress of a group; a new one begins at the oldest record held. */
  group(name: string): GroupProgress {
    let progress = this.#groups.get(name);
    if (progress === undefined) {
      progress = { committed: this.#oldest, note: '', notify: () => {} };
      this.#groups.set(name, progress);
    }
    return progress;
  }

  /** Offset below which a group has done everything; null where there is no such group. */
  done(name: string): number | null {
    return this.#groups.get(name)?.committed ?? null;
  }

  /** What a group noted last; '' where it noted nothing. */
  note(name: string): string {
    return this.#groups.get(name)?.note ?? '';
  }

  /** Holds nothing for a group any more. */
  forget(name: string): void {
    this.#groups.delete(name);
    this.#release();
    this.#admit();
  }

  /** Takes records, as soon as there is room for them. */
  publish(records: readonly LogRecord<T>[]): Promise<void> {
    if (this.#closed !== null) return Promise.reject(this.#closed);
    if (this.#publishers.length === 0 && records.length <= this.#capacity - this.held) {
      this.#append(records, 0, records.length);
      return Promise.resolve();
    }
    return new Promise((resolve, reject) => {
      this.#publishers.push({ records, taken: 0, resolve, reject });
      this.#admit();
    });
  }

  /**
   * Resolves when the durable group has committed everything taken so far. What waits for room is not waited for: a reader
   * of the topic who asks may be the one who makes it.
   */
  flushed(): Promise<void> {
    if (this.#durable === null) return Promise.resolve();
    const target = this.#next;
    if (this.#durable.committed >= target) return Promise.resolve();
    if (this.#closed !== null) return Promise.reject(this.#closed);
    return new Promise((resolve, reject) => this.#flushes.push({ target, resolve, reject }));
  }

  /** Up to `count` records from an offset on that is held. */
  read(from: number, count: number): DeliveredRecord<T>[] {
    const end = Math.min(this.#next, from + count);
    const records: DeliveredRecord<T>[] = [];
    for (let offset = from; offset < end; offset++) {
      const record = this.#ring[offset % this.#capacity];
      if (record !== undefined) records.push(record);
    }
    return records;
  }

  /** Marks everything before `offset` as processed by a group and makes room where no other group needs it. */
  commit(progress: GroupProgress, offset: number): void {
    progress.committed = offset;
    if (progress === this.#durable) this.#settleFlushes();
    this.#release();
    this.#admit();
  }

  /** The same by the name of a group, which notes something with it; nothing of what it has done is taken back. */
  commitFor(name: string, offset: number, note: string): void {
    const progress = this.#groups.get(name);
    if (progress === undefined) return;
    progress.note = note;
    if (offset > progress.committed) this.commit(progress, offset);
  }

  /** Refuses everything that waits or comes later. */
  close(reason: HalcyonError): void {
    this.#closed = reason;
    for (const publisher of this.#publishers.splice(0)) publisher.reject(reason);
    for (const flush of this.#flushes.splice(0)) flush.reject(reason);
  }

  #append(records: readonly LogRecord<T>[], from: number, to: number): void {
    if (this.#groups.size === 0) {
      this.#next += to - from;
      this.#oldest = this.#next;
      return;
    }
    for (let i = from; i < to; i++) {
      const { key, value, headers } = records[i];
      const offset = this.#next++;
      this.#ring[offset % this.#capacity] =
        headers === undefined ? { key, value, offset } : { key, value, headers, offset };
    }
    for (const progress of this.#groups.values()) progress.notify();
  }

  #admit(): void {
    while (this.#publishers.length > 0) {
      const publisher = this.#publishers[0];
      const left = publisher.records.length - publisher.taken;
      const room = this.#groups.size === 0 ? left : Math.min(left, this.#capacity - this.held);
      this.#append(publisher.records, publisher.taken, publisher.taken + room);
      publisher.taken += room;
      if (room < left) return;
      this.#publishers.shift();
      publisher.resolve();
    }
  }

  #release(): void {
    let oldest = this.#next;
    for (const progress of this.#groups.values()) oldest = Math.min(oldest, progress.committed);
    for (; this.#oldest < oldest; this.#oldest++) this.#ring[this.#oldest % this.#capacity] = undefined;
  }

  #settleFlushes(): void {
    const committed = this.#durable?.committed ?? 0;
    // Targets never fall, so those reached stand in front.
    while (this.#flushes.length > 0 && this.#flushes[0].target <= committed) this.#flushes.shift()?.resolve();
  }
}
