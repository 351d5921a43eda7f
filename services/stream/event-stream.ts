import { Readable } from 'node:stream';
import type { EventRing } from './event-ring.ts';
import { covers, idOf, joined, type Position } from './position.ts';
import type { StreamEvent, StreamFilter } from './stream-event.ts';

/** How much is put together for one write [bytes, about]: what the hub makes once for all who are at the same place. */
export const CHUNK_BYTES = 64 * 1024;
/** How long one who reads nothing is waited for while there is something to read: few events, or many [ms]. */
export interface Patience {
  readonly fewMs: number;
  readonly manyMs: number;
  /** Events that are many. */
  readonly many: number;
}
export const PATIENCE: Patience = { fewMs: 60_000, manyMs: 5_000, many: 4_096 };
/** How long one who is let go has to take what is on its way [ms]. */
const FAREWELL_MS = 15_000;
/** How soon a client should come again [ms]. */
const RETRY_MS = 2_000;

/** Lines from one place in the ring to another. */
export interface Chunk {
  readonly bytes: Buffer | null;
  readonly next: number;
}

/** What a stream needs of the hub that it is of. */
export interface EventStreamDependencies {
  readonly token: string;
  readonly ring: EventRing;
  readonly patience: Patience;
  /** Lines of what is wanted from a place on; made once for all who ask. */
  readonly chunk: (stream: EventStream) => Chunk;
  readonly wants: (filter: StreamFilter, event: StreamEvent) => boolean;
  /** Ends the connection of a client that takes nothing any more. */
  readonly cut: () => void;
  readonly onClosed: (stream: EventStream) => void;
  readonly onDropped: () => void;
}

/**
 * The server-sent events of one subscriber. It has no queue but the ring that all share: a place in it, which moves on as
 * the client reads. A client that is too slow finds its place gone, is told so with a last `reset`, and let go.
 */
export class EventStream extends Readable {
  readonly hears: StreamFilter;
  /** Who has the same hears the same. */
  readonly hearsKey: string;
  /** Number of the next event to look at. */
  place: number;
  /** Where the client is in the lanes that it hears of, while it may have events that are yet to come here; else null. */
  #ahead: Position | null;
  readonly #dependencies: EventStreamDependencies;
  #wanted = false;
  #going = false;
  #ending = false;
  /** Since when the client reads nothing although there is something, ms by `performance.now`. */
  #waitingSince: number | null = null;
  #expiry: NodeJS.Timeout | undefined;
  #farewell: NodeJS.Timeout | undefined;

  /**
   * @param from number of the first event that it may not have
   * @param ahead position of the client where that is not one of this process; null where it is
   */
  constructor(dependencies: EventStreamDependencies, hears: StreamFilter, from: number, ahead: Position | null) {
    super({ highWaterMark: CHUNK_BYTES });
    this.#dependencies = dependencies;
    this.hears = hears;
    this.hearsKey = JSON.stringify(hears);
    this.place = from;
    this.#ahead = ahead;
    // Who hears of nothing before the connection breaks has a place to come back to all the same.
    this.push(`retry: ${RETRY_MS}\n${from === dependencies.ring.next && ahead === null ? `${this.#place()}\n` : ''}\n`);
  }

  override _read(): void {
    this.#wanted = true;
    this.#waitingSince = null;
    this.pump();
  }

  override _destroy(error: Error | null, callback: (error?: Error | null) => void): void {
    clearTimeout(this.#expiry);
    clearTimeout(this.#farewell);
    this.#dependencies.onClosed(this);
    callback(error);
  }

  /** Ends it at a time [ms from now]. */
  endIn(ms: number): void {
    // A longer wait than Node's timers have (2^31 ms) is as good as none.
    if (ms < 2 ** 31) this.#expiry = setTimeout(() => this.close(), Math.max(0, ms)).unref();
  }

  /** Hands on what is new, as far as the client reads. */
  pump(): void {
    if (this.#ending || this.#going) return;
    const { ring } = this.#dependencies;
    if (this.place < ring.first) {
      this.letGo('too slow: what came meanwhile is held no longer');
      return;
    }
    if (this.place >= ring.next) return;
    if (!this.#wanted) {
      this.#waitingSince ??= performance.now();
      const { fewMs, manyMs, many } = this.#dependencies.patience;
      const patience = ring.next - this.place > many ? manyMs : fewMs;
      if (performance.now() - this.#waitingSince > patience) this.letGo('too slow: nothing was read for long');
      return;
    }
    const { bytes, next } = this.#ahead === null ? this.#dependencies.chunk(this) : this.#ownChunk(this.#ahead);
    this.place = next;
    if (bytes !== null) this.#wanted = this.push(bytes);
    if (this.#wanted && this.place < ring.next) this.#goOn();
  }

  /** A sign of life, and the place of who hears of nothing for long. */
  beat(): void {
    if (this.#ending || !this.#wanted || this.place < this.#dependencies.ring.next) return;
    this.#wanted = this.push(this.#ahead === null ? `:\n${this.#place()}\n\n` : ':\n\n');
  }

  /** Tells the client that what it has does not go together with what follows: it has to load anew. */
  reset(reason: string): void {
    this.push(`event: reset\n${this.#place()}\ndata: ${JSON.stringify({ reason })}\n\n`);
  }

  /** Lets the client go that was too slow. */
  letGo(reason: string): void {
    this.place = this.#dependencies.ring.next;
    this.#ahead = null;
    this.#dependencies.onDropped();
    this.reset(reason);
    this.close();
  }

  /** Ends it; the client may come again and go on. */
  close(): void {
    if (this.#ending) return;
    this.#ending = true;
    this.push(null);
    this.#farewell = setTimeout(() => this.#dependencies.cut(), FAREWELL_MS).unref();
  }

  #place(): string {
    return `id: ${idOf(this.#dependencies.token, this.#dependencies.ring.position)}`;
  }

  /** The others of this process get their turn between two pieces. */
  #goOn(): void {
    this.#going = true;
    setImmediate(() => {
      this.#going = false;
      this.pump();
    });
  }

  /**
   * What a client that comes from another process does not have yet, each event with an id that has what it brought along:
   * the two have read the lanes in another order.
   */
  #ownChunk(ahead: Position): Chunk {
    const { ring, token, wants } = this.#dependencies;
    const lines: string[] = [];
    let size = 0;
    let next = this.place;
    while (next < ring.next && size < CHUNK_BYTES && this.#ahead !== null) {
      const held = ring.at(next);
      next++;
      if (held.position[held.lane] > ahead[held.lane] && wants(this.hears, held.event)) {
        const frame = held.frame(token, joined(held.position, ahead));
        lines.push(frame);
        size += frame.length;
      }
      if (covers(held.position, ahead)) this.#ahead = null;
    }
    return { bytes: lines.length === 0 ? null : Buffer.from(lines.join('')), next };
  }
}
