import type { Readable } from 'node:stream';
import type { StreamEvent } from '../../../services/stream/stream-event.ts';

/** What a client of a stream made of its text. */
export interface HeardEvent {
  readonly name: string;
  readonly id: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into events of any form
  readonly data: any;
}

/** Reads server-sent events as a client does (https://html.spec.whatwg.org/#parsing-an-event-stream). */
export class Heard {
  readonly events: HeardEvent[] = [];
  lastId = '';
  comments = 0;
  ended = false;
  #rest = '';

  /** Takes text as it comes. */
  take(text: string): void {
    this.#rest += text;
    const blocks = this.#rest.split('\n\n');
    this.#rest = blocks.pop() ?? '';
    for (const block of blocks) this.#takeBlock(block);
  }

  #takeBlock(block: string): void {
    let name = '';
    let data: string | null = null;
    for (const line of block.split('\n')) {
      const [, field, value] = /^([^:]*):? ?(.*)$/.exec(line) ?? ['', '', ''];
      if (line.startsWith(':')) this.comments++;
      else if (field === 'id') this.lastId = value;
      else if (field === 'event') name = value;
      else if (field === 'data') data = value;
    }
    if (data !== null) this.events.push({ name, id: this.lastId, data: JSON.parse(data) });
  }

  /** The data of what came, in order; `reset` for a reset. */
  get told(): unknown[] {
    return this.events.map(({ name, data }) => (name === 'reset' ? 'reset' : data));
  }
}

/** Hears a stream until it ends. */
export function hear(stream: Readable): Heard {
  const heard = new Heard();
  stream.setEncoding('utf8');
  stream.on('data', (text: string) => heard.take(text));
  stream.on('end', () => {
    heard.ended = true;
  });
  return heard;
}

/** An event that says its number. */
export function numbered(number: number, changes: Partial<StreamEvent> = {}): StreamEvent {
  return {
    type: 'observations',
    network: 'north',
    stations: ['a'],
    classification: null,
    body: () => number,
    ...changes,
  };
}
