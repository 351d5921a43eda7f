import type { Readable } from 'node:stream';
import { HalcyonError } from '../../schemas/errors.ts';
import { SharedPlaces } from '../access/shared-places.ts';
import { EventRing } from './event-ring.ts';
import { CHUNK_BYTES, type Chunk, EventStream, PATIENCE, type Patience } from './event-stream.ts';
import { covers, type Lane, type Position, positionOf } from './position.ts';
import { type PlaceOf, type StreamEvent, type StreamFilter, wants } from './stream-event.ts';

/** Most events that are held for those who come back, and for those who read slowly. */
export const RING_EVENTS = 32_768;
/** Subscribers are told of what came meanwhile so often at most [ms]. */
const LINGER_MS = 50;
/** How often a stream without events shows that it lives [ms]. */
const BEAT_MS = 15_000;

/** The lane of the alerts comes before those of the log. */
const ALERTS: Lane = { types: ['alerts'] };
const ALERTS_LANE = 0;

/** Where the events of the log come from. */
export interface EventFeed {
  /** Begins to read, once: the first time that somebody wants to hear. */
  start(hub: LogLanes): Promise<void>;
  /** Numbers that the next records of the log's lanes will have. */
  ends(): Promise<Position>;
}

/** The way in for what the log holds. Lanes are counted from 0. */
export interface LogLanes {
  /**
   * Says what the lanes are and from which numbers on they are known.
   *
   * @param token names what the numbers are of, in letters and digits
   */
  open(token: string, lanes: readonly Lane[], from: Position): void;
  /** Says that a lane is known from a number on only. */
  begin(lane: number, number: number): void;
  /** Moves a lane on without an event. */
  pass(lane: number, number: number): void;
  publish(lane: number, number: number, event: StreamEvent): void;
  /** How far a lane has come. */
  positionOf(lane: number): number;
}

/** An alert, or a change of one, as it is told. */
type StreamedAlert = Omit<StreamEvent, 'type'>;

/**
 * The way in for alerts. Every process tells its own subscribers of them: it reads from the catalogue what is newer than
 * what it told last. Their numbers are the catalogue's, so that a client may go on at another process.
 */
export interface AlertLane {
  /** Says that alerts are told from the one behind this number on. */
  begin(number: number): void;
  /** @param number greater than those before */
  publish(number: number, alert: StreamedAlert): void;
}

/** Who wants to hear what. */
export interface StreamRequest {
  readonly filter: StreamFilter;
  /** Id of the last event that the client had; undefined where it begins. */
  readonly lastId: string | undefined;
  /** When it has to end, ms since the epoch; null: never. */
  readonly expires: number | null;
  /** Who is held apart from others; null where they are not told apart. */
  readonly who: string | null;
  /** Ends the connection of a client that takes nothing any more. */
  readonly cut: () => void;
}

/** Where somebody hears what happens. */
export interface EventStreams {
  /**
   * The events that somebody wants to hear, as the text of server-sent events, from where they were or from now on. Where
   * they cannot go on a `reset` comes first.
   *
   * @throws HalcyonError `overloaded` where there are too many, `too_many_requests` where too many are of who asks, `interrupted` while it ends, `log_unavailable`
   */
  open(request: StreamRequest): Promise<Readable>;
}

/** What a hub works with. */
export interface StreamHubDependencies {
  readonly feed: EventFeed;
  readonly placeOf: PlaceOf;
  /** Subscribers at most. */
  readonly mostSubscribers: number;
  /** Current time, ms since the epoch. */
  readonly now: () => number;
  /** 32,768 where not given. */
  readonly ringEvents?: number;
  readonly patience?: Patience;
}

/**
 * What happens, told to everybody who wants to hear it. The log is read once; an event becomes text once; what many hear
 * alike is put together once. It holds the newest events, from which who comes back goes on, and nothing for each
 * subscriber, so that a slow one costs nobody anything.
 */
export class StreamHub implements EventStreams {
  readonly alerts: AlertLane;
  readonly #dependencies: StreamHubDependencies;
  readonly #places: SharedPlaces;
  readonly #streams = new Set<EventStream>();
  readonly #chunks = new Map<string, Chunk>();
  #lanes: readonly Lane[] = [ALERTS];
  #token = '';
  #ring: EventRing;
  #started: Promise<void> | null = null;
  #flushed = Number.NEGATIVE_INFINITY;
  #flushing: NodeJS.Timeout | undefined;
  #beating: NodeJS.Timeout | undefined;
  #closed = false;
  /** Subscribers that were let go because they were too slow. */
  dropped = 0;

  constructor(dependencies: StreamHubDependencies) {
    this.#dependencies = dependencies;
    this.#places = new SharedPlaces(dependencies.mostSubscribers, 'streams are open (HALCYON_STREAM_SUBSCRIBERS)');
    this.#ring = new EventRing(dependencies.ringEvents ?? RING_EVENTS, [0]);
    this.alerts = {
      begin: (number) => this.#ring.begin(ALERTS_LANE, number + 1),
      publish: (number, alert) => this.#append(ALERTS_LANE, number, { ...alert, type: 'alerts' }),
    };
  }

  /** Subscribers that there are. */
  get subscribers(): number {
    return this.#streams.size;
  }

  /** Events that are held. */
  get held(): number {
    return this.#ring.next - this.#ring.first;
  }

