import { setImmediate } from 'node:timers/promises';
import { type Backoff, waitAfter } from './backoff.ts';
import type { EmbeddedTopic, GroupProgress } from './embedded-topic.ts';
import type { Acceptance, Assignment, Batch, BatchHandler, Subscription } from './event-log.ts';

export interface MemberOptions<T> {
  readonly maxRecords: number;
  readonly lingerMs: number;
  readonly backoff: Backoff;
  readonly handler: BatchHandler<T>;
  readonly onAssigned: ((assignment: Assignment) => Promise<number | undefined>) | undefined;
  readonly onRevoked: ((partition: number) => void) | undefined;
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

  /** Gives the partition to a member; offset at which its delivery begins, null where it was stopped before that. */
  async #begin(member: Member<T>): Promise<number | null> {
    const { committed, note } = this.#progress;
    const done = committed === 0 ? null : committed;
    for (let attempt = 1; !member.stopped; attempt++) {
      try {
        const begin = await member.options.onAssigned?.({ partition: 0, done, note });
        member.begun = true;
        return begin ?? committed;
      } catch (error) {
        member.options.onRejection(error, attempt);
        await member.backOff(attempt);
      }
    }
    return null;
  }

  async #deliver(member: Member<T>): Promise<void> {
    const { maxRecords, lingerMs } = member.options;
    const most = Math.min(maxRecords, this.#topic.capacity);
    // What was committed is done; what was delivered to this member and not committed does not come to it again.
    let position = this.#progress.committed;
    const pending = () => this.#topic.next - position;
    let turnEnds = performance.now() + TURN_MS;
    while (!member.stopped) {
      await member.until(() => this.#members[0] === member);
      if (member.stopped) break;
      if (!member.begun) {
        const begin = await this.#begin(member);
        if (begin === null) break;
        position = begin;
      }
      await member.until(() => pending() > 0);
      if (lingerMs > 0) await member.until(() => pending() >= most || this.#topic.full, lingerMs);
      if (performance.now() > turnEnds) {
        await setImmediate();
        turnEnds = performance.now() + TURN_MS;
      }
      if (member.stopped) break;
      const records = this.#topic.read(position, most);
      const end = position + records.length;
      const batch: Batch<T> = { partition: 0, records, behind: this.#topic.next - end };
      for (let attempt = 1; !(await member.handle(batch, attempt)); attempt++) {
        await member.backOff(attempt);
        if (member.stopped) break;
      }
      if (member.accepted === null) continue;
      const { done, left, note } = member.accepted;
      position = left?.from ?? end;
      if (note !== undefined) this.#progress.note = note;
      this.#topic.commit(this.#progress, done ?? position);
      if (left !== undefined) await member.resolved(left.ready);
    }
    if (member.begun) member.options.onRevoked?.(0);
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
  /** What the handler said of the last batch; null where it rejected it. */
  accepted: Acceptance | null = null;
  /** True once the partition was given to it. */
  begun = false;
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
      this.accepted = (await this.options.handler(batch)) ?? {};
    } catch (error) {
      this.accepted = null;
      this.options.onRejection(error, attempt);
    }
    return this.accepted !== null;
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

  /** Waits after a rejection. */
  backOff(attempt: number): Promise<void> {
    return this.until(() => false, waitAfter(this.options.backoff, attempt));
  }

  /** Resolves when a promise has, or when the member is stopped. */
  async resolved(promise: Promise<void>): Promise<void> {
    let resolved = false;
    const settle = () => {
      resolved = true;
      this.wake();
    };
    promise.then(settle, settle);
    await this.until(() => resolved);
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
