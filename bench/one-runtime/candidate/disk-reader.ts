import { setImmediate } from 'node:timers/promises';
import { DEFAULT_BACKOFF, waitAfter } from '../../../ingest/log/backoff.ts';
import type { Acceptance, BatchHandler, SubscriptionOptions } from '../../../ingest/log/event-log.ts';
import type { TopicName, TopicRecords } from '../../../schemas/topics.ts';
import type { CommittedOffsets } from './committed-offsets.ts';
import type { DiskTopic } from './disk-topic.ts';

/** What a reader reads with. */
export interface DiskReaderDependencies<K extends TopicName> {
  readonly topic: DiskTopic<K>;
  readonly offsets: CommittedOffsets;
  readonly options: SubscriptionOptions<K>;
  readonly handler: BatchHandler<TopicRecords[K]>;
  readonly lingerMs: number;
  /** False while a member of its group that came before it is there: it stands by. */
  readonly isFirst: () => boolean;
  readonly onRejection: (error: unknown, attempt: number) => void;
}

const DEFAULT_BATCH = 1_000;
/** Longest run of deliveries before timers and sockets of the same process get their turn [ms]. */
const TURN_MS = 10;

/** One consumer of one topic of one partition; of the members of a group the longest-standing gets all of it. */
export class DiskReader<K extends TopicName> {
  readonly #dependencies: DiskReaderDependencies<K>;
  #ended: Promise<void> = Promise.resolve();
  /** Offset of the next record to take; null before it is known. */
  next: number | null = null;
  #stopped = false;
  #isReady: (() => boolean) | null = null;
  #resume: () => void = () => {};
  /** Looks again at what it waits for. */
  readonly wake = () => {
    if (this.#isReady !== null && (this.#stopped || this.#isReady())) this.#resume();
  };

  constructor(parts: DiskReaderDependencies<K>) {
    this.#dependencies = parts;
  }

  /** Begins to deliver. */
  start(): void {
    const { topic, options } = this.#dependencies;
    topic.onAppend.add(this.wake);
    this.#ended = this.#run(options.read === 'new' ? topic.next : null);
  }

  get group(): string {
    return this.#dependencies.options.group;
  }

  get isShared(): boolean {
    return (this.#dependencies.options.read ?? 'shared') === 'shared';
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    this.wake();
    await this.#ended;
  }

  async #run(begin: number | null): Promise<void> {
    const { topic, options } = this.#dependencies;
    topic.positions.set(this, begin ?? 0);
    if (await this.#begin(begin)) {
      await this.#deliver();
      options.onRevoked?.(0);
    }
    topic.onAppend.delete(this.wake);
    topic.positions.delete(this);
    topic.trim();
  }

  async #begin(begin: number | null): Promise<boolean> {
    const { topic, offsets, options, onRejection } = this.#dependencies;
    await this.#until(() => this.#dependencies.isFirst());
    for (let attempt = 1; !this.#stopped; attempt++) {
      try {
        const committed = this.isShared ? offsets.get(options.group, options.topic) : undefined;
        const done = committed?.offset ?? null;
        const given = await options.onAssigned?.({ partition: 0, done, note: committed?.note ?? '' });
        this.#moveTo(Math.min(topic.next, Math.max(topic.beginning, given ?? begin ?? done ?? 0)));
        return true;
      } catch (error) {
        onRejection(error, attempt);
        await this.#until(() => false, waitAfter(DEFAULT_BACKOFF, attempt));
      }
    }
    return false;
  }

  async #deliver(): Promise<void> {
    const { topic, options, lingerMs } = this.#dependencies;
    const most = options.maxRecords ?? DEFAULT_BATCH;
    let turnEnds = performance.now() + TURN_MS;
    while (!this.#stopped) {
      const from = this.next ?? 0;
      await this.#until(() => topic.next > from);
      if (lingerMs > 0) await this.#until(() => topic.next - from >= most, lingerMs);
      if (performance.now() > turnEnds) {
        await setImmediate();
        turnEnds = performance.now() + TURN_MS;
      }
      if (this.#stopped) return;
      const records = topic.hasCached(from) ? topic.cached(from, most) : await topic.stored(from, most);
      const end = from + records.length;
      const accepted = await this.#handle({ partition: 0, records, behind: topic.next - end });
      if (accepted === null) return;
      const { left, done, note } = accepted;
      this.#moveTo(left?.from ?? end);
      if (this.isShared) this.commit(done ?? left?.from ?? end, note);
      if (left !== undefined) await this.#resolved(left.ready);
    }
  }

  /** Hands a batch over until it is accepted; null where it was stopped before. */
  async #handle(batch: Parameters<BatchHandler<TopicRecords[K]>>[0]): Promise<Acceptance | null> {
    for (let attempt = 1; !this.#stopped || attempt === 1; attempt++) {
      try {
        return (await this.#dependencies.handler(batch)) ?? {};
      } catch (error) {
        this.#dependencies.onRejection(error, attempt);
        await this.#until(() => false, waitAfter(DEFAULT_BACKOFF, attempt));
      }
    }
    return null;
  }

  /** Commits for its group. */
  commit(offset: number, note: string | undefined): void {
    const { offsets, options } = this.#dependencies;
    const before = offsets.get(options.group, options.topic);
    offsets.put(options.group, options.topic, { offset, note: note ?? before?.note ?? '' });
  }

  #moveTo(offset: number): void {
    this.next = offset;
    this.#dependencies.topic.positions.set(this, offset);
    this.#dependencies.topic.trim();
  }

  /** Resolves when `isReady` holds, when the time is over, or when it is stopped. */
  async #until(isReady: () => boolean, ms?: number): Promise<void> {
    if (this.#stopped || isReady()) return;
    let timer: NodeJS.Timeout | undefined;
    await new Promise<void>((resolve) => {
      this.#isReady = isReady;
      this.#resume = resolve;
      if (ms !== undefined) timer = setTimeout(resolve, ms);
    });
    this.#isReady = null;
    clearTimeout(timer);
  }

  async #resolved(promise: Promise<void>): Promise<void> {
    let resolved = false;
    const settle = () => {
      resolved = true;
      this.wake();
    };
    promise.then(settle, settle);
    await this.#until(() => resolved);
  }
}