  /** Begins to read the log; resolves when what was there before is known as far as it is held. */
  start(): Promise<void> {
    this.#started ??= this.#dependencies.feed.start(this.#log).catch((error: unknown) => {
      // Whoever comes next tries again.
      this.#started = null;
      throw error;
    });
    return this.#started;
  }

  async open(request: StreamRequest): Promise<EventStream> {
    this.#refuse();
    const leave = this.#places.take(request.who);
    try {
      return await this.#opened(request, leave);
    } catch (error) {
      leave();
      throw error;
    }
  }

  async #opened(request: StreamRequest, leave: () => void): Promise<EventStream> {
    await this.start();
    const from = request.lastId === undefined ? null : await this.#placeAfter(request.lastId, request.filter);
    this.#refuse();
    const { filter, expires, cut } = request;
    const { place, ahead } = from === null || 'reason' in from ? { place: this.#ring.next, ahead: null } : from;
    const dependencies = {
      token: this.#token,
      ring: this.#ring,
      patience: this.#dependencies.patience ?? PATIENCE,
      chunk: (stream: EventStream) => this.#chunkOf(stream),
      wants: (one: StreamFilter, event: StreamEvent) => wants(one, event, this.#dependencies.placeOf),
      cut,
      onClosed: (stream: EventStream) => {
        this.#streams.delete(stream);
        leave();
      },
      onDropped: () => {
        this.dropped++;
      },
    };
    const stream = new EventStream(dependencies, filter, place, ahead);
    if (from !== null && 'reason' in from) stream.reset(from.reason);
    if (expires !== null) stream.endIn(expires - this.#dependencies.now());
    this.#streams.add(stream);
    this.#beating ??= setInterval(() => this.#beat(), BEAT_MS).unref();
    return stream;
  }

  /** Ends all streams; clients go on where they were when they come again. */
  close(): void {
    this.#closed = true;
    clearTimeout(this.#flushing);
    clearInterval(this.#beating);
    this.#flush();
    for (const stream of this.#streams) stream.close();
  }

  #refuse(): void {
    if (this.#closed) throw new HalcyonError('interrupted', 'the system ends; come again in a moment');
  }

  readonly #log: LogLanes = {
    open: (token, lanes, from) => {
      this.#token = token;
      this.#lanes = [ALERTS, ...lanes];
      const before = this.#ring;
      this.#ring = new EventRing(this.#dependencies.ringEvents ?? RING_EVENTS, [before.base[ALERTS_LANE], ...from]);
      // Of what was told before there was a log: only alerts.
      for (let place = before.first; place < before.next; place++) {
        const { event, position } = before.at(place);
        this.#ring.append(ALERTS_LANE, position[ALERTS_LANE] - 1, event);
      }
      this.#ring.pass(ALERTS_LANE, before.position[ALERTS_LANE]);
    },
    begin: (lane, number) => this.#ring.begin(lane + 1, number),
    pass: (lane, number) => this.#ring.pass(lane + 1, number),
    publish: (lane, number, event) => this.#append(lane + 1, number, event),
    positionOf: (lane) => this.#ring.position[lane + 1],
  };

  #append(lane: number, number: number, event: StreamEvent): void {
    this.#ring.append(lane, number, event);
    if (this.#flushing !== undefined || this.#closed) return;
    const wait = Math.max(0, this.#flushed + LINGER_MS - performance.now());
    this.#flushing = setTimeout(() => this.#flush(), wait);
  }

  #flush(): void {
    this.#flushing = undefined;
    this.#flushed = performance.now();
    this.#chunks.clear();
    for (const stream of this.#streams) stream.pump();
  }

  #beat(): void {
    for (const stream of this.#streams) stream.beat();
  }

  /** What is wanted from a stream's place on. Those who want the same, and are at the same place, are given the same bytes. */
  #chunkOf({ hears, hearsKey, place }: EventStream): Chunk {
    const key = `${place} ${hearsKey}`;
    const known = this.#chunks.get(key);
    if (known !== undefined) return known;
    const lines: string[] = [];
    let size = 0;
    let next = place;
    for (; next < this.#ring.next && size < CHUNK_BYTES; next++) {
      const held = this.#ring.at(next);
      if (!wants(hears, held.event, this.#dependencies.placeOf)) continue;
      const frame = held.frame(this.#token);
      lines.push(frame);
      size += frame.length;
    }
    const chunk = { bytes: lines.length === 0 ? null : Buffer.from(lines.join('')), next };
    this.#chunks.set(key, chunk);
    return chunk;
  }

  /** Where somebody goes on who had everything up to an id, or why they cannot. */
  async #placeAfter(
    lastId: string,
    filter: StreamFilter,
  ): Promise<{ readonly place: number; readonly ahead: Position | null } | { readonly reason: string }> {
    const position = positionOf(lastId, this.#token, this.#lanes.length);
    if (position === null) return { reason: 'the last event id is not one of this stream' };
    const hears = this.#lanes.map(({ types }) => types.some((type) => filter.types.includes(type)));
    const past = (known: Position) => position.some((number, lane) => hears[lane] && number > known[lane]);
    if (past(this.#ring.position)) {
      const ends = [Number.POSITIVE_INFINITY, ...(await this.#dependencies.feed.ends())];
      if (past(ends)) return { reason: 'the last event id is of a log that is there no more' };
    }
    const { base } = this.#ring;
    if (position.some((number, lane) => hears[lane] && number < base[lane])) {
      return { reason: 'too old: what came since is held no longer' };
    }
    // What a client does not hear of it cannot miss.
    const place = this.#ring.firstAfter(
      position.map((number, lane) => (hears[lane] ? number : Number.POSITIVE_INFINITY)),
    );
    const ahead = position.map((number, lane) => (hears[lane] ? number : 0));
    const before = place === this.#ring.first ? this.#ring.base : this.#ring.at(place - 1).position;
    return { place, ahead: covers(before, ahead) ? null : ahead };
  }
}
