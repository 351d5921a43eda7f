import { setImmediate } from 'node:timers/promises';
import type { EmbeddedTopic, GroupProgress } from './embedded-topic.ts';
import type { Batch, Subscription } from './event-log.ts';

/** How a batch whose handler rejected is delivered again: after `firstMs`, then twice as long each time up to `mostMs`. */
export interface Backoff {
  readonly firstMs: number;
  readonly mostMs: number;
}

export interface MemberOptions<T> {
  readonly maxRecords: number;
  readonly lingerMs: number;
  readonly backoff: Backoff;
  readonly handler: (batch: Batch<T>) => Promise<void>;
  /** Called for each rejection, with how often this batch has been tried. */
  readonly onRejection: (error: unknown, attempt: number) => void;
}

/** Longest run of deliveries before timers and sockets of the same process get their turn, in ms. */
const TURN_MS = 10;

/**
 * The consumers of one group on one topic. A topic is one partition: the longest-standing member gets all of it, the
 * others stand by and take over where it stopped. So records of one key stay in order and with one member.
 */
export class EmbeddedGroup<T> {
  readonly #topic: EmbeddedTopic<T>;
  readonly #progress: GroupProgress;
  readonly #members: Member<T>[] = [];

  constructor(topic: EmbeddedTopic<T>, name: string) {
    this.#topic = topic;
    this.#progress = topic.group(name);
    this.#progress.notify = () => this.#members[0]?.wake();
  }

  /** Adds a member and begins to deliver to it. */
  join(options: MemberOptions<T>): Subscription {
    const member = new Member(options);
    this.#members.push(member);
    const ended = this.#deliver(member);
    return {
      stop: () => {
        member.stop();
        return ended;
      },
    };
  }

  /** Ends all members after the batches at hand. */
  async stop(): Promise<void> {
    const members = [...this.#members];
    for (const member of members) member.stop();
    await Promise.all(members.map((member) => member.ended));
  }

  async #deliver(member: Member<T>): Promise<void> {
    const { maxRecords, lingerMs, backoff } = member.options;
    const most = Math.min(maxRecords, this.#topic.capacity);
    const pending = () => this.#topic.next - this.#progress.committed;
    let turnEnds = performance.now() + TURN_MS;
    while (!member.stopped) {
      await member.until(() => this.#members[0] === member && pending() > 0);
      if (lingerMs > 0) await member.until(() => pending() >= most || this.#topic.full, lingerMs);
      if (performance.now() > turnEnds) {
        await setImmediate();
        turnEnds = performance.now() + TURN_MS;
      }
      if (member.stopped) break;
      const records = this.#topic.read(this.#progress.committed, most);
      const batch: Batch<T> = { partition: 0, records };
      for (let attempt = 1; !(await member.handle(batch, attempt)); attempt++) {
        await member.until(() => false, Math.min(backoff.mostMs, backoff.firstMs * 2 ** (attempt - 1)));
        if (member.stopped) break;
      }
      if (member.accepted) this.#topic.commit(this.#progress, this.#progress.committed + records.length);
    }
    this.#members.splice(this.#members.indexOf(member), 1);
    this.#members[0]?.wake();
    member.end();
  }
}

/** One consumer: its handler, and what it waits for. */
class Member<T> {
  readonly options: MemberOptions<T>;
  /** Resolves when nothing is delivered any more. */
  readonly ended: Promise<void>;
  /** True where the last batch was taken by the handler. */
  accepted = false;
  stopped = false;
  end: () => void = () => {};
  #ready: (() => boolean) | null = null;
  #resume: () => void = () => {};

  constructor(options: MemberOptions<T>) {
    this.options = options;
    this.ended = new Promise((resolve) => {
      this.end = resolve;
    });
  }

  /** Hands a batch over; false where the handler rejected. */
  async handle(batch: Batch<T>, attempt: number): Promise<boolean> {
    try {
      await this.options.handler(batch);
      this.accepted = true;
    } catch (error) {
      this.accepted = false;
      this.options.onRejection(error, attempt);
    }
    return this.accepted;
  }

  /** Resolves when `ready` holds, when the time is over, or when the member is stopped. */
  async until(ready: () => boolean, ms?: number): Promise<void> {
    if (this.stopped || ready()) return;
    let timer: NodeJS.Timeout | undefined;
    await new Promise<void>((resolve) => {
      this.#ready = ready;
      this.#resume = resolve;
      if (ms !== undefined) timer = setTimeout(resolve, ms);
    });
    this.#ready = null;
    clearTimeout(timer);
  }

  /** Looks again at what it waits for. */
  wake(): void {
    if (this.#ready !== null && (this.stopped || this.#ready())) {
      this.#ready = null;
      this.#resume();
    }
  }

  stop(): void {
    this.stopped = true;
    this.wake();
  }
}
