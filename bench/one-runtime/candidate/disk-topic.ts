import { mkdir, readdir } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import type { DeliveredRecord, LogRecord } from '../../../ingest/log/event-log.ts';
import { HalcyonError, messageOf } from '../../../schemas/errors.ts';
import type { TopicName, TopicRecords } from '../../../schemas/topics.ts';
import { frameAt, framesOf, recordAt } from './frames.ts';
import { Segment } from './segment.ts';

const SEGMENT_BYTES = 32 * 1024 * 1024;
/** Newest records that stay in memory for readers that are not further behind. */
const MOST_CACHED = 65_536;

/** Records that wait to be written at most: then whoever publishes waits too. */
const MOST_WAITING = 65_536;
/** False where what is acknowledged need not outlive the machine, as with the engine of the embedded store. */
const IS_SAFE = process.env['ONE_RUNTIME_FSYNC'] !== 'off';
/** How long a disk that takes nothing is left alone [ms]. */
const AGAIN_MS = 500;

/**
 * One topic, one partition: segments on disk, and in memory the newest records that some reader has yet to take. A record is
 * there for readers once it is written: it outlives the process, and after `sync` the machine.
 */
export class DiskTopic<K extends TopicName> {
  readonly #topic: K;
  readonly #folder: string;
  readonly #segments: Segment[];
  /** Those from `#cachedFrom` on. */
  #cached: DeliveredRecord<TopicRecords[K]>[] = [];
  #cachedFrom: number;
  /** Records that were taken and are not written yet. */
  #waiting: LogRecord<TopicRecords[K]>[] = [];
  #writing: Promise<void> | null = null;
  /** Those who wait until a write has succeeded or failed. */
  #watching: { readonly done: () => void; readonly failed: (error: HalcyonError) => void }[] = [];
  /** Offset behind the last record that was taken. */
  #taken: number;
  #synced: number;
  #syncing: Promise<void> | null = null;
  #closed: HalcyonError | null = null;
  /** Called when records were added. */
  readonly onAppend = new Set<() => void>();
  /** Offsets below which each reader that runs has taken everything. */
  readonly positions = new Map<object, number>();

  private constructor(topic: K, folder: string, segments: Segment[]) {
    this.#topic = topic;
    this.#folder = folder;
    this.#segments = segments;
    this.#cachedFrom = this.next;
    this.#taken = this.next;
    this.#synced = this.next;
  }

  static async open<K extends TopicName>(topic: K, folder: string): Promise<DiskTopic<K>> {
    await mkdir(folder, { recursive: true });
    const firsts = (await readdir(folder)).map(Segment.firstOf).filter((first) => first !== null);
    firsts.sort((a, b) => a - b);
    const closed = firsts.slice(0, -1).map((first, k) => Segment.closed(folder, first, firsts[k + 1]));
    return new DiskTopic(topic, folder, [...closed, await Segment.active(folder, firsts.at(-1) ?? 0)]);
  }

  get beginning(): number {
    return this.#segments[0].first;
  }

  /** Offset of the next record to be written. */
  get next(): number {
    return this.#active.next;
  }

