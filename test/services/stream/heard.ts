import assert from 'node:assert/strict';
import type { Readable } from 'node:stream';
import { z } from 'zod';
import type { StreamEvent } from '../../../services/stream/stream-event.ts';
import { inForm } from '../http/formats/in-form.ts';

/** What a client of a stream made of its text. */
export class HeardEvent {
  readonly name: string;
  readonly id: string;
  readonly data: unknown;

  constructor(name: string, id: string, data: unknown) {
    [this.name, this.id, this.data] = [name, id, data];
  }

  /** The data in the form of a schema, which they have to have. */
  as<S extends z.ZodType>(schema: S): z.input<S> {
    return inForm(schema, this.data);
  }

  /** Why it is a reset, which it has to be. */
  get reason(): string {
    assert.equal(this.name, 'reset');
    return this.as(reset).reason;
  }
}

const reset = z.object({ reason: z.string() });

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
    if (data !== null) this.events.push(new HeardEvent(name, this.lastId, JSON.parse(data)));
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
