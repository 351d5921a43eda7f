import { covers, idOf, type Position } from './position.ts';
import { EVENT_NAMES, type StreamEvent } from './stream-event.ts';

/** An event that is held, and what of it was made once for all subscribers. */
export class HeldEvent {
  readonly event: StreamEvent;
  readonly lane: number;
  /** Position behind it. */
  readonly position: Position;
  #lines: string | null = null;

  constructor(event: StreamEvent, lane: number, position: Position) {
    this.event = event;
    this.lane = lane;
    this.position = position;
  }

  /** Its lines behind the id (server-sent events, https://html.spec.whatwg.org/#server-sent-events). */
  get lines(): string {
    // JSON has no line break of its own, so that it is one line.
    this.#lines ??= `event: ${EVENT_NAMES[this.event.type]}\ndata: ${JSON.stringify(this.event.body())}\n\n`;
    return this.#lines;
  }

  /** All of its lines. */
  frame(token: string, position = this.position): string {
    return `id: ${idOf(token, position)}\n${this.lines}`;
  }
}

/** The newest events in the order in which this process heard of them; the oldest give way. */
export class EventRing {
  readonly #held: (HeldEvent | undefined)[] = [];
  readonly #capacity: number;
  #first = 0;
  #next = 0;
  /** Position before the first that is held. */
  #base: Position;
  #position: Position;

  /** @param capacity events held at most */
  constructor(capacity: number, position: Position) {
    this.#capacity = capacity;
    this.#base = position;
    this.#position = position;
  }

  /** Number of the first event that is held, and of the next to come. */
  get first(): number {
    return this.#first;
  }

  get next(): number {
    return this.#next;
  }

  /** What cannot be told any more is before this. */
  get base(): Position {
    return this.#base;
  }

  /** Position behind the newest. */
  get position(): Position {
    return this.#position;
  }

  /**
   * Takes an event; one that a lane has gone past already is left.
   *
   * @param number of the event in its lane
   */
  append(lane: number, number: number, event: StreamEvent): void {
    if (number < this.#position[lane]) return;
    this.#position = withNumber(this.#position, lane, number + 1);
    if (this.#next - this.#first === this.#capacity) {
      this.#base = this.at(this.#first).position;
      this.#first++;
    }
    this.#held[this.#next % this.#capacity] = new HeldEvent(event, lane, this.#position);
    this.#next++;
  }

  /** Moves a lane on: what lies between was told in another event, or is there no more. */
  pass(lane: number, number: number): void {
    if (number > this.#position[lane]) this.#position = withNumber(this.#position, lane, number);
  }

  /** Says that a lane is known from a number on: what was before cannot be told. */
  begin(lane: number, number: number): void {
    this.pass(lane, number);
    if (number > this.#base[lane]) this.#base = withNumber(this.#base, lane, number);
  }

  /** An event that is held. */
  at(number: number): HeldEvent {
    const held = this.#held[number % this.#capacity];
    if (held === undefined || number < this.#first || number >= this.#next) throw new RangeError(`no event ${number}`);
    return held;
  }

  /** Number of the first event that somebody at a position may not have; `next` where there is none. */
  firstAfter(position: Position): number {
    // Positions only grow along the ring.
    let low = this.#first;
    let high = this.#next;
    while (low < high) {
      const middle = Math.floor((low + high) / 2);
      if (covers(position, this.at(middle).position)) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

function withNumber(position: Position, lane: number, number: number): Position {
  const moved = position.slice();
  moved[lane] = number;
  return moved;
}
