// Many subscribers of a stream in a process of their own: `fork(.., [PORT, COUNT, SLOW])`. It says `open` when all are, and to
// `report` what each has heard. Slow ones read nothing until they are told to `drain`.
import { connect, type Socket } from 'node:net';

/** What a subscriber has heard. */
export interface SubscriberReport {
  readonly slow: boolean;
  /** Numbers of its first and its last event, by their ids; 0 where it heard nothing. */
  readonly first: number;
  readonly last: number;
  /** Events whose number was not the one after that before. */
  readonly gaps: number;
  readonly resets: number;
  readonly bytes: number;
  readonly closed: boolean;
}

const [PORT, COUNT, SLOW] = process.argv.slice(2).map(Number);
const [ID, EVENT, RESET] = ['\nid: ', '\nevent: ', '\nevent: reset\n'].map((text) => Buffer.from(text));
/** Enough for the lines of an event that come before its data. */
const HEAD = 200;

/** A client of HTTP/1.0, so that what comes is the text itself: a thousand of them are to cost little here. */
class Subscriber {
  readonly slow: boolean;
  first = 0;
  last = 0;
  gaps = 0;
  resets = 0;
  bytes = 0;
  closed = false;
  readonly #socket: Socket;
  #rest: Buffer = Buffer.alloc(0);

  constructor(slow: boolean, onOpen: () => void) {
    this.slow = slow;
    this.#socket = connect(PORT, '127.0.0.1', () => {
      this.#socket.write('GET /api/v1/stream?types=observations,anomalies HTTP/1.0\r\nHost: localhost\r\n\r\n');
    });
    this.#socket.once('data', (chunk: Buffer) => {
      this.#take(chunk);
      onOpen();
      if (slow) this.#socket.pause();
      else this.#socket.on('data', (more: Buffer) => this.#take(more));
    });
    this.#socket.on('error', () => undefined);
    this.#socket.on('close', () => {
      this.closed = true;
    });
  }

  drain(): void {
    if (!this.slow) return;
    this.#socket.on('data', (more: Buffer) => this.#take(more));
    this.#socket.resume();
  }

  #take(chunk: Buffer): void {
    this.bytes += chunk.length;
    const bytes = this.#rest.length === 0 ? chunk : Buffer.concat([this.#rest, chunk]);
    let at = 0;
    for (;;) {
      const event = bytes.indexOf(EVENT, at);
      // The lines of the head are in one order: id, then event.
      if (event < 0 || event + RESET.length > bytes.length) break;
      const id = bytes.lastIndexOf(ID, event);
      const head = bytes.toString('latin1', id + ID.length, event);
      if (bytes.subarray(event, event + RESET.length).equals(RESET)) this.resets++;
      else this.#number(Number.parseInt(head.slice(head.lastIndexOf('.') + 1), 36) - 1);
      at = event + EVENT.length;
    }
    this.#rest = Buffer.from(bytes.subarray(Math.max(at, bytes.length - HEAD)));
  }

  #number(number: number): void {
    if (this.first === 0) this.first = number;
    else if (number !== this.last + 1) this.gaps++;
    this.last = number;
  }

  report(): SubscriberReport {
    const { slow, first, last, gaps, resets, bytes, closed } = this;
    return { slow, first, last, gaps, resets, bytes, closed };
  }
}

const subscribers: Subscriber[] = [];
let open = 0;
for (let k = 0; k < COUNT; k++) {
  subscribers.push(
    new Subscriber(k < SLOW, () => {
      open++;
      if (open === COUNT) process.send?.('open');
    }),
  );
  // Not all in one moment: the queue of the listening socket is short.
  if (k % 50 === 49) await new Promise((resolve) => setTimeout(resolve, 20));
}
process.on('message', (asked) => {
  if (asked === 'drain') for (const subscriber of subscribers) subscriber.drain();
  else process.send?.(subscribers.map((subscriber) => subscriber.report()));
});
process.on('disconnect', () => process.exit());