  get #active(): Segment {
    return this.#segments[this.#segments.length - 1];
  }

  /** Takes records, which are written behind the call: those that come meanwhile go together in the next write. */
  async publish(records: readonly LogRecord<TopicRecords[K]>[]): Promise<void> {
    while (this.#waiting.length > MOST_WAITING) await this.#nextWrite();
    if (this.#closed !== null) throw this.#closed;
    if (records.length === 0) return;
    for (const record of records) this.#waiting.push(record);
    this.#taken += records.length;
    this.#writing ??= this.#writeAll();
  }

  /**
   * Resolves when everything published before the call is on the disk.
   *
   * @throws HalcyonError `insufficient_storage` where the disk does not take it; it is tried again
   */
  async sync(): Promise<void> {
    const target = this.#taken;
    while (this.next < target) await this.#nextWrite();
    while (this.#synced < target) {
      this.#syncing ??= this.#syncActive().finally(() => {
        this.#syncing = null;
      });
      await this.#syncing;
    }
  }

  /** True where a read from an offset is from memory. */
  hasCached(from: number): boolean {
    return from >= this.#cachedFrom;
  }

  /** Records from an offset on that memory has. */
  cached(from: number, count: number): DeliveredRecord<TopicRecords[K]>[] {
    return this.#cached.slice(from - this.#cachedFrom, from - this.#cachedFrom + count);
  }

  /** Up to so many records from an offset on, from the disk. */
  async stored(from: number, count: number): Promise<DeliveredRecord<TopicRecords[K]>[]> {
    const segment = this.#segments.findLast(({ first }) => first <= from) ?? this.#segments[0];
    const { bytes, offset: first } = await segment.read(from);
    const records: DeliveredRecord<TopicRecords[K]>[] = [];
    let offset = first;
    for (let at = 0, size = frameAt(bytes, 0); size > 0; at += size, size = frameAt(bytes, at)) {
      if (offset >= from) records.push(recordAt(this.#topic, bytes, at, offset));
      offset++;
      if (records.length >= count) break;
    }
    if (records.length === 0) throw new Error(`${this.#folder}: offset ${from} cannot be read`);
    return records;
  }

  /** Forgets what every running reader has taken. */
  trim(): void {
    const least = Math.max(Math.min(this.next, ...this.positions.values()), this.next - MOST_CACHED);
    // To take one off the front moves all others.
    if (least - this.#cachedFrom < this.#cached.length / 2) return;
    this.#cached = this.#cached.slice(least - this.#cachedFrom);
    this.#cachedFrom = least;
  }

  /** Removes segments that nobody needs, but the last of them. @param needed offset below which every group has done everything */
  async retain(needed: number): Promise<void> {
    const least = Math.min(needed, ...this.positions.values());
    while (this.#segments.length > 2 && this.#segments[1].next <= least) await this.#segments.shift()?.remove();
  }

  async close(reason: HalcyonError): Promise<void> {
    this.#closed = reason;
    await this.#writing;
    await this.#syncing;
    await this.#active.close();
  }

  #nextWrite(): Promise<void> {
    if (this.#writing === null && this.#closed !== null) return Promise.reject(this.#closed);
    return new Promise((done, failed) => {
      this.#watching.push({ done, failed });
    });
  }

  async #writeAll(): Promise<void> {
    // What is published at the same time comes along.
    await new Promise(setImmediate);
    while (this.#waiting.length > 0) {
      const some = this.#waiting;
      this.#waiting = [];
      const failure = await this.#write(some);
      const watching = this.#watching.splice(0);
      if (failure === null) {
        for (const { done } of watching) done();
        for (const notify of this.onAppend) notify();
        continue;
      }
      for (const { failed } of watching) failed(failure);
      if (this.#closed !== null) break;
      this.#waiting = [...some, ...this.#waiting];
      await sleep(AGAIN_MS);
    }
    this.#writing = null;
  }

  /** @returns why nothing of them is written; null where all is */
  async #write(records: readonly LogRecord<TopicRecords[K]>[]): Promise<HalcyonError | null> {
    try {
      if (this.#active.bytes > SEGMENT_BYTES) await this.#roll();
      const appended = Date.now();
      let offset = this.next;
      this.#active.append(framesOf(this.#topic, records, appended));
      for (const { key, value, headers } of records) {
        const record = { key, value, offset: offset++, appended };
        this.#cached.push(headers === undefined ? record : { ...record, headers });
      }
      if (this.#cached.length > 2 * MOST_CACHED || this.positions.size === 0) this.trim();
      return null;
    } catch (cause) {
      return new HalcyonError('insufficient_storage', `the log cannot be written: ${messageOf(cause)}`, { cause });
    }
  }

  async #roll(): Promise<void> {
    await this.#syncing;
    const last = this.#active;
    await last.close();
    this.#synced = last.next;
    this.#segments.push(await Segment.active(this.#folder, last.next));
  }

  async #syncActive(): Promise<void> {
    const target = this.next;
    if (IS_SAFE) await this.#active.sync();
    this.#synced = Math.max(this.#synced, target);
  }
}
